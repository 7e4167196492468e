import { HOUR_MS, type Instant, instant, MINUTE_MS } from '@quorate/values/instant';
import { type Lots, lotsToNumber } from '@quorate/values/lots';
import { type Money, money } from '@quorate/values/money';
import type { Instrument } from '../account/instrument.ts';
import type { Side } from '../account/order.ts';
import type { Quote, Valuation } from '../account/valuation.ts';
import { type CandleSeries, closeTimeAt, timeframeMs } from '../market/candle.ts';
import { serverTimeMs } from '../market/new-york-clock.ts';
import { type Session, sessionAt } from '../market/session.ts';
import { swapNights } from '../market/trading-day.ts';
import { roundHalfAway } from '../rounding.ts';
import { ASSUMED_SWAPS, type SwapRate } from './swap-table.ts';

/** What a simulated account pays beside spread and commission, and when its broker closes for want of margin. */
export type CostModel = Readonly<{
  /** `range`: grows with the bar's range and the hour, see `slippagePoints`; a number: so many points. */
  slippage: 'range' | number;
  /** By symbol; `*` for every symbol that is not named. */
  swaps: Readonly<Record<string, SwapRate>>;
  /** Whether a symbol that is not in `swaps` has the swap of `ASSUMED_SWAPS`, or none. */
  assumesSwaps: boolean;
  /** Margin level, in percent, at or below which positions are closed; 0 for never. */
  stopOutPercent: number;
  /** Slippage, and swaps that cost, are so many times as large. */
  factor: number;
}>;

/** What a replay and a paper run take unless they are told otherwise. */
export const DEFAULT_COSTS: CostModel = {
  slippage: 'range',
  swaps: {},
  assumesSwaps: true,
  stopOutPercent: 50,
  factor: 1,
};

/** Spread and commission alone. */
export const NO_COSTS: CostModel = {
  slippage: 0,
  swaps: {},
  assumesSwaps: false,
  stopOutPercent: 0,
  factor: 1,
};

/** A bar on which something is filled: on its first price, somewhere inside it, or on its last. */
export type Fill = Readonly<{
  series: CandleSeries;
  index: number;
  when: 'open' | 'inside' | 'close';
}>;

/** Of what price moves in a minute, the part that it moves between an order and its filling. */
const MINUTE_SHARE = 0.1;

/** London and New York are deep; at night a tenth of the movement is not enough. */
const THIN: Readonly<Record<Session, number>> = {
  asia: 1.5,
  europe: 1,
  overlap: 1,
  america: 1.5,
  rollover: 3,
};
const UNKNOWN_HOUR = 1.5;

/**
 * Points by which a filling at the market or at a stop is worse than its price: a tenth of what price moves
 * in a minute of that bar, times how thin the market is at that hour. The range of a bar of n minutes is taken
 * for √n times that of a minute, so that files of minutes and of hours cost about the same. No chance is in it.
 *
 * @returns not rounded; 0 or more
 * @example
 * // An H1 bar of 150 points in London's morning: 0.1 x 150 / √60 x 1 = 1.94 points.
 * slippagePoints(DEFAULT_COSTS, { series, index, when: 'open' });
 */
export function slippagePoints({ slippage, factor }: CostModel, fill: Fill): number {
  if (slippage !== 'range') return slippage * factor;
  const { series, index } = fill;
  const range = (series.high[index] ?? Number.NaN) - (series.low[index] ?? Number.NaN);
  const minutes = timeframeMs(series.timeframe) / MINUTE_MS;
  return ((MINUTE_SHARE * range) / Math.sqrt(minutes)) * thinAt(fill) * factor;
}

function thinAt({ series, index, when }: Fill): number {
  if (when === 'close') return THIN[sessionAt(closeTimeAt(series, index))];
  if (when === 'inside' && timeframeMs(series.timeframe) > HOUR_MS) return UNKNOWN_HOUR;
  return THIN[sessionAt(instant(series.time[index] ?? Number.NaN))];
}

/** A volume of one symbol, with what its moves are worth now. */
type Worth = Readonly<{ lots: Lots; quote: Quote; valuation: Valuation }>;

/** Slippage as the fee of a deal: a cost, never positive. */
export function slippageFee(
  costs: CostModel,
  fill: Fill,
  { lots, quote, valuation }: Worth,
): Money {
  const points = slippagePoints(costs, fill);
  return points > 0 ? valuation.profitOf(-points, lots, quote) : money(0, valuation.currency);
}

/** Where the swap of a symbol comes from: told, assumed for want of better, or not known, which costs nothing. */
export function swapSource(costs: CostModel, symbol: string): 'given' | 'assumed' | 'unknown' {
  if (costs.swaps[symbol] ?? costs.swaps['*']) return 'given';
  return swapRate(costs, symbol) ? 'assumed' : 'unknown';
}

function swapRate({ swaps, assumesSwaps }: CostModel, symbol: string): SwapRate | undefined {
  const given = swaps[symbol] ?? swaps['*'];
  if (given || !assumesSwaps) return given;
  // What follows the pair is the broker's suffix.
  return ASSUMED_SWAPS[symbol.slice(0, 6).toUpperCase()];
}

/**
 * Swap of a volume over the nights that it was held, three for Wednesday's. A swap that is paid to the trader
 * stays what it is where costs are taken times a factor.
 */
export function swapOf(
  costs: CostModel,
  held: Readonly<{ instrument: Instrument; side: Side; from: Instant; to: Instant }>,
  { lots, quote, valuation }: Worth,
): Money {
  const { currency } = valuation;
  const { instrument, side, from, to } = held;
  const rate = swapRate(costs, instrument.symbol);
  if (!rate) return money(0, currency);
  const nights = swapNights(serverTimeMs(from), serverTimeMs(to));
  if (nights === 0) return money(0, currency);
  const long = side === 'BUY';
  if (rate.unit === 'account') {
    const perNight = scaled(long ? rate.longMinor : rate.shortMinor, costs);
    return money(roundHalfAway(perNight * nights * lotsToNumber(lots)), currency);
  }
  const perNight = scaled(long ? rate.long : rate.short, costs);
  const points = (perNight * nights * 10 ** instrument.digits) / instrument.contractSize;
  return valuation.profitOf(points, lots, quote);
}

function scaled(amount: number, { factor }: CostModel): number {
  return amount < 0 ? amount * factor : amount;
}
