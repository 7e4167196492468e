import { roundTo } from '../rounding.ts';
import { chanceOf, logOddsOf } from './log-odds.ts';
import { firmnessAt, type SaidCell } from './logistic-fit.ts';
import { fitPlatt, PLATT_RIDGE } from './platt.ts';
import type { Platt, Trust } from './trust.ts';

/** How often price rose and fell first after a chance of so many hundredths had been said. */
export type CalibrationCell = Readonly<{
  /** 1 to 99, each at most once. */
  hundredth: number;
  ups: number;
  downs: number;
}>;

/**
 * What a voter's record says of it. The order of the cells changes nothing.
 *
 * @param family of a voter without a record, too: its say is capped from the first vote on
 * @example trustFromCells('gpt', [{ hundredth: 60, ups: 9, downs: 3 }])
 */
export function trustFromCells(family: string, cells: readonly CalibrationCell[]): Trust {
  const said = saidCells(cells);
  const platt = fitPlatt(said);
  const outcomes = said.reduce((sum, { ups, downs }) => sum + ups + downs, 0);
  return { family, outcomes, ...scoreOf(said, platt), platt };
}

/** In one order, because a sum of floats depends on it. */
export function saidCells(cells: readonly CalibrationCell[]): SaidCell[] {
  return cells
    .toSorted((a, b) => a.hundredth - b.hundredth)
    .map(({ hundredth, ups, downs }) => ({ said: hundredth / 100, ups, downs }));
}

/** How good a voter's chances were. */
type Score = Readonly<{
  /** Mean squared distance of its chances from what came; null without outcomes. */
  brier: number | null;
  /** Gain on the plain share of rises, less one standard error of that gain; never below 0. */
  merit: number;
}>;

/**
 * Scores a voter's recalibrated chances on its record.
 *
 * The recalibration was fitted to this very record and would flatter it: each outcome is scored by the
 * chance that a fit without it gives, one Newton step away. What the merit is measured against is the
 * share of rises, known in hindsight (at most 0.25): to know that a market went up more often is no view.
 */
export function scoreOf(cells: readonly SaidCell[], platt: Platt | null): Score {
  let outcomes = 0;
  let rises = 0;
  for (const { ups, downs } of cells) {
    outcomes += ups + downs;
    rises += ups;
  }
  if (outcomes === 0) return { brier: null, merit: 0 };
  const rate = rises / outcomes;
  const chances = platt ? leftOut(cells, platt) : asSaid;
  let misses = 0;
  let gain = 0;
  let gainSquares = 0;
  for (const cell of cells) {
    const { afterUp, afterDown } = chances(cell);
    for (const [count, came, chance] of [
      [cell.ups, 1, afterUp],
      [cell.downs, 0, afterDown],
    ] as const) {
      const miss = (chance - came) ** 2;
      const better = (rate - came) ** 2 - miss;
      misses += count * miss;
      gain += count * better;
      gainSquares += count * better * better;
    }
  }
  const mean = gain / outcomes;
  // One outcome has no spread, and the share of rises leaves nothing to gain on it.
  const variance = Math.max(0, gainSquares - outcomes * mean * mean) / Math.max(1, outcomes - 1);
  return {
    brier: roundTo(misses / outcomes, 6),
    merit: roundTo(Math.max(0, mean - Math.sqrt(variance / outcomes)), 6),
  };
}

/** The chance of a cell for its outcomes of either kind. */
type Chances = (cell: SaidCell) => Readonly<{ afterUp: number; afterDown: number }>;

const asSaid: Chances = ({ said }) => ({ afterUp: said, afterDown: said });

/** What the fit would say of an outcome that it has not seen. */
function leftOut(cells: readonly SaidCell[], platt: Platt): Chances {
  const { slope, both, offset } = firmnessAt(cells, PLATT_RIDGE, platt);
  const determinant = slope * offset - both * both;
  return ({ said }) => {
    const x = logOddsOf(said);
    const logOdds = platt.slope * x + platt.offset;
    const chance = chanceOf(logOdds);
    // A flattened slope stays flat, whichever outcome is missing.
    const reach =
      platt.slope === 0 ? 1 / offset : (slope - 2 * both * x + offset * x * x) / determinant;
    const pull = reach / (1 - reach * chance * (1 - chance));
    return {
      afterUp: chanceOf(logOdds - pull * (1 - chance)),
      afterDown: chanceOf(logOdds + pull * chance),
    };
  };
}
