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
  if (day !== newest.day) {
    const midnight = new Date(day * DAY_MS).toISOString();
    newest = { day, date: midnight.slice(0, midnight.indexOf('T')) };
  }
  const time = moment - day * DAY_MS;
  const hour = TWO_DIGITS[Math.floor(time / HOUR_MS)];
  const minute = TWO_DIGITS[Math.floor(time / MINUTE_MS) % 60];
  const second = TWO_DIGITS[Math.floor(time / SECOND_MS) % 60];
  const rest = time % SECOND_MS === 0 ? '000' : `${time % SECOND_MS}`.padStart(3, '0');
  return `${newest.date}T${hour}:${minute}:${second}.${rest}Z`;
}

/** A calendar costs more than a clock, and moments that are written one after the other share their day. */
let newest = { day: Number.NaN, date: '' };
const TWO_DIGITS = Array.from({ length: 60 }, (_, number) => `${number}`.padStart(2, '0'));

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
