import type { CandleSeries } from '../candle.ts';
import { EXAMPLES, type GuardFinding } from './guard-finding.ts';
import { momentText } from './moment-text.ts';

/** A bar this many times as high as its neighbours have been is looked at. */
const FACTOR = 25;
/** Bars that the average remembers. */
const MEMORY = 100;

/**
 * Bars whose range is many times that of the bars before them: news, or a wrong price. They are told and
 * traded on, because the worst moments of a market look like this, too.
 */
export function outlierFindings(series: CandleSeries): GuardFinding[] {
  const { high, low, time, length, symbol } = series;
  const found: number[] = [];
  let average = 0;
  for (let index = 0; index < length; index += 1) {
    const range = (high[index] ?? 0) - (low[index] ?? 0);
    if (index >= MEMORY && range > FACTOR * Math.max(1, average)) found.push(index);
    const weight = index < MEMORY ? 1 / (index + 1) : 1 / MEMORY;
    // An outlier must not hide the next one.
    average +=
      weight * (Math.min(range, index < MEMORY ? range : 5 * Math.max(1, average)) - average);
  }
  if (found.length === 0) return [];
  const named = found
    .toSorted((a, b) => rangeAt(b) - rangeAt(a) || a - b)
    .slice(0, EXAMPLES)
    .map((index) => `${momentText(time[index] ?? 0)}: ${rangeAt(index)} points`);
  const message =
    `${symbol}: ${found.length} ${found.length === 1 ? 'bar is' : 'bars are'} more than ${FACTOR} times as high as the ` +
    `${MEMORY} before (${named.join('; ')}${found.length > EXAMPLES ? '; …' : ''}).`;
  return [{ kind: 'outliers', level: 'note', count: found.length, message }];

  function rangeAt(index: number): number {
    return (high[index] ?? 0) - (low[index] ?? 0);
  }
}
