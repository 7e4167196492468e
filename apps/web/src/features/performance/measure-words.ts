import { t } from '@lingui/core/macro';
import type { Measure, MeasureInterval } from '@quorate/contract/performance';
import {
  intervalFromWords,
  type MeasureText,
  type MeasureUnit,
  SAMPLE_WORDS,
} from '@quorate/trading/statistics/measures/measure';
import { countOf, formatCount, formatMoney, formatPercent } from '@quorate/ui/format';
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
      return t`Not enough data: ${formatCount(n)} of ${countOf(least, ...SAMPLE_WORDS[sample])}`;
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
    return t`95% interval from ${intervalFromWords(text) ?? ''} on`;
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
  return high === null ? 'open' : t`${end(high)} or less`;
}

export function sampleWords(n: number, { sample }: MeasureText): string {
  return countOf(n, ...SAMPLE_WORDS[sample]);
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
