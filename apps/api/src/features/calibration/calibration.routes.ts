import {
  getCalibration,
  getPanelRecord,
  getPrior,
  getServiceCalibration,
  PROVEN_FROM,
  type VoterRecord,
} from '@quorate/contract/calibration';
import { calibrationFigures } from '@quorate/trading/ensemble/calibration-figures';
import { emptyRecord, mergeRecords } from '@quorate/trading/ensemble/learned-record';
import type { UserId } from '@quorate/values/ids';
import type { Db } from '../../db/tables.ts';
import type { Route } from '../../http/endpoint.ts';
import type { Panel } from '../../models/panel.ts';
import type { Clock } from '../../process/clock.ts';
import {
  findAllCells,
  findCells,
  findReach,
  findSymbols,
  type StoredCell,
  type VoterName,
} from './calibration.queries.ts';
import { findRecords, type Market } from './learned.queries.ts';
import type { Learning } from './learning.ts';
import { readPanelRecord } from './panel-record.ts';
import { findRecentShares } from './shares.queries.ts';

export function registerCalibration(route: Route, deps: CalibrationDeps): void {
  route(getCalibration, async ({ query }, { user }) => ({
    success: true,
    proven_from: PROVEN_FROM,
    ...(await readCalibration(deps, user.id, query.symbol)),
  }));

  route(getServiceCalibration, async ({ query }) => ({
    success: true,
    proven_from: PROVEN_FROM,
    ...(await readServiceCalibration(deps, query.symbol)),
  }));

  route(getPanelRecord, async ({ query }, { user }) => ({
    success: true,
    ...(await readPanelRecord(deps, user.id, query)),
  }));

  route(getPrior, async ({ query }, { user }) => ({
    success: true,
    ...(await readPrior(deps, user.id, query)),
  }));
}

export type CalibrationDeps = Readonly<{
  db: Db;
  clock: Clock;
  panel: Panel;
  readLearned: Learning['readLearned'];
}>;

/** What the user's next decision on a market rests on, in the form in which a replay reads it. */
async function readPrior(
  { db }: Pick<CalibrationDeps, 'db'>,
  userId: UserId,
  { symbol, timeframe }: Market,
) {
  const { own, shared } = await findRecords(db, userId, { symbol, timeframe });
  // The own one first: what a replay learns belongs to the blocks of time that are open in that.
  const record = mergeRecords(own ?? emptyRecord(), shared ?? emptyRecord());
  return {
    prior: { [`${symbol} ${timeframe}`]: record },
    shared_outcomes: shared?.outcomes ?? 0,
    own_outcomes: own?.outcomes ?? 0,
  };
}

/** How each voter has done on the decisions of one user, over all symbols or on one. */
async function readCalibration(
  { db, panel }: CalibrationDeps,
  userId: UserId,
  symbol: string | undefined,
) {
  const [cells, symbols, shares] = await Promise.all([
    findCells(db, userId, symbol),
    findSymbols(db, userId),
    findRecentShares(db, userId, symbol),
  ]);
  return {
    records: recordsOf(
      panel,
      cells,
      symbol,
      new Map(shares.map((each) => [nameOf(each), each.share])),
    ),
    symbols,
  };
}

/** How each voter has done on the decisions of all users together. */
async function readServiceCalibration({ db, panel }: CalibrationDeps, symbol: string | undefined) {
  const [cells, reach] = await Promise.all([findAllCells(db, symbol), findReach(db)]);
  return { records: recordsOf(panel, cells, symbol, new Map()), ...reach };
}

/** Whoever may be asked, in the panel's order, then whoever has left a record, by name. */
function recordsOf(
  panel: Panel,
  cells: readonly StoredCell[],
  symbol: string | undefined,
  shares: ReadonlyMap<string, number>,
): VoterRecord[] {
  const byVoter = Map.groupBy(cells, nameOf);
  const configured = panel.voters.map(({ analyst, model }) => ({ analyst, model }));
  const names = new Set(configured.map(nameOf));
  const former = [...byVoter.values()]
    .flatMap(([cell]) => (cell && !names.has(nameOf(cell)) ? [cell] : []))
    .map(({ analyst, model }) => ({ analyst, model }))
    .toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  return [...configured, ...former].map((voter) => {
    const name = nameOf(voter);
    const figures = calibrationFigures(byVoter.get(name) ?? []);
    return {
      ...voter,
      symbol: symbol ?? null,
      outcomes: figures.outcomes,
      accuracy: figures.accuracy,
      brier: figures.brier,
      curve: [...figures.curve],
      proven: figures.outcomes >= PROVEN_FROM,
      share: shares.get(name) ?? null,
    };
  });
}

function nameOf({ analyst, model }: VoterName): string {
  return JSON.stringify([analyst, model]);
}
