import type { Lots } from '@quorate/values/lots';
import type { Instrument } from '../account/instrument.ts';
import type { Position } from '../account/position.ts';
import type { Quote, Valuation } from '../account/valuation.ts';
import { LEAST_SHARE } from './slip-reserve.ts';

/** What one symbol's positions are measured with at one moment: looked up once, whatever is open. */
export type SymbolTerms = Readonly<{
  instrument: Instrument;
  valuation: Valuation;
  quote: Quote;
  /** Minor units that one point of one volume step loses at the worse rate of now; 0 where it depends on the price. */
  stepMinor: number;
  /** Points kept for a stop that slips, see `reservePoints`. */
  reserve: number;
  /** Points that it may slip at the very worst. */
  worst: number;
}>;

/** What is open may lose so much from now on: minor units, not rounded. One object adds up all of it. */
export type RiskSum = {
  /** From the opening price to the stop with commission, as firms count it; a stop beyond it risks nothing. */
  atStopsMinor: number;
  /** From now to the stops, with commission, swap and what is kept for slips: `W`. */
  openRiskMinor: number;
  /** What exits lose beyond what `openRiskMinor` keeps for them, if all slip at their very worst. */
  worstBeyondMinor: number;
  /** What closing everything now would cost beside its price. */
  closingMinor: number;
};

export function noRisk(): RiskSum {
  return { atStopsMinor: 0, openRiskMinor: 0, worstBeyondMinor: 0, closingMinor: 0 };
}

/**
 * @param reserve points kept for a stop that slips
 * @param worst points that one slips at the very worst
 */
export function termsOf(
  instrument: Instrument,
  valuation: Valuation,
  quote: Quote,
  reserve: number,
  worst = reserve,
): SymbolTerms {
  // In a third currency a rate is looked up for each valuation; the loss is linear in points and steps.
  const linear = valuation.rate !== undefined;
  const many = { steps: 1_000, step: instrument.volumeStep };
  const stepMinor = linear ? -valuation.minorOf(-1_000, many, quote) / 1e6 : 0;
  return { instrument, valuation, quote, stepMinor, reserve, worst: Math.max(worst, reserve) };
}

/** Points from the price a position would be closed at now to its stop; 0 where the stop has been passed. */
export function pointsToStop(
  { side }: Pick<Position, 'side'>,
  stop: number,
  { bid, ask }: Quote,
): number {
  return Math.max(0, side === 'BUY' ? bid - stop : stop - ask);
}

/** What so many points against a position cost, at the worse of the rate of now and the rate down there. */
export function lossMinor(
  { valuation, quote, stepMinor }: SymbolTerms,
  side: Position['side'],
  points: number,
  volume: Lots,
): number {
  if (stepMinor > 0) return stepMinor * points * volume.steps;
  if (points === 0) return 0;
  // A falling price makes a point worth more where the account is in the pair's first currency.
  const at = side === 'BUY' ? Math.max(1, quote.bid - points) : quote.bid;
  return -valuation.minorOf(-points, volume, { bid: at, ask: at });
}

/**
 * What an open position loses on so many points. Where a point is worth what the price makes it, what has been won or
 * lost already is worth something else there, too.
 *
 * @param won points from the opening price to now, negative where they are lost
 */
function lossFromNow(
  terms: SymbolTerms,
  side: Position['side'],
  points: number,
  won: number,
  volume: Lots,
): number {
  const loss = lossMinor(terms, side, points, volume);
  if (terms.stepMinor > 0 || points === 0) return loss;
  const { valuation, quote } = terms;
  const at = Math.max(1, side === 'BUY' ? quote.bid - points : quote.bid + points);
  const there = valuation.minorOf(won - points, volume, { bid: at, ask: at });
  return Math.max(loss, valuation.minorOf(won, volume, quote) - there);
}

/**
 * Adds what one position may lose from now down to its stop: the loss at the worse side with commission and
 * swap, times `g`, where `g` is 1 and the larger of a quarter and the slip reserve as a share of the way to the
 * stop. What it has won so far is lost first: no profit of one pays for the stop of another.
 *
 * @param swapMinor a cost, never negative: what equity does not hold yet, with the nights up to the next turn
 */
export function addPosition(
  sum: RiskSum,
  { side, lots: volume, stopLoss, openPrice }: Position,
  terms: SymbolTerms,
  swapMinor: number,
): void {
  const stop = stopLoss?.points ?? 0;
  const { quote } = terms;
  const way = pointsToStop({ side }, stop, quote);
  const costs = -terms.valuation.commissionOf(volume).minor + swapMinor;
  const won = side === 'BUY' ? quote.bid - openPrice.points : openPrice.points - quote.ask;
  const atStop = lossFromNow(terms, side, way, won, volume) + costs;
  const slipped = lossFromNow(terms, side, way + terms.reserve, won, volume) + costs;
  const risked = side === 'BUY' ? openPrice.points - stop : stop - openPrice.points;
  sum.atStopsMinor += Math.max(0, lossMinor(terms, side, risked, volume) + costs);
  const kept = Math.max(atStop * (1 + LEAST_SHARE), slipped);
  sum.openRiskMinor += kept;
  const beyond = lossFromNow(terms, side, way + terms.worst, won, volume) + costs - kept;
  sum.worstBeyondMinor += Math.max(0, beyond);
  sum.closingMinor += costs;
}

/** Adds what was summed up on its own. */
export function addRisk(sum: RiskSum, other: RiskSum): void {
  sum.atStopsMinor += other.atStopsMinor;
  sum.openRiskMinor += other.openRiskMinor;
  sum.closingMinor += other.closingMinor;
  sum.worstBeyondMinor += other.worstBeyondMinor;
}

/** Adds an order that is on its way, or one that may follow: it has lost nothing yet, and may lose all of it. */
export function addOrder(
  sum: RiskSum,
  { atStopMinor, neededMinor, worstBeyondMinor }: OrderRisk,
): void {
  sum.atStopsMinor += atStopMinor;
  sum.openRiskMinor += neededMinor;
  sum.worstBeyondMinor += worstBeyondMinor;
}

/** What an order may lose, in minor units: at its stop, with what is kept for its slip, and beyond that at the worst. */
export type OrderRisk = Readonly<{
  symbol: string;
  atStopMinor: number;
  neededMinor: number;
  worstBeyondMinor: number;
}>;

/** What an order of so much at its stop needs, with what is kept for its slip. */
export function withReserve(atStopMinor: number, reserveMinor: number): number {
  return Math.max(atStopMinor * (1 + LEAST_SHARE), atStopMinor + reserveMinor);
}

/** The nearest stop at which a position still fits, in points from the price; below 0 where none does. */
export function pointsThatFit(
  { side, lots: volume }: Position,
  terms: SymbolTerms,
  swapMinor: number,
  allowedMinor: number,
): number {
  const costs = -terms.valuation.commissionOf(volume).minor + swapMinor;
  const perPoint = lossMinor(terms, side, 1_000, volume) / 1_000;
  if (!(perPoint > 0)) return -1;
  const byShare = (allowedMinor / (1 + LEAST_SHARE) - costs) / perPoint;
  const byReserve = (allowedMinor - costs) / perPoint - terms.reserve;
  return Math.floor(Math.min(byShare, byReserve));
}
