/** What stands in the head of a record's page; the service fills it in for each name. */
export type RecordHead = Readonly<
  Record<'recordName' | 'recordTitle' | 'recordDescription' | 'recordUrl' | 'recordPicture', string>
>;

export const RECORD_HEAD_ID = 'record-head';

/** Stand in the built page for what is known only where it is served. */
const PLACES: RecordHead = {
  recordName: '{{recordName}}',
  recordTitle: '{{recordTitle}}',
  recordDescription: '{{recordDescription}}',
  recordUrl: '{{recordUrl}}',
  recordPicture: '{{recordPicture}}',
};

/** The head of the page that the browser has opened; null where a link led here, or the page is another record's. */
export const RECORD_HEAD: RecordHead | null = readHead();

function readHead(): RecordHead | null {
  if (import.meta.env.SSR && import.meta.env.PROD) return PLACES;
  const element = globalThis.document?.getElementById(RECORD_HEAD_ID);
  return element ? (JSON.parse(element.textContent) as RecordHead) : null;
}
