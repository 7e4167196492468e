import { msg } from '@lingui/core/runtime-macro';
import { currencyOf, money, moneyToDecimal } from '@quorate/values/money';
import type { I18n } from './i18n.ts';

type Dates = Pick<I18n, 'dates'>;
type Numbers = Pick<I18n, 'numbers'>;

/** '2 March 2026', in UTC as every day that the service names, unless its parts are said. */
export function dayWords(
  { dates }: Dates,
  day: Date,
  parts: Intl.DateTimeFormatOptions = { dateStyle: 'long' },
): string {
  return day.toLocaleDateString(dates, { timeZone: 'UTC', ...parts });
}

/** '10:00 UTC' */
export function timeWords(moment: Date): string {
  return `${moment.toISOString().slice(11, 16)} UTC`;
}

/** '2 March 2026 at 10:00 UTC' */
export function momentWords(i18n: I18n, moment: Date): string {
  return i18n.t(msg`${{ day: dayWords(i18n, moment) }} at ${{ time: timeWords(moment) }}`);
}

/** @example countWords(i18n, 8_000_000) // '8,000,000' */
export function countWords({ numbers }: Numbers, count: number): string {
  return count.toLocaleString(numbers);
}

/** @example amountWords(i18n, 123_456, 'USD') // '1234.56 USD' */
export function amountWords({ numbers }: Numbers, minor: number, currency: string): string {
  const exact = moneyToDecimal(money(minor, currencyOf(currency)));
  const digits = exact.split('.')[1]?.length ?? 0;
  const format = new Intl.NumberFormat(numbers, {
    minimumFractionDigits: digits,
    maximumFractionDigits: digits,
    useGrouping: false,
  });
  return `${format.format(exact as `${number}`)} ${currency}`;
}
