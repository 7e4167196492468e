import { roundTo } from '../rounding.ts';
import { likeliest, type Ridge } from './logistic-fit.ts';
import { LEAST_OUTCOMES } from './platt.ts';
import { type CalibrationCell, saidCells } from './trust-from-cells.ts';

/** Firmer than a voter's: what the pool is made of has been corrected already. */
const RIDGE: Ridge = { slope: 6, offset: 0 };

/**
 * What the pool's log-odds have to be multiplied by to come true. A mean of independent views is less
 * sure than they are together, and than the best of them; a mean of copies is not. Which of the two a
 * panel is, only its record can tell.
 *
 * @param cells what came after pooled chances, as they were before this correction
 * @returns 1 with fewer than 50 outcomes; never negative
 */
export function poolSlopeFromCells(cells: readonly CalibrationCell[]): number {
  const said = saidCells(cells);
  const outcomes = said.reduce((sum, { ups, downs }) => sum + ups + downs, 0);
  if (outcomes < LEAST_OUTCOMES) return 1;
  const { slope } = likeliest(said, RIDGE, 'slope', { slope: 1, offset: 0 });
  return roundTo(Math.max(0, slope), 6);
}
