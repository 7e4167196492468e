import { DAY_MS } from '@quorate/values/instant';

/** The UTC month of a day, as days since 1970: from its first to that of the next. */
export function monthOf(day: number): { from: number; to: number } {
  const date = new Date(day * DAY_MS);
  const first = (months: number) =>
    Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + months, 1) / DAY_MS;
  return { from: first(0), to: first(1) };
}
