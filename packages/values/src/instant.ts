import type { Brand } from './brand.ts';
import { ValueError } from './value-error.ts';

/** A moment in UTC: whole milliseconds since 1970-01-01T00:00Z. */
export type Instant = Brand<number, 'Instant'>;

/** Latest moment a Date can hold, 13 September 275760. */
const LIMIT_MS = 8.64e15;

/** @throws ValueError unless the number is a whole count of milliseconds within the range of dates */
export function instant(milliseconds: number): Instant {
  if (!Number.isInteger(milliseconds) || Math.abs(milliseconds) > LIMIT_MS) {
    throw new ValueError(`${milliseconds} is not a moment in milliseconds`);
  }
  return milliseconds as Instant;
}

const ISO_UTC = /^\d{4}-\d\d-\d\dT\d\d:\d\d(:\d\d(\.\d{1,3})?)?Z$/;

/** @throws ValueError unless the text is ISO 8601 in UTC, such as 2025-01-02T14:00:00Z, and a day that exists */
export function instantFromIso(text: string): Instant {
  const milliseconds = ISO_UTC.test(text) ? Date.parse(text) : Number.NaN;
  // Date.parse reads 30 February as 2 March, and hour 24 as the next day.
  const exists =
    !Number.isNaN(milliseconds) &&
    new Date(milliseconds).toISOString().startsWith(text.slice(0, 10));
  if (!exists) {
    throw new ValueError(`'${text}' is not a UTC time such as 2025-01-02T14:00:00Z`);
  }
  return milliseconds as Instant;
}

/** @example isoFromInstant(instant(0)) // '1970-01-01T00:00:00.000Z' */
export function isoFromInstant(moment: Instant): string {
  const day = Math.floor(moment / DAY_MS);
  if (day !== newest.day) newest = { day, date: dateOf(day) };
  const time = moment - day * DAY_MS;
  const minutes = MINUTES[Math.floor(time / MINUTE_MS)];
  const rest = time % MINUTE_MS;
  if (rest === 0) return `${newest.date}${minutes}00.000Z`;
  const second = TWO_DIGITS[Math.floor(rest / SECOND_MS)];
  return `${newest.date}${minutes}${second}.${`${rest % SECOND_MS}`.padStart(3, '0')}Z`;
}

/** A calendar costs more than a clock, and moments that are written one after the other share their month. */
function dateOf(day: number): string {
  if (!(day >= month.from && day < month.from + 28)) {
    const midnight = new Date(day * DAY_MS).toISOString();
    const date = midnight.slice(0, midnight.indexOf('T'));
    month = { from: day - Number(date.slice(-2)) + 1, text: date.slice(0, -2) };
    return date;
  }
  return `${month.text}${TWO_DIGITS[day - month.from + 1]}`;
}

let newest = { day: Number.NaN, date: '' };
/** Its first 28 days, which every month has. */
let month = { from: Number.NaN, text: '' };
const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => `${number}`.padStart(2, '0'));
/** Every minute of a day. */
const MINUTES = Array.from(
  { length: 1_440 },
  (_, minute) => `T${TWO_DIGITS[Math.floor(minute / 60)]}:${TWO_DIGITS[minute % 60]}:`,
);

export function instantFromDate(date: Date): Instant {
  return instant(date.getTime());
}

/** @param milliseconds may be negative */
export function addMilliseconds(moment: Instant, milliseconds: number): Instant {
  return instant(moment + milliseconds);
}

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60_000;
export const HOUR_MS = 3_600_000;
export const DAY_MS = 86_400_000;
