import { RECALIBRATED_FROM } from '@quorate/contract/calibration';
import { poolSlopeFromCells } from '@quorate/trading/ensemble/pool-slope';
import type { Trust } from '@quorate/trading/ensemble/trust';
import { type CalibrationCell, trustFromCells } from '@quorate/trading/ensemble/trust-from-cells';
import type { Voter } from '../../models/panel.ts';
import { POOL, type SplitCell, type VoterName } from './calibration.queries.ts';

/**
 * What a voter's record says of it: its record on the symbol where that is long enough to judge it, the
 * one over all symbols otherwise.
 */
export function trustOf({ analyst, model, family }: Voter, cells: readonly SplitCell[]): Trust {
  return trustFromCells(family, judged({ analyst, model }, cells));
}

/** What the record of the pool itself says of it, found in the same way. */
export function poolSlopeOf(cells: readonly SplitCell[]): number {
  return poolSlopeFromCells(judged({ analyst: POOL, model: POOL }, cells));
}

function judged({ analyst, model }: VoterName, cells: readonly SplitCell[]): CalibrationCell[] {
  const said = cells.filter((cell) => cell.analyst === analyst && cell.model === model);
  const own = said
    .map(({ hundredth, own_ups: ups, own_downs: downs }) => ({ hundredth, ups, downs }))
    .filter(({ ups, downs }) => ups + downs > 0);
  const outcomes = own.reduce((sum, { ups, downs }) => sum + ups + downs, 0);
  return outcomes >= RECALIBRATED_FROM ? own : said;
}
