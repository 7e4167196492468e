import { DATES } from './language.ts';

const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const MINUTE = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** @param iso UTC in ISO 8601. @example formatTime('2025-01-02T14:00:00Z', 'UTC') // '2 Jan 2025, 14:00' */
export function formatTime(iso: string, timeZone: string): string {
  return format(iso, { ...DAY, ...MINUTE, timeZone });
}

export function formatDay(iso: string, timeZone: string): string {
  return format(iso, { ...DAY, timeZone });
}

/** The day as calls name it. @example isoDay('2025-01-02T23:30:00Z', 'Europe/Paris') // '2025-01-03' */
export function isoDay(iso: string, timeZone: string): string {
  const date = { year: 'numeric', month: '2-digit', day: '2-digit' } as const;
  return new Intl.DateTimeFormat('sv-SE', { ...date, timeZone }).format(Date.parse(iso));
}

/** Time of day to the second. @example formatClock('2025-01-02T14:00:07Z', 'UTC') // '14:00:07' */
export function formatClock(iso: string, timeZone: string): string {
  return format(iso, { ...MINUTE, second: '2-digit', timeZone });
}

/** Making one costs more than using it a hundred times, and a page of the record has 500 times. */
const formats = new Map<string, Intl.DateTimeFormat>();

function format(iso: string, options: Intl.DateTimeFormatOptions): string {
  const key = Object.values(options).join(' ');
  let found = formats.get(key);
  if (!found) {
    found = new Intl.DateTimeFormat(DATES, options);
    formats.set(key, found);
  }
  return found.format(Date.parse(iso));
}

/** The viewer's IANA zone; UTC where the browser has none that it knows itself. */
export function viewerTimeZone(): string {
  const { timeZone } = new Intl.DateTimeFormat().resolvedOptions();
  try {
    new Intl.DateTimeFormat('en', { timeZone });
    return timeZone || 'UTC';
  } catch {
    return 'UTC';
  }
}
