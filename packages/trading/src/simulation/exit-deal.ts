import { addMilliseconds, instant } from '@quorate/values/instant';
import type { Money } from '@quorate/values/money';
import type { Deal } from '../account/deal.ts';
import { type CandleSeries, closeTimeAt } from '../market/candle.ts';
import { exitOn } from './exit-rule.ts';
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
