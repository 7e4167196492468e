import { plural, t } from '@lingui/core/macro';
import type { Measure, MeasureInterval } from '@quorate/contract/performance';
import type { MeasureText, MeasureUnit } from '@quorate/trading/statistics/measures/measure';
import { formatCount, formatMoney, formatPercent } from '@quorate/ui/format';
import { formatDuration } from '../../lib/format-duration.ts';

/** Sizes, not results: they have no sign. */
const UNSIGNED: ReadonlySet<string> = new Set(['max_drawdown', 'absolute_drawdown', 'deviation']);

/** What a measure has in place of a figure. */
export function missingWords(
  { missing, n, least }: Measure,
  { sample }: MeasureText,
): string | null {
  switch (missing) {
    case null:
      return null;
    case 'not_enough_data':
      return t`Not enough data: ${formatCount(n)} of ${sampleCount(least, sample)}`;
    case 'needs_balance':
      return t`Needs a starting balance`;
    case 'balance_gone':
      return t`The balance fell to 0 or below`;
    case 'no_wins':
      return t`No winning trade`;
    case 'no_losses':
      return sample === 'days' ? t`No losing day` : t`No losing trade`;
    case 'no_drawdown':
      return t`No fall from a peak`;
    case 'no_variation':
      return t`The results do not vary`;
    case 'not_known':
      return t`Not known`;
  }
}

export function valueWords(value: number, { key, unit }: MeasureText, currency: string): string {
  return written(value, unit, currency, UNSIGNED.has(key) ? 'auto' : 'always');
}

/** @example '95%: -$1.20 to +$3.40', or from how many results on there is an interval; null for a figure without one */
export function intervalWords(
  { interval, n }: Pick<Measure, 'interval' | 'n'>,
  text: MeasureText,
  currency: string,
): string | null {
  const { intervalFrom } = text;
  if (intervalFrom !== null && n < intervalFrom)
    return t`95% interval from ${sampleCount(intervalFrom, text.sample)} on`;
  return interval === null ? null : `95%: ${endsInWords(interval, text, currency)}`;
}

function endsInWords(
  interval: MeasureInterval,
  { key, unit }: MeasureText,
  currency: string,
): string {
  const { low, high } = interval;
  const end = (level: number) =>
    written(level, unit, currency, UNSIGNED.has(key) ? 'auto' : 'always');
  if (low !== null && high !== null) return t`${end(low)} to ${end(high)}`;
  if (low !== null) return t`${end(low)} or more`;
  return high === null ? t`open` : t`${end(high)} or less`;
}

export function sampleWords(n: number, { sample }: MeasureText): string {
  return sampleCount(n, sample);
}

/** @example sampleCount(60, 'wins') // '60 winning trades' */
export function sampleCount(n: number, sample: MeasureText['sample']): string {
  switch (sample) {
    case 'trades':
      return plural(n, { one: '# trade', other: '# trades' });
    case 'wins':
      return plural(n, { one: '# winning trade', other: '# winning trades' });
    case 'losses':
      return plural(n, { one: '# losing trade', other: '# losing trades' });
    case 'risked':
      return plural(n, { one: '# trade with a stop', other: '# trades with a stop' });
    case 'followed':
      return plural(n, { one: '# trade that was followed', other: '# trades that were followed' });
    case 'followed_risked':
      return plural(n, {
        one: '# followed trade with a stop',
        other: '# followed trades with a stop',
      });
    case 'days':
      return plural(n, { one: '# trading day', other: '# trading days' });
    case 'traded_days':
      return plural(n, { one: '# day with trades', other: '# days with trades' });
    case 'spreads':
      return plural(n, {
        one: '# trade with a known spread',
        other: '# trades with a known spread',
      });
  }
}

function written(
  value: number,
  unit: MeasureUnit,
  currency: string,
  sign: 'auto' | 'always',
): string {
  switch (unit) {
    case 'money':
      return formatMoney(value, currency, sign);
    case 'percent':
      return formatPercent(value);
    case 'ratio':
      return value.toFixed(2);
    case 'r':
      return `${value.toFixed(2)} R`;
    case 'count':
      return formatCount(value);
    case 'duration':
      return formatDuration(value);
  }
}
