import { getServiceHealth, type HealthCheck } from '@quorate/contract/admin-health';
import { findLastBackup } from '../../../db/made-backups.ts';
import type { Db } from '../../../db/tables.ts';
import type { Route } from '../../../http/endpoint.ts';
import type { Clock } from '../../../process/clock.ts';
import { type ListedRelease, listReleases, type ReleaseDeps } from '../../downloads/releases.ts';
import { clockCheck, copyCheck, copyOf, databaseCheck, jobCheck, jobOf } from './copy-checks.ts';
import { findCopies, findJobs, findLargestTables, readDatabase } from './health.queries.ts';
import { ageWords, countWords, judged, worstOf } from './judge.ts';
import { queueChecks } from './queue-checks.ts';
import { readQueues } from './queues.queries.ts';

type HealthDeps = Readonly<{
  db: Db;
  clock: Clock;
  databaseKind: string;
}> &
  ReleaseDeps;

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
    const backup = await findLastBackup(db);
    const queues = await readQueues(db, now);
    const updates = updatesCheck(await listReleases(deps), now);
    const copies = copyRows.map(copyOf);
    const jobs = jobRows.map(jobOf);
    const checks = [
      copyCheck(copyRows, copies),
      jobCheck(jobs),
      databaseCheck(databaseKind, facts),
      clockCheck(facts, { before, after: now }),
      backupCheck(backup),
      ...(updates ? [updates] : []),
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
      database: { kind: databaseKind, version, size_bytes, schema: schema ?? '', tables },
    };
  });
}

/** A nightly one that was missed once. */
const OLD_S = 48 * 3_600;

/** @param last null where none was noted */
function backupCheck(last: Awaited<ReturnType<typeof findLastBackup>>): HealthCheck {
  const named = { key: 'backup', label: 'Backup' };
  if (!last)
    return judged(
      named,
      'look',
      'No backup yet with “npm run backup”.',
      'Make one each night and keep it on another machine (docs/how-to/operations.md). This page does not see backups made in another way.',
    );
  const megabytes = Math.max(1, Math.round(last.bytes / 1e6)).toLocaleString('en-US');
  return judged(
    named,
    last.age_s > OLD_S ? 'look' : 'fine',
    `The last one is ${ageWords(last.age_s)} old: ${countWords(last.rows, 'row')}, ${megabytes} MB, ${last.file} on ${last.host}.`,
    `It is older than ${ageWords(OLD_S)}. See why the nightly one was not made: “systemctl status quorate-backup”, where it runs by systemd.`,
  );
}

const DAY_MS = 86_400_000;
/** To build on another machine, and to publish. */
const SOON_DAYS = 30;

/** Whether installed apps go on believing what is served to them; null where they update by nothing. */
function updatesCheck(releases: readonly ListedRelease[], now: number): HealthCheck | null {
  const offered = releases.find(({ state }) => state === 'offered');
  if (!offered?.updatesUntil) return null;
  const { version, updatesUntil } = offered;
  const days = Math.floor((Date.parse(updatesUntil) - now) / DAY_MS);
  const day = updatesUntil.slice(0, 10);
  return judged(
    { key: 'updates', label: 'Updates of the app' },
    days < 0 ? 'broken' : days < SOON_DAYS ? 'look' : 'fine',
    days < 0
      ? `Installed apps no longer believe the update to ${version}: its manifest ran out on ${day}.`
      : `Installed apps believe the update to ${version} until ${day}.`,
    'Sign the manifest again with “npm run release:desktop -- --renew latest.json” and publish it with --replace (docs/how-to/desktop-releases.md).',
  );
}
