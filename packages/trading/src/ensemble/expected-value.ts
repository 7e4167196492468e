import type { Ballot } from '../analysts/vote.ts';
import { sortInPlace } from './steady-sum.ts';

/** The cost of a round trip in ATR: the spread, and commission as so many points of price. */
export function costAtrOf(
  snapshot: Readonly<{ spread_points: number; atr_points: number }>,
  commissionPoints = 7,
): number {
  return (snapshot.spread_points + commissionPoints) / snapshot.atr_points;
}

/**
 * Probability that price goes `up` ATR up before it goes `down` ATR down, for a random walk that goes
 * one ATR up before one down with probability `pUp`.
 *
 * With q = (1 - pUp) / pUp it is (1 - q^down) / (1 - q^(down + up)), the classic ruin formula; at
 * pUp = 0.5, where that is 0/0, it is down / (down + up).
 *
 * @param pUp above 0 and below 1
 * @example probabilityOfTarget(0.5, 1.5, 3) // 0.3333…
 */
export function probabilityOfTarget(pUp: number, down: number, up: number): number {
  const logQ = Math.log((1 - pUp) / pUp);
  if (Math.abs(logQ) < 1e-9) return down / (down + up);
  // Written with expm1: near 0.5 both differences are small and would lose their digits.
  return Math.expm1(logQ * down) / Math.expm1(logQ * (down + up));
}

/**
 * What a trade earns on average, in R (what it stands to lose at its stop), after costs:
 * P * target/stop - (1 - P) - cost/stop.
 *
 * @param pRight probability that price goes one ATR the trade's way before one ATR against it
 * @param stopLossAtr and takeProfitAtr, costAtr: distances in ATR; cost is the whole round trip
 * @example expectedR({ pRight: 0.55, stopLossAtr: 1.5, takeProfitAtr: 3, costAtr: 0.15 }) // 0.210…
 */
export function expectedR(trade: {
  pRight: number;
  stopLossAtr: number;
  takeProfitAtr: number;
  costAtr: number;
}): number {
  const { pRight, stopLossAtr, takeProfitAtr, costAtr } = trade;
  const wins = probabilityOfTarget(pRight, stopLossAtr, takeProfitAtr);
  return (wins * takeProfitAtr - costAtr) / stopLossAtr - (1 - wins);
}

/** Where those who agree want to leave: medians, so that one odd wish moves little. */
export type Stops = Readonly<{ stopLossAtr: number; takeProfitAtr: number }>;

/** @returns null where nobody names any */
export function stopsOf(agreeing: readonly Ballot[]): Stops | null {
  const stopLossAtr = median(agreeing.map((vote) => vote.stopLossAtr));
  const takeProfitAtr = median(agreeing.map((vote) => vote.takeProfitAtr));
  return stopLossAtr === null || takeProfitAtr === null ? null : { stopLossAtr, takeProfitAtr };
}

function median(wishes: (number | null)[]): number | null {
  const sorted = sortInPlace(areNumbers(wishes) ? wishes : wishes.filter((wish) => wish !== null));
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? null : (upper + lower) / 2;
}

function areNumbers(wishes: readonly (number | null)[]): wishes is number[] {
  return !wishes.includes(null);
}
