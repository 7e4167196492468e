const TIME = /^(\d{4})[./-](\d\d)[./-](\d\d)[ T]+(\d\d):(\d\d)(?::(\d\d))?(?:\.\d{1,3})?$/;

/**
 * A time of the server's clock, read as though it were UTC.
 *
 * @returns milliseconds; null when the text is no time, or a day or hour that does not exist
 * @example serverTime('2025.01.02 10:15:30') // Date.UTC(2025, 0, 2, 10, 15, 30)
 */
export function serverTime(text: string): number | null {
  const match = TIME.exec(text);
  if (!match) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match
    .slice(1)
    .map((part) => Number(part ?? 0));
  if (year < 1980 || year > 2190 || hour > 23 || minute > 59 || second > 59) return null;
  const ms = Date.UTC(year, month - 1, day, hour, minute, second);
  const back = new Date(ms);
  return back.getUTCMonth() === month - 1 && back.getUTCDate() === day ? ms : null;
}
