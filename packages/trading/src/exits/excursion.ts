import { addMilliseconds, type Instant } from '@quorate/values/instant';
import { type Money, money } from '@quorate/values/money';
import type { Side } from '../account/order.ts';
import type { Trade } from '../account/trade.ts';
import type { Valuation } from '../account/valuation.ts';
import { type CandleSeries, firstAtOrAfter, timeframeMs } from '../market/candle.ts';
import { isCrossed } from '../market/candle-faults.ts';
import { roundHalfAway } from '../rounding.ts';
import { signOf } from './exit.ts';

/** How far a trade was ahead at its best (0 or more) and behind at its worst (0 or less), before costs. */
export type Excursion = Readonly<{ best: Money; worst: Money }>;

/** The same in points, as it is followed from bar to bar. */
export type ExcursionWatch = {
  bestPoints: number;
  worstPoints: number;
  /** Next bar to be looked at; the one that the trade was opened in at first. */
  next: number;
  /** Bars that have closed since the opening. */
  bars: number;
  /** Whether the series reaches back to the opening. */
  readonly isWhole: boolean;
};

/** An order leaves this long after its bar at most; one that was opened later in a bar was not there for all of it. */
const AT_ONCE_MS = 60_000;

type Watched = Readonly<{ side: Side; entry: number; openedAt: Instant }>;

/** Begins at the bar that a trade was opened in, however long ago: what was missed is looked at again. */
export function watchExcursion(openedAt: Instant, series: CandleSeries): ExcursionWatch {
  // The newest bar that had opened by then.
  const next = Math.max(0, firstAtOrAfter(series, openedAt + 1) - 1);
  const isWhole = (series.time[0] ?? Number.POSITIVE_INFINITY) <= openedAt;
  return { bestPoints: 0, worstPoints: 0, next, bars: 0, isWhole };
}

/**
 * Takes in every bar up to `index`, at the side of the quote that the trade is closed at. Of a bar that it was
 * opened well inside of, only the close counts; a crossed quote tells nothing.
 */
export function followBars(
  watch: ExcursionWatch,
  { side, entry, openedAt }: Watched,
  series: CandleSeries,
  index: number,
): void {
  const buy = side === 'BUY';
  const sign = signOf(side);
  for (; watch.next <= index; watch.next += 1) {
    const at = watch.next;
    if ((series.time[at] ?? 0) + timeframeMs(series.timeframe) <= openedAt) continue;
    watch.bars += 1;
    if (isCrossed(series, at)) continue;
    const isPart = !isWhollyIn(openedAt, series, at);
    const last = (buy ? series.close[at] : series.askClose[at]) ?? Number.NaN;
    const best = isPart ? last : ((buy ? series.high[at] : series.askLow[at]) ?? Number.NaN);
    const worst = isPart ? last : ((buy ? series.low[at] : series.askHigh[at]) ?? Number.NaN);
    countGain(watch, sign * (best - entry));
    countGain(watch, sign * (worst - entry));
  }
}

/** Whether a trade was there for all of a bar, as far as anybody can tell. */
export function isWhollyIn(openedAt: Instant, series: CandleSeries, at: number): boolean {
  return openedAt <= (series.time[at] ?? 0) + AT_ONCE_MS;
}

/** Bars that closed before a moment: what a closing deal may still have to look at. */
export function lastClosedBefore(series: CandleSeries, moment: Instant): number {
  return firstAtOrAfter(series, addMilliseconds(moment, 1 - timeframeMs(series.timeframe))) - 1;
}

/** Of the bar that ends a trade only the price that ended it counts: nobody knows what came before it. */
export function countGain(watch: ExcursionWatch, points: number): void {
  if (points > watch.bestPoints) watch.bestPoints = points;
  if (points < watch.worstPoints) watch.worstPoints = points;
}

/** In money of the whole opened volume; undefined where bars since the opening are missing. */
export function excursionOf(
  watch: ExcursionWatch,
  { side, lots, openPrice }: Pick<Trade, 'side' | 'lots' | 'openPrice'>,
  valuation: Valuation,
): Excursion | undefined {
  if (!watch.isWhole) return undefined;
  const worth = (points: number): Money | undefined => {
    const price = openPrice.points + signOf(side) * points;
    const minor = roundHalfAway(valuation.minorOf(points, lots, { bid: price, ask: price }));
    return Number.isSafeInteger(minor) ? money(minor, valuation.currency) : undefined;
  };
  const [best, worst] = [worth(watch.bestPoints), worth(watch.worstPoints)];
  return best && worst ? { best, worst } : undefined;
}
