/** A finished mail; who sends it is the transport's matter. */
export type Mail = Readonly<{
  to: string;
  subject: string;
  text: string;
  html: string;
  /** Somebody sits and waits for it: it goes before all that are news, however many these are. */
  awaited?: true;
  /** Id of the account whose name and doings it holds: it goes when that does, whatever its address by then. */
  about?: string;
  /** What mail programs call when its receiver wants no more such mails (RFC 8058). */
  unsubscribeUrl?: string;
}>;
