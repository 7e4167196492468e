import type { Instant } from '@quorate/values/instant';
import { instant, isoFromInstant } from '@quorate/values/instant';
import type { CandleSeries } from './candle.ts';
import { timeframeMs } from './candle.ts';
import { openMarketMs } from './trading-day.ts';

/** One thing wrong with a series, at the bar with this index. */
export type CandleFault = Readonly<{
  kind:
    | 'gap'
    | 'crossed-quote'
    | 'duplicate'
    | 'out-of-order'
    | 'inconsistent-range'
    | 'not-positive';
  index: number;
  time: Instant;
  /** On a gap: bars that a market open on weekdays would have had before this one. */
  missingBars: number;
  message: string;
}>;

/** Ask below bid: a quote nobody can have dealt at. Nothing is ever opened or closed on such a bar. */
export function isCrossed(series: CandleSeries, index: number): boolean {
  return (
    (series.askOpen[index] ?? 0) < (series.open[index] ?? 0) ||
    (series.askClose[index] ?? 0) < (series.close[index] ?? 0) ||
    (series.askHigh[index] ?? 0) < (series.high[index] ?? 0) ||
    (series.askLow[index] ?? 0) < (series.low[index] ?? 0)
  );
}

/**
 * Looks a whole series over before it is trusted. Weekends are no gaps; holidays and holes are, and
 * their size tells them apart.
 *
 * @returns faults in the order of the bars; empty for a clean series
 * @example candleFaults(series).filter((fault) => fault.kind === 'gap' && fault.missingBars > 24)
 */
export function candleFaults(series: CandleSeries): CandleFault[] {
  const faults: CandleFault[] = [];
  const stepMs = timeframeMs(series.timeframe);

  function add(kind: CandleFault['kind'], index: number, detail: string, missingBars = 0): void {
    const time = instant(series.time[index] ?? 0);
    const message = `bar ${index} (${isoFromInstant(time)}): ${detail}`;
    faults.push({ kind, index, time, missingBars, message });
  }

  for (let i = 0; i < series.length; i += 1) {
    const time = series.time[i] ?? 0;
    const before = series.time[i - 1];
    if (before !== undefined) {
      if (time === before) add('duplicate', i, 'has the time of the bar before it');
      else if (time < before) add('out-of-order', i, 'is older than the bar before it');
      else if (time - before > stepMs) {
        const missing = Math.floor(openMarketMs(instant(before + stepMs), instant(time)) / stepMs);
        if (missing > 0)
          add('gap', i, `${missing} ${series.timeframe} bars are missing before it`, missing);
      }
    }
    const range =
      rangeFault('bid', series.open[i], series.high[i], series.low[i], series.close[i]) ??
      rangeFault('ask', series.askOpen[i], series.askHigh[i], series.askLow[i], series.askClose[i]);
    if (range) add('inconsistent-range', i, range);
    if ((series.low[i] ?? 0) <= 0) add('not-positive', i, `the low is ${series.low[i]} points`);
    if (isCrossed(series, i)) {
      add('crossed-quote', i, `ask ${series.askClose[i]} and bid ${series.close[i]} points cross`);
    }
  }
  return faults;
}

function rangeFault(side: string, open = 0, high = 0, low = 0, close = 0): string | undefined {
  if (low <= Math.min(open, close) && high >= Math.max(open, close)) return undefined;
  return `${side} open ${open}, high ${high}, low ${low}, close ${close} points do not fit together`;
}
