import type { CandleSeries } from '../candle.ts';
import { candleFaults } from '../candle-faults.ts';
import { clockFindings } from './clock-guard.ts';
import { gapFindings } from './gap-guard.ts';
import type { GuardFinding, GuardKind } from './guard-finding.ts';
import { momentText } from './moment-text.ts';
import { outlierFindings } from './outlier-guard.ts';

/**
 * Looks a series over before anything is traded on it: holes against the trading calendar, crossed
 * quotes, broken bars, a clock that does not fit, bars unlike their neighbours.
 *
 * @param zone how the times were read; the other one is suggested where it fits better
 * @param whole the series that it is a part of: whether the clock fits shows over many weeks
 * @returns nothing for a clean series
 * @example guardSeries(series, 'utc').map(({ message }) => message)
 */
export function guardSeries(
  series: CandleSeries,
  zone: 'server' | 'utc',
  whole = series,
): GuardFinding[] {
  const faults = candleFaults(series);
  const crossed = faults.filter(({ kind }) => kind === 'crossed-quote');
  const broken = faults.filter(({ kind }) => kind !== 'gap' && kind !== 'crossed-quote');
  return [
    ...clockFindings(whole, zone),
    ...gapFindings(
      series,
      faults.filter(({ kind }) => kind === 'gap'),
    ),
    ...bars('crossed-quotes', crossed, 'have an ask below their bid; nothing is traded on them'),
    ...bars('broken-bars', broken, 'repeat, run backwards or contradict themselves'),
    ...outlierFindings(series),
  ];

  function bars(kind: GuardKind, found: readonly { time: number }[], what: string): GuardFinding[] {
    const [first] = found;
    const last = found.at(-1);
    if (!first || !last) return [];
    const span =
      found.length === 1
        ? momentText(first.time)
        : `from ${momentText(first.time)} to ${momentText(last.time)}`;
    const message = `${series.symbol}: ${found.length} of ${series.length} bars ${what} (${span}).`;
    return [{ kind, level: 'warning', count: found.length, message }];
  }
}
