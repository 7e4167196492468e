import { plural, t } from '@lingui/core/macro';
import type { ChartSlice, TradeCharts } from '@quorate/contract/trade-charts';
import { formatMoney } from '@quorate/ui/format';
import { DATES } from '@quorate/ui/language';

type RClass = Pick<TradeCharts['r_classes'][number], 'from' | 'to'>;

export const WEEKDAYS = [
  t`Monday`,
  t`Tuesday`,
  t`Wednesday`,
  t`Thursday`,
  t`Friday`,
  t`Saturday`,
  t`Sunday`,
] as const;

const dayNames = new Intl.DateTimeFormat(DATES, { dateStyle: 'long', timeZone: 'UTC' });
const shortDays = new Intl.DateTimeFormat(DATES, { dateStyle: 'medium', timeZone: 'UTC' });
const monthNames = new Intl.DateTimeFormat(DATES, {
  month: 'long',
  year: 'numeric',
  timeZone: 'UTC',
});

/** @example dayName('2025-01-03') // '3 January 2025' */
function dayName(day: string): string {
  return dayNames.format(Date.parse(day));
}

/** @example shortDay('2025-01-03') // '3 Jan 2025' */
export function shortDay(day: string): string {
  return shortDays.format(Date.parse(day));
}

/** @example monthName('2025-01') // 'January 2025' */
export function monthName(month: string): string {
  return monthNames.format(Date.parse(`${month}-01`));
}

/** @example hourName(9) // '09:00 to 10:00' */
export function hourName(hour: number): string {
  return t`${twoDigits(hour)}:00 to ${twoDigits(hour + 1)}:00`;
}

export function twoDigits(value: number): string {
  return String(value).padStart(2, '0');
}

/** @example rName({ from: 1, to: 1.5 }) // '1R to 1.5R' */
export function rName({ from, to }: RClass): string {
  if (from === null) return t`below ${to ?? 0}R`.replace('-', '−');
  if (to === null) return t`${from}R or more`;
  return t`${from}R to ${to}R`.replaceAll('-', '−');
}

/** The result of a slice with its sample. @example '+$120.40, 4 trades' */
export function resultWords(
  { net, trades }: Pick<ChartSlice, 'net' | 'trades'>,
  currency: string,
): string {
  return t`${formatMoney(net, currency, 'always')}, ${plural(trades, { one: '# trade', other: '# trades' })}`;
}

/** What a calendar's cell is called: 3 January 2025: +120.40 USD, 4 trades. */
export function dayWords(day: string, result: ChartSlice | null, currency: string): string {
  return `${dayName(day)}: ${result ? resultWords(result, currency) : t`no trades`}`;
}
