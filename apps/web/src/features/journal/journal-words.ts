import { t } from '@lingui/core/macro';
import type { AnyAccountType } from '@quorate/contract/fields';
import { DATES } from '@quorate/ui/language';

const noon = (day: string) => Date.parse(`${day}T12:00:00Z`);

const long = new Intl.DateTimeFormat(DATES, {
  weekday: 'long',
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const middle = new Intl.DateTimeFormat(DATES, {
  day: 'numeric',
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});
const short = new Intl.DateTimeFormat(DATES, { day: 'numeric', month: 'short', timeZone: 'UTC' });

/** @example longDay('2026-03-02') // 'Monday 2 March 2026' */
export function longDay(day: string): string {
  return long.format(noon(day)).replace(',', '');
}

/** @example dayWords('2026-03-02') // '2 March 2026' */
export function dayWords(day: string): string {
  return middle.format(noon(day));
}

/** @example shortDay('2026-03-02') // '2 Mar' */
export function shortDay(day: string): string {
  return short.format(noon(day));
}

export const ACCOUNT_WORDS: Readonly<Record<AnyAccountType, string>> = {
  real: t`Real`,
  demo: t`Demo`,
  practice: t`Practice`,
  unknown: t`Unknown account type`,
};
