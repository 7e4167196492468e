import { type Instant, instant, instantFromIso } from '@quorate/values/instant';
import { lotsFromDecimal } from '@quorate/values/lots';
import { currencyOf, type Money, money, moneyFromDecimal } from '@quorate/values/money';
import { priceFromDecimal } from '@quorate/values/price';
import { type Instrument, instrumentFor } from '../account/instrument.ts';
import type { MarketOrder, OrderKey } from '../account/order.ts';
import type { AccountState } from '../account/position.ts';
import type { Vote } from '../analysts/vote.ts';
import type { CandleSeries, Timeframe } from '../market/candle.ts';
import { timeframeMs } from '../market/candle.ts';
import { createCandleBuilder } from '../market/candle-builder.ts';
import type { SnapshotIndicators } from '../market/market-reader.ts';
import type { Snapshot } from '../market/snapshot.ts';

/** The currency of the accounts that tests use. */
export const USD = currencyOf('USD');

/** Monday 6 January 2025, 10:00 in UTC: the market is open, London and New York are awake soon. */
export const MONDAY = instantFromIso('2025-01-06T10:00:00Z');

/** An amount in US dollars. @example usd('12.34') */
export function usd(text: string): Money {
  return moneyFromDecimal(text, USD);
}

/** EURUSD at five digits in a dollar account: 1 point of 1 lot is 1 dollar; 3.50 a lot and side. */
export function anInstrument(changes: Partial<Instrument> = {}): Instrument {
  const instrument = instrumentFor('EURUSD', 5, USD);
  if ('kind' in instrument) throw new Error(instrument.message);
  return { ...instrument, ...changes };
}

/** One bar as [open, high, low, close] of the bid in points, and its spread where it is not 10. */
export type Row = readonly [
  open: number,
  high: number,
  low: number,
  close: number,
  spread?: number,
];

/** Bars without a gap from `from` on. */
export function aSeries(
  rows: readonly Row[],
  market: { symbol?: string; timeframe?: Timeframe; digits?: number; from?: Instant } = {},
): CandleSeries {
  const { symbol = 'EURUSD', timeframe = 'H1', digits = 5, from = MONDAY } = market;
  const builder = createCandleBuilder({ symbol, timeframe, digits }, rows.length);
  for (const [index, [open, high, low, close, spread = 10]] of rows.entries()) {
    const time = instant(from + index * timeframeMs(timeframe));
    builder.pushBid({ time, open, high, low, close }, spread);
  }
  return builder.series;
}

/** The order to buy 0.10 EURUSD with a stop at 1.10000 and a target at 1.10600, for a quote around 1.10200. */
export function anOrder(changes: Partial<MarketOrder> = {}): MarketOrder {
  return {
    key: 'AAAAAAAAAA' as OrderKey,
    symbol: 'EURUSD',
    side: 'BUY',
    lots: lotsFromDecimal('0.10', anInstrument().volumeStep),
    stopLoss: priceFromDecimal('1.10000', 5),
    takeProfit: priceFromDecimal('1.10600', 5),
    placedAt: MONDAY,
    expiresAt: instant(MONDAY + timeframeMs('D1')),
    decisionId: null,
    ...changes,
  };
}

/** An account with 10,000 US dollars, nothing open, at 1:30. */
export function anAccount(changes: Partial<AccountState> = {}): AccountState {
  const balance = usd('10000');
  const none = money(0, USD);
  return {
    currency: USD,
    balance,
    equity: balance,
    margin: none,
    freeMargin: balance,
    leverage: 30,
    ...changes,
  };
}

/** Indicators of a market in which nothing is going on. */
export function someIndicators(changes: Partial<SnapshotIndicators> = {}): SnapshotIndicators {
  return {
    close_less_ema20: 0,
    close_less_ema50: 0,
    ema20_less_ema50: 0,
    adx14: 12,
    plus_di14: 20,
    minus_di14: 20,
    rsi14: 50,
    zscore20: 0,
    above_high20: -1,
    below_low20: -1,
    atr_ratio50: 1,
    ...changes,
  };
}

/** A snapshot of EURUSD H1 with an ATR of 150 points and a spread of 12. */
export function aSnapshot(indicators: Partial<SnapshotIndicators> = {}): Snapshot {
  return {
    v: 1,
    symbol: 'EURUSD',
    timeframe: 'H1',
    as_of: '2025-01-06T11:00:00.000Z',
    digits: 5,
    atr_points: 150,
    spread_points: 12,
    bars: Array.from({ length: 30 }, (_, i) => [0, 0.5, -0.5, (i % 3) / 10]),
    indicators: someIndicators(indicators),
    session: 'europe',
  };
}

/** A vote to buy with a stop of 1.5 and a target of 3 ATR. */
export function aVote(changes: Partial<Vote> = {}): Vote {
  return {
    analyst: 'trend',
    model: 'offline',
    action: 'BUY',
    pUp: 0.6,
    stopLossAtr: 1.5,
    takeProfitAtr: 3,
    evidence: [{ field: 'indicators.adx14', value: 12 }],
    reason: 'because',
    abstained: false,
    ...changes,
  };
}
