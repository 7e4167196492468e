const DAY = { day: 'numeric', month: 'short', year: 'numeric' } as const;
const MINUTE = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const;

/** @param iso UTC in ISO 8601. @example formatTime('2025-01-02T14:00:00Z', 'UTC') // '2 Jan 2025, 14:00' */
export function formatTime(iso: string, timeZone: string): string {
  return format(iso, { ...DAY, ...MINUTE, timeZone });
}

export function formatDay(iso: string, timeZone: string): string {
  return format(iso, { ...DAY, timeZone });
}

function format(iso: string, options: Intl.DateTimeFormatOptions): string {
  return new Intl.DateTimeFormat('en-GB', options).format(Date.parse(iso));
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
