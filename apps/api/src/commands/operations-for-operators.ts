import type { FastifyBaseLogger } from 'fastify';
import type { AppDeps } from '../app-deps.ts';
import type { OperationsDeps } from '../features/admin/operations.deps.ts';
import { createBillingDesk } from '../features/billing/desk/billing-desk.ts';
import {
  canWithdraw,
  undoWithdrawal,
  withdrawRelease,
} from '../features/downloads/publish-release.ts';
import { listReleases } from '../features/downloads/releases.ts';

/** What other features do for operators, who run the service by it. */
export function operationsForOperators(
  { database, clock, brand, publicUrl, limits, sealing, provider, releasesDir }: AppDeps,
  log: FastifyBaseLogger,
): OperationsDeps {
  const { db, kind } = database;
  const folder = { releasesDir, log };
  return {
    desk: createBillingDesk({ db, clock, sealing, brand, publicUrl, log, provider, limits }),
    releases: {
      list: () => listReleases(folder),
      canWithdraw: (version) => canWithdraw(folder, version),
      withdraw: (version) => withdrawRelease(folder, version),
      undoWithdrawal: (version) => undoWithdrawal(folder, version),
    },
    databaseKind: kind,
    brand,
    publicUrl,
  };
}
