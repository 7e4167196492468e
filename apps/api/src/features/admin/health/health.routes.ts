import { getServiceHealth } from '@quorate/contract/admin-health';
import { findLastBackup } from '../../../db/made-backups.ts';
import type { Db } from '../../../db/tables.ts';
import type { Route } from '../../../http/endpoint.ts';
import type { Clock } from '../../../process/clock.ts';
import { listReleases, type ReleaseDeps } from '../../downloads/releases.ts';
import { findGrowing } from '../../records/count-growth.ts';
import { ownKeyText, readLogState, readWitnesses } from '../../records/log/log-state.ts';
import { findStampState } from '../../records/log/stamp.queries.ts';
import type { AdminRecordDeps } from '../record/record.routes.ts';
import { recordCheck } from '../record/record-checks.ts';
import {
  findCopies,
  findJobs,
  findLargestTables,
  readDatabase,
  readQueues,
} from './health.queries.ts';
import {
  backupCheck,
  clockCheck,
  copyCheck,
  copyOf,
  databaseCheck,
  jobCheck,
  jobOf,
  queueChecks,
  updatesCheck,
  worstOf,
} from './health-checks.ts';

type HealthDeps = Readonly<{
  db: Db;
  clock: Clock;
  databaseKind: string;
}> &
  ReleaseDeps &
  AdminRecordDeps;

const GROWING_MOST = 5;

export function registerHealth(route: Route, deps: HealthDeps): void {
  const { db, clock, databaseKind } = deps;
  route(getServiceHealth, async () => {
    // One after the other: a page that is read every ten seconds is not to take all connections at once.
    const copyRows = await findCopies(db);
    const jobRows = await findJobs(db);
    const before = clock.now();
    const facts = await readDatabase(db);
    const now = clock.now();
    const tables = await findLargestTables(db);
    const growing = await findGrowing(db, GROWING_MOST, new Date(now));
    const backup = await findLastBackup(db);
    const queues = await readQueues(db, now);
    const updates = updatesCheck(await listReleases(deps), now);
    const state = await readLogState(db);
    const witnesses = await readWitnesses(db, deps.witnesses);
    const stamp = await findStampState(db);
    const own = ownKeyText(state, deps);
    const copies = copyRows.map(copyOf);
    const jobs = jobRows.map(jobOf);
    const checks = [
      copyCheck(copyRows, copies),
      jobCheck(jobs),
      databaseCheck(databaseKind, facts),
      clockCheck(facts, { before, after: now }),
      backupCheck(backup),
      ...(updates ? [updates] : []),
      recordCheck({ state, own, witnesses, stamp, now }),
      ...queueChecks(queues, now),
    ];
    const { version, size_bytes, schema } = facts;
    return {
      success: true,
      at: new Date(now).toISOString(),
      verdict: worstOf(checks.map(({ verdict }) => verdict)),
      checks,
      copies,
      jobs,
      growing,
      database: { kind: databaseKind, version, size_bytes, schema: schema ?? '', tables },
    };
  });
}
