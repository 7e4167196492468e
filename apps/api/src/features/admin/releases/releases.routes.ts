import {
  type AdminRelease,
  listAdminReleases,
  withdrawRelease as withdrawCall,
} from '@quorate/contract/admin-releases';
import { inTransaction } from '../../../db/in-transaction.ts';
import type { Db } from '../../../db/tables.ts';
import { AppError } from '../../../http/app-error.ts';
import type { Route } from '../../../http/endpoint.ts';
import type { Clock } from '../../../process/clock.ts';
import { canWithdraw, undoWithdrawal, withdrawRelease } from '../../downloads/publish-release.ts';
import { type ListedRelease, listReleases, type ReleaseDeps } from '../../downloads/releases.ts';
import { noteAction, type Operator, operatorOf } from '../audit/note-action.ts';

type ReleasesDeps = Readonly<{ db: Db; clock: Clock }> & ReleaseDeps;

export function registerReleases(route: Route, deps: ReleasesDeps): void {
  const list = async () => ({
    success: true as const,
    releases: (await listReleases(deps)).map(viewOf),
  });
  route(listAdminReleases, list);
  route(withdrawCall, async ({ params, body }, caller) => {
    await withdraw(deps, operatorOf(caller), { ...params, ...body });
    return list();
  });
}

/**
 * The log's entry and the withdrawal are there together: the file is renamed last before the transaction
 * ends, and gets its name back where that does not end well.
 */
async function withdraw(
  deps: ReleasesDeps,
  operator: Operator,
  { version, reason }: { version: string; reason: string },
): Promise<void> {
  const { db, clock } = deps;
  const outlook = await canWithdraw(deps, version);
  if (outlook.kind === 'already') return;
  if (outlook.kind === 'unknown')
    throw new AppError('record_unknown', { details: { what: 'release', id: version } });
  if (outlook.kind === 'not_newest')
    throw new AppError('release_not_newest', { details: { version, actual: outlook.offered } });
  let isWithdrawn = false;
  try {
    await inTransaction(db, async (tx) => {
      await noteAction(tx, clock, operator, {
        action: 'release_withdrawn',
        subject: { kind: 'release', id: version },
        details: { reason },
      });
      isWithdrawn = await withdrawRelease(deps, version);
      if (!isWithdrawn) throw new SomebodyElseDid();
    });
  } catch (error) {
    if (error instanceof SomebodyElseDid) return;
    if (isWithdrawn) await undoWithdrawal(deps, version);
    throw error;
  }
}

/** Takes the entry back. */
class SomebodyElseDid extends Error {}

function viewOf({ version, state, manifest, updatesUntil }: ListedRelease): AdminRelease {
  return {
    version,
    state,
    file_name: manifest?.file_name ?? null,
    size: manifest?.size ?? null,
    sha256: manifest?.sha256 ?? null,
    published_at: manifest?.published_at ?? null,
    signed: (manifest?.update ?? null) !== null,
    updates_until: updatesUntil,
  };
}
