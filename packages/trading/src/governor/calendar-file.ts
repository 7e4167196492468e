import { type Instant, instantFromIso } from '@quorate/values/instant';
import { currencyOf } from '@quorate/values/money';
import {
  type CalendarEvent,
  type Importance,
  type NewsCalendar,
  newsCalendar,
} from './news-calendar.ts';

/** What is wrong with a line of a calendar's file. @example { row: 3, message: 'Row 3: …' } */
export type CalendarFault = Readonly<{ row: number; message: string }>;

export type CalendarReading =
  | Readonly<{ calendar: NewsCalendar; faults: null }>
  | Readonly<{ calendar: null; faults: readonly CalendarFault[] }>;

export const CALENDAR_EVENTS_MOST = 200_000;
/** After so many faults a file is not read on. */
const FAULTS_MOST = 20;
const FIELDS = ['time', 'currency', 'importance', 'title'] as const;

/**
 * Reads a calendar from CSV or JSON. A file with a fault is refused whole: half a calendar would look like quiet
 * hours.
 *
 * @param knownAt since when its events are known that do not say so: when the file was fetched, or for a record of
 *   the past the beginning of time
 * @example parseCalendar('time,currency,importance,title\n2026-03-18T18:00:00Z,USD,high,FOMC', instant(0))
 */
export function parseCalendar(text: string, knownAt: Instant): CalendarReading {
  const trimmed = text.replace(/^\uFEFF/, '').trimStart();
  const reader = /^[[{]/.test(trimmed) ? readJson : readCsv;
  return reader(text.replace(/^\uFEFF/, ''), knownAt);
}

/** A row as both formats give it. */
type Row = Readonly<{ row: number; fields: Readonly<Record<string, unknown>> }>;

function readCsv(text: string, knownAt: Instant): CalendarReading {
  const lines = text.split(/\r?\n/);
  const separator = (lines[0] ?? '').includes(';') ? ';' : ',';
  const names = cellsOf(lines[0] ?? '', separator).map((name) => name.trim().toLowerCase());
  const missing = FIELDS.filter((field) => !names.includes(field));
  if (missing.length > 0)
    return refused(
      1,
      `the first row must name the columns ${FIELDS.join(', ')}; ${missing.join(', ')} is missing`,
    );
  const rows = lines.slice(1).flatMap((line, at): Row[] => {
    if (line.trim() === '') return [];
    const cells = cellsOf(line, separator);
    return [
      { row: at + 2, fields: Object.fromEntries(names.map((name, i) => [name, cells[i]?.trim()])) },
    ];
  });
  return fromRows(rows, knownAt, null);
}

/** Cells of one line; a cell in quotes may hold separators and, doubled, quotes. */
function cellsOf(line: string, separator: string): string[] {
  const cells: string[] = [];
  let cell = '';
  let quoted = false;
  for (let at = 0; at < line.length; at += 1) {
    const char = line.charAt(at);
    if (char === '"' && quoted && line.charAt(at + 1) === '"') {
      cell += '"';
      at += 1;
    } else if (char === '"') quoted = !quoted;
    else if (char === separator && !quoted) {
      cells.push(cell);
      cell = '';
    } else cell += char;
  }
  return [...cells, cell];
}

function readJson(text: string, knownAt: Instant): CalendarReading {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return refused(
      1,
      `this is not JSON (${error instanceof Error ? error.message : 'unreadable'})`,
    );
  }
  const events = isFields(value) ? value.events : value;
  if (!Array.isArray(events))
    return refused(1, 'the file must be a list of events, or have one as "events"');
  const rows: Row[] = [];
  for (const [at, fields] of events.entries()) {
    if (!isFields(fields)) return refused(at + 1, 'an event must be an object');
    rows.push({ row: at + 1, fields });
  }
  if (!isFields(value) || value.from === undefined) return fromRows(rows, knownAt, null);
  const from = momentOf(value.from);
  const until = momentOf(value.until);
  if (from === null || until === null || until < from)
    return refused(
      1,
      '"from" and "until" must be times such as 2026-03-18T18:00:00Z, in this order',
    );
  return fromRows(rows, knownAt, { from, until });
}

function fromRows(
  rows: readonly Row[],
  knownAt: Instant,
  covers: NewsCalendar['covers'],
): CalendarReading {
  if (rows.length > CALENDAR_EVENTS_MOST)
    return refused(
      rows.length,
      `the file has ${rows.length} events, the most is ${CALENDAR_EVENTS_MOST}`,
    );
  const faults: CalendarFault[] = [];
  const events: CalendarEvent[] = [];
  for (const row of rows) {
    const event = eventOf(row, knownAt, faults);
    if (event) events.push(event);
    if (faults.length >= FAULTS_MOST) break;
  }
  if (faults.length > 0) return { calendar: null, faults };
  return { calendar: newsCalendar(events, covers), faults: null };
}

function eventOf(
  { row, fields }: Row,
  knownAt: Instant,
  faults: CalendarFault[],
): CalendarEvent | null {
  const say = (message: string) => {
    faults.push({ row, message: `Row ${row}: ${message}.` });
    return null;
  };
  const { time, currency, importance, title, known_at: since } = fields;
  const at = momentOf(time);
  if (at === null)
    return say(`time '${shown(time)}' must be a time with its zone, such as 2026-03-18T18:00:00Z`);
  if (typeof currency !== 'string' || !/^[A-Z]{3}$/.test(currency))
    return say(`currency '${shown(currency)}' must be a code such as USD`);
  const rank = IMPORTANCE[String(importance).toLowerCase()];
  if (rank === undefined)
    return say(`importance '${shown(importance)}' must be high, medium or low`);
  if (typeof title !== 'string' || title.trim() === '' || title.length > 200)
    return say('title must have 1 to 200 letters');
  const known = since === undefined || since === '' ? knownAt : momentOf(since);
  if (known === null)
    return say(`known_at '${shown(since)}' must be a time such as 2026-03-01T00:00:00Z`);
  return {
    at,
    currency: currencyOf(currency),
    importance: rank,
    title: title.trim(),
    knownAt: known,
  };
}

const IMPORTANCE: Readonly<Record<string, Importance>> = {
  high: 'high',
  medium: 'medium',
  moderate: 'medium',
  low: 'low',
};

const OFFSET_TIME = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d)?)(Z|[+-]\d\d:\d\d)$/;

/** Of a time with its offset from UTC: without one nobody knows which clock was meant. */
function momentOf(value: unknown): Instant | null {
  const parts = typeof value === 'string' ? OFFSET_TIME.exec(value.trim()) : null;
  if (!parts) return null;
  const [, day, time, offset = 'Z'] = parts;
  try {
    const local = instantFromIso(`${day}T${time}Z`);
    return instantFromIso(new Date(local - offsetMs(offset)).toISOString());
  } catch {
    return null;
  }
}

function offsetMs(offset: string): number {
  if (offset === 'Z') return 0;
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(4, 6));
  return (offset.startsWith('-') ? -minutes : minutes) * 60_000;
}

function isFields(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shown(value: unknown): string {
  return (typeof value === 'string' ? value : (JSON.stringify(value) ?? '')).slice(0, 40);
}

function refused(row: number, message: string): CalendarReading {
  return { calendar: null, faults: [{ row, message: `Row ${row}: ${message}.` }] };
}
