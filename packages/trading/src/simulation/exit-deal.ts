import { addMilliseconds, instant } from '@quorate/values/instant';
import type { Money } from '@quorate/values/money';
import type { Deal, DealReason } from '../account/deal.ts';
import type { Side } from '../account/order.ts';
import type { Quote } from '../account/valuation.ts';
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

/** What of a position decides where it is taken out; levels in whole points, null for none. */
type Levels = Readonly<{ side: Side; stopLoss: number | null; takeProfit: number | null }>;

/**
 * Whether a quote takes a position out, and where. A buy leaves at the bid, a sell at the ask: a stop at that
 * price, however far beyond the stop it is; a target at no more than the target.
 */
export function exitAt(
  { side, stopLoss, takeProfit }: Levels,
  { bid, ask }: Quote,
): Pick<Exit, 'reason' | 'points'> | undefined {
  const points = side === 'BUY' ? bid : ask;
  // Distances towards profit: for a sell the market stands on its head.
  const sign = side === 'BUY' ? 1 : -1;
  if (stopLoss !== null && sign * (points - stopLoss) <= 0) return { reason: 'stop-loss', points };
  if (takeProfit !== null && sign * (points - takeProfit) >= 0) {
    return { reason: 'take-profit', points: takeProfit };
  }
  return undefined;
}

/** Where a position leaves a bar. `atOpen`: on its first price, not somewhere inside it. */
type Exit = Readonly<{
  reason: Extract<DealReason, 'stop-loss' | 'take-profit'>;
  points: number;
  atOpen: boolean;
}>;

/**
 * Whether a bar takes a position out, and where: its open as any quote, see `exitAt`. Behind that a bar does
 * not tell in which order its prices came, so every doubt goes against the position: when it touches both the
 * stop and the target, the stop was first.
 */
export function exitOn(levels: Levels, series: CandleSeries, index: number): Exit | undefined {
  const { stopLoss, takeProfit } = levels;
  const buy = levels.side === 'BUY';
  const first = exitAt(levels, {
    bid: series.open[index] ?? Number.NaN,
    ask: series.askOpen[index] ?? Number.NaN,
  });
  if (first) return { ...first, atOpen: true };
  const low = (buy ? series.low[index] : series.askLow[index]) ?? Number.NaN;
  const high = (buy ? series.high[index] : series.askHigh[index]) ?? Number.NaN;
  if (stopLoss !== null && (buy ? low <= stopLoss : high >= stopLoss)) {
    return { reason: 'stop-loss', points: stopLoss, atOpen: false };
  }
  if (takeProfit !== null && (buy ? high >= takeProfit : low <= takeProfit)) {
    return { reason: 'take-profit', points: takeProfit, atOpen: false };
  }
  return undefined;
}
