import { roundTo } from '../rounding.ts';
import { boundedChance, chanceOf, logOddsOf } from './log-odds.ts';
import { likeliest, type Ridge, type SaidCell } from './logistic-fit.ts';
import type { Platt } from './trust.ts';

/** Outcomes from which on a record corrects anything. */
export const LEAST_OUTCOMES = 50;

/** The offset's is worth 100 outcomes: more rises than falls in a short record are luck. */
export const PLATT_RIDGE: Ridge = { slope: 1, offset: 25 };

const DECIMALS = 6;

/** What a voter's chance is worth by its record: 0.01 to 0.99, four decimals; as said without one. */
export function recalibrated(said: number, platt: Platt | null): number {
  const chance = boundedChance(said);
  if (!platt) return chance;
  const logOdds = platt.slope * logOddsOf(chance) + platt.offset;
  return roundTo(boundedChance(chanceOf(logOdds)), 4);
}

/**
 * Fits a recalibration to a voter's record (Platt 1999), held towards "as said" by a ridge, so that a
 * short or one-sided record moves it little. A voter that was wrong more often than right is flattened,
 * not turned round: that it errs is known, that it will go on erring the same way is not.
 *
 * @returns null with fewer than 50 outcomes
 * @example fitPlatt([{ said: 0.9, ups: 60, downs: 40 }, { said: 0.1, ups: 40, downs: 60 }]) // { slope: 0.188042, offset: 0 }
 */
export function fitPlatt(cells: readonly SaidCell[]): Platt | null {
  const outcomes = cells.reduce((sum, { ups, downs }) => sum + ups + downs, 0);
  if (outcomes < LEAST_OUTCOMES) return null;
  const free = likeliest(cells, PLATT_RIDGE, 'both', { slope: 1, offset: 0 });
  const { slope, offset } =
    free.slope < 0 ? likeliest(cells, PLATT_RIDGE, 'offset', { slope: 0, offset: 0 }) : free;
  return { slope: roundTo(slope, DECIMALS), offset: roundTo(offset, DECIMALS) };
}
