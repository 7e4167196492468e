import {
  getCalibration,
  getServiceCalibration,
  RECALIBRATED_FROM,
  type VoterRecord,
} from '@quorate/contract/calibration';
import { calibrationFigures } from '@quorate/trading/ensemble/calibration-figures';
import { sharesOf } from '@quorate/trading/ensemble/shares';
import type { Trust } from '@quorate/trading/ensemble/trust';
import type { UserId } from '@quorate/values/ids';
import type { Db } from '../../db/tables.ts';
import type { Route } from '../../http/endpoint.ts';
import type { Panel } from '../../models/panel.ts';
import type { Clock } from '../../process/clock.ts';
import { readEntitlements } from '../billing/entitlements/entitlements.queries.ts';
import {
  findAllCells,
  findCells,
  findReach,
  findSymbols,
  POOL,
  type StoredCell,
  type VoterName,
} from './calibration.queries.ts';
import type { Learning } from './learning.ts';

export function registerCalibration(route: Route, deps: CalibrationDeps): void {
  route(getCalibration, async ({ query }, { user }) => ({
    success: true,
    recalibrated_from: RECALIBRATED_FROM,
    ...(await readCalibration(deps, user.id, query.symbol)),
  }));

  route(getServiceCalibration, async ({ query }) => ({
    success: true,
    recalibrated_from: RECALIBRATED_FROM,
    ...(await readServiceCalibration(deps, query.symbol)),
  }));
}

type CalibrationDeps = Readonly<{
  db: Db;
  clock: Clock;
  panel: Panel;
  readTrust: Learning['readTrust'];
}>;

/** A voter that is asked now, with what is known of it and the share it gets when everybody votes. */
type Standing = Readonly<{ trust: Trust; share: number }>;

/** How each voter has done on the decisions of one user, over all symbols or on one. */
async function readCalibration(deps: CalibrationDeps, userId: UserId, symbol: string | undefined) {
  const { db, panel } = deps;
  const [entitled, cells, symbols] = await Promise.all([
    readEntitlements(deps, userId),
    findCells(db, userId, symbol),
    findSymbols(db, userId),
  ]);
  const asked = panel.votersAt(entitled.plan.ai_analysis);
  const { trust: trusts } = await deps.readTrust(db, userId, symbol ?? null, asked);
  const known = asked.flatMap((voter) => {
    const trust = trusts[voter.analyst];
    return trust ? [{ name: nameOf(voter), trust }] : [];
  });
  const shares = sharesOf(known.map(({ trust }) => trust));
  const standings = new Map(
    known.map(({ name, trust }, at) => [name, { trust, share: shares[at] ?? 0 }] as const),
  );
  return { records: recordsOf(panel, cells, symbol, standings), symbols };
}

/**
 * How each voter has done on the decisions of all users together. It weighs nothing: the shares of a user
 * come from that user's own outcomes.
 */
async function readServiceCalibration({ db, panel }: CalibrationDeps, symbol: string | undefined) {
  const [cells, reach] = await Promise.all([findAllCells(db, symbol), findReach(db)]);
  return { records: recordsOf(panel, cells, symbol, new Map()), ...reach };
}

/** Whoever may be asked, in the panel's order, then whoever has left a record, by name. */
function recordsOf(
  panel: Panel,
  cells: readonly StoredCell[],
  symbol: string | undefined,
  standings: ReadonlyMap<string, Standing>,
): VoterRecord[] {
  const byVoter = Map.groupBy(
    cells.filter(({ analyst }) => analyst !== POOL),
    nameOf,
  );
  const configured = panel.voters.map(({ analyst, model }) => ({ analyst, model }));
  const names = new Set(configured.map(nameOf));
  const former = [...byVoter.values()]
    .flatMap(([cell]) => (cell && !names.has(nameOf(cell)) ? [cell] : []))
    .map(({ analyst, model }) => ({ analyst, model }))
    .toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1));
  return [...configured, ...former].map((voter) => {
    const name = nameOf(voter);
    const figures = calibrationFigures(byVoter.get(name) ?? []);
    const standing = standings.get(name);
    return {
      ...voter,
      symbol: symbol ?? null,
      outcomes: figures.outcomes,
      accuracy: figures.accuracy,
      brier: figures.brier,
      curve: [...figures.curve],
      // On one symbol a voter's whole record may stand in for a short one.
      recalibrated: standing
        ? standing.trust.platt !== null
        : figures.outcomes >= RECALIBRATED_FROM,
      share: standing?.share ?? null,
    };
  });
}

function nameOf({ analyst, model }: VoterName): string {
  return JSON.stringify([analyst, model]);
}
