import type { Measure, MeasureInterval } from '@quorate/contract/performance';
import { roundHalfAway, roundTo } from '@quorate/trading/rounding';
import type { Interval } from '@quorate/trading/statistics/interval';
import { MEASURES } from '@quorate/trading/statistics/measures/catalogue';
import type { MeasureUnit } from '@quorate/trading/statistics/measures/measure';
import type { Performance } from '@quorate/trading/statistics/performance';
import { type Currency, money, moneyToNumber } from '@quorate/values/money';

/** Decimals of what is not money. */
const DECIMALS: Readonly<Record<Exclude<MeasureUnit, 'money'>, number>> = {
  percent: 4,
  ratio: 6,
  r: 6,
  count: 0,
  duration: 0,
};

/** The measures as they travel, in the order of the catalogue. */
export function toMeasures(found: Performance, currency: Currency): Measure[] {
  return MEASURES.map(({ key, unit, least }) => {
    const { value, n, missing, interval } = found[key];
    const rounded = (level: number) => roundedTo(unit, level, currency);
    return {
      key,
      value: value === null ? null : rounded(value),
      n,
      least,
      missing,
      interval: toInterval(interval, rounded),
    };
  });
}

export function toInterval(
  interval: Interval | null,
  rounded: (level: number) => number,
): MeasureInterval | null {
  if (interval === null) return null;
  const { low, high } = interval;
  return { low: low === null ? null : rounded(low), high: high === null ? null : rounded(high) };
}

/** Money in major units from minor ones that may have a fraction. */
export function amountOf(minor: number, currency: Currency): number {
  return moneyToNumber(money(roundHalfAway(minor), currency));
}

export function percentOf(percent: number): number {
  return roundTo(percent, DECIMALS.percent);
}

function roundedTo(unit: MeasureUnit, level: number, currency: Currency): number {
  return unit === 'money' ? amountOf(level, currency) : roundTo(level, DECIMALS[unit]);
}
