import { addMilliseconds, instant } from '@quorate/values/instant';
import type { Money } from '@quorate/values/money';
import type { Deal, DealReason } from '../account/deal.ts';
import type { Side } from '../account/order.ts';
import { type CandleSeries, closeTimeAt } from '../market/candle.ts';
import { closingDeal, type Held } from './held-position.ts';

/** The deal by which a bar takes a position out, if it does. */
export function exitDeal(
  each: Held,
  series: CandleSeries,
  index: number,
  nothing: Money,
): Deal | undefined {
  const { side, lots: volume, stopLoss, takeProfit } = each.position;
  const levels = {
    side,
    stopLoss: stopLoss?.points ?? null,
    takeProfit: takeProfit?.points ?? null,
  };
  const exit = exitOn(levels, series, index);
  if (!exit) return undefined;
  const { points, reason, atOpen } = exit;
  const spread = atOpen
    ? (series.askOpen[index] ?? Number.NaN) - (series.open[index] ?? Number.NaN)
    : (series.askClose[index] ?? Number.NaN) - (series.close[index] ?? Number.NaN);
  const bid = side === 'BUY' ? points : points - spread;
  // Inside a bar the moment is unknown; its last millisecond keeps the deal on the bar's day.
  const time = atOpen
    ? instant(series.time[index] ?? Number.NaN)
    : addMilliseconds(closeTimeAt(series, index), -1);
  const quote = { bid, ask: bid + spread };
  return closingDeal(each, { points, lots: volume, time, reason, quote }, nothing);
}

/** Where a position leaves a bar. `atOpen`: on its first price, not somewhere inside it. */
type Exit = Readonly<{
  reason: Extract<DealReason, 'stop-loss' | 'take-profit'>;
  points: number;
  atOpen: boolean;
}>;

/**
 * Whether a bar takes a position out, and where. A buy leaves at the bid, a sell at the ask.
 *
 * A bar does not tell in which order its prices came, so every doubt goes against the position: when
 * it touches both the stop and the target, the stop was first; a bar that opens beyond the stop fills
 * at the worse open; one that opens beyond the target pays no more than the target.
 *
 * @param stopLoss and takeProfit in whole points, null for none
 */
export function exitOn(
  position: Readonly<{ side: Side; stopLoss: number | null; takeProfit: number | null }>,
  series: CandleSeries,
  index: number,
): Exit | undefined {
  const { stopLoss, takeProfit } = position;
  const buy = position.side === 'BUY';
  // Distances towards profit: for a sell the market stands on its head.
  const sign = buy ? 1 : -1;
  const open = sign * ((buy ? series.open[index] : series.askOpen[index]) ?? Number.NaN);
  const best = sign * ((buy ? series.high[index] : series.askLow[index]) ?? Number.NaN);
  const worst = sign * ((buy ? series.low[index] : series.askHigh[index]) ?? Number.NaN);
  const stop = stopLoss === null ? Number.NEGATIVE_INFINITY : sign * stopLoss;
  const target = takeProfit === null ? Number.POSITIVE_INFINITY : sign * takeProfit;

  if (open <= stop) return { reason: 'stop-loss', points: sign * open, atOpen: true };
  if (open >= target) return { reason: 'take-profit', points: sign * target, atOpen: true };
  if (worst <= stop) return { reason: 'stop-loss', points: sign * stop, atOpen: false };
  if (best >= target) return { reason: 'take-profit', points: sign * target, atOpen: false };
  return undefined;
}
