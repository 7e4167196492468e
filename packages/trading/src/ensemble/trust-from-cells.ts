import { scoreOf } from './brier.ts';
import type { SaidCell } from './logistic-fit.ts';
import { fitPlatt } from './platt.ts';
import type { Trust } from './trust.ts';

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
