import { instrumentFor } from '@quorate/trading/account/instrument';
import { orderKeyFromBits } from '@quorate/trading/account/order';
import { type CandleSeries, closeTimeAt } from '@quorate/trading/market/candle';
import { createEma } from '@quorate/trading/market/indicators/ema';
import { NO_COSTS } from '@quorate/trading/simulation/costs';
import { createSimulatedBroker } from '@quorate/trading/simulation/simulated-broker';
import { addMilliseconds, HOUR_MS } from '@quorate/values/instant';
import { lotsFromDecimal } from '@quorate/values/lots';
import { currencyOf, money } from '@quorate/values/money';
import { price } from '@quorate/values/price';

export const STOP_POINTS = 300;
export const TARGET_POINTS = 600;
const USD = currencyOf('USD');

/** The same bars with one price for both sides. */
export function onePriced(series: CandleSeries): CandleSeries {
  const { open, high, low, close } = series;
  return { ...series, askOpen: open, askHigh: high, askLow: low, askClose: close };
}

/**
 * Buys 0.10 lots where the average of 20 closes crosses above that of 50 and nothing is held, with a stop
 * and a target, through the simulated broker and its account.
 *
 * @returns orders that were placed, and points that closed positions brought
 */
export function tradeCrossings(series: CandleSeries): { trades: number; points: number } {
  const instrument = instrumentFor(series.symbol, series.digits, USD);
  if ('kind' in instrument) throw new Error(instrument.message);
  const start = money(100_000_000, USD);
  const broker = createSimulatedBroker({
    instruments: [instrument],
    start,
    leverage: 30,
    costs: NO_COSTS,
  });
  const lots = lotsFromDecimal('0.10', instrument.volumeStep);
  const fast = createEma(20);
  const slow = createEma(50);
  let above = true;
  let trades = 0;
  let points = 0;
  for (let index = 0; index < series.length; index += 1) {
    for (const event of broker.barClosed(series, index)) {
      if (event.kind !== 'deal') continue;
      points += event.deal.entry === 'in' ? -event.deal.price.points : event.deal.price.points;
    }
    const close = series.close[index] ?? Number.NaN;
    const isAbove = !(fast(close) <= slow(close));
    const crossed = isAbove && !above;
    above = isAbove;
    if (!crossed || broker.positions().length > 0) continue;
    const placedAt = closeTimeAt(series, index);
    broker.place({
      key: orderKeyFromBits(index, 0),
      symbol: series.symbol,
      side: 'BUY',
      lots,
      stopLoss: price(close - STOP_POINTS, series.digits),
      takeProfit: price(close + TARGET_POINTS, series.digits),
      placedAt,
      expiresAt: addMilliseconds(placedAt, 72 * HOUR_MS),
      decisionId: null,
    });
    trades += 1;
  }
  return { trades, points };
}
