import {
  type HealthCheck,
  type HealthVerdict,
  instanceFigures,
  type ServiceCopy,
  type ServiceJob,
} from '@quorate/contract/admin-health';
import type { DatabaseFacts, findCopies, findJobs } from './health.queries.ts';
import { ageWords, countWords, judged, worstOf } from './judge.ts';

type CopyRow = Awaited<ReturnType<typeof findCopies>>[number];
type JobRow = Awaited<ReturnType<typeof findJobs>>[number];

/** Copies say that they are there every 5 seconds. */
const SILENT_S = 15;
const LAG_LOOK_MS = 200;
const LAG_BROKEN_MS = 1_000;
/** Turns of frequent jobs are noted every 15 seconds, of rare ones at their ends. */
const JOB_LATE_S = 120;
const CLOCK_LOOK_MS = 2_000;
/** Webhooks whose time differs by more are refused. */
const CLOCK_BROKEN_MS = 5_000;

export function copyOf({
  age_s: ageS,
  figures,
  started_at,
  seen_at,
  ...row
}: CopyRow): ServiceCopy {
  const parsed = instanceFigures.safeParse(figures);
  const lagMs = parsed.data?.loop_lag_ms ?? 0;
  return {
    ...row,
    started_at: started_at.toISOString(),
    seen_at: seen_at.toISOString(),
    verdict: copyVerdict(ageS, lagMs),
    figures: parsed.data ?? null,
  };
}

function copyVerdict(ageS: number, lagMs: number): HealthVerdict {
  if (lagMs > LAG_BROKEN_MS) return 'broken';
  return ageS > SILENT_S || lagMs > LAG_LOOK_MS ? 'look' : 'fine';
}

export function copyCheck(rows: readonly CopyRow[], copies: readonly ServiceCopy[]): HealthCheck {
  const named = { key: 'copies', label: 'Copies of the service' };
  const silent = rows.filter(({ age_s: age }) => age > SILENT_S).length;
  const living = rows.length - silent;
  if (living === 0)
    return judged(
      named,
      'look',
      'No copy says that it is there, though one has answered this.',
      'See its log: it cannot write to the table service_instances.',
    );
  const versions = new Set(copies.map(({ version }) => version));
  const of =
    versions.size > 1 ? ` They run ${versions.size} versions: ${[...versions].join(', ')}.` : '';
  const gone = silent > 0 ? ` Not seen for more than ${SILENT_S} s: ${silent} more.` : '';
  const isMixed = versions.size > 1;
  return judged(
    named,
    worstOf([...copies.map(({ verdict }) => verdict), isMixed ? 'look' : 'fine']),
    `${living === 1 ? 'One copy runs' : `${living} copies run`}.${gone}${of}`,
    isMixed
      ? 'Fine while a new version is being rolled out; otherwise bring all copies to the same one.'
      : 'One that was killed is forgotten after ten minutes. One that lags has too much to do: add a copy or a processor.',
  );
}

export function jobOf({ late_s: lateS, host, pid, ...row }: JobRow): ServiceJob {
  const { outcome, started_at, finished_at, next_at } = row;
  const failed = outcome === 'failed' ? 'look' : 'fine';
  return {
    ...row,
    verdict: lateS > JOB_LATE_S ? 'broken' : failed,
    started_at: started_at?.toISOString() ?? null,
    finished_at: finished_at?.toISOString() ?? null,
    next_at: next_at.toISOString(),
    held_by: host === null ? null : `${host}, process ${pid}`,
  };
}

export function jobCheck(jobs: readonly ServiceJob[]): HealthCheck {
  const named = { key: 'jobs', label: 'Jobs' };
  const names = (verdict: HealthVerdict) =>
    jobs.filter((job) => job.verdict === verdict).map(({ name }) => name);
  const late = names('broken');
  if (late.length > 0)
    return judged(
      named,
      'broken',
      `Overdue: ${late.join(', ')}.`,
      'No copy does them. Restart the copies one after the other, and look for "jobs wait" in their logs.',
    );
  const failed = names('look');
  if (failed.length === 0)
    return judged(named, 'fine', `${countWords(jobs.length, 'job')} in time.`);
  return judged(
    named,
    'look',
    `Failed at their last turn: ${failed.join(', ')}.`,
    'They are retried automatically; below is what went wrong.',
  );
}

export function databaseCheck(
  kind: string,
  { version, size_bytes: size }: DatabaseFacts,
): HealthCheck {
  const megabytes = Math.round(size / 1_048_576).toLocaleString('en-US');
  const name = kind === 'postgresql' ? 'PostgreSQL' : 'Embedded database';
  return judged(
    { key: 'database', label: 'Database' },
    'fine',
    `${name} ${version}, ${megabytes} MB.`,
  );
}

/** `before` and `after` the database answered, in ms by this copy's clock: what lies between is no fault. */
export function clockCheck(
  { now }: DatabaseFacts,
  { before, after }: { before: number; after: number },
): HealthCheck {
  const offMs = Math.max(0, before - now.getTime()) - Math.max(0, now.getTime() - after);
  const off = Math.abs(offMs);
  const verdict = off > CLOCK_BROKEN_MS ? 'broken' : off > CLOCK_LOOK_MS ? 'look' : 'fine';
  const words = `${ageWords(off / 1_000)} ${offMs > 0 ? 'ahead of' : 'behind'} the database’s`;
  return judged(
    { key: 'clock', label: 'Clock' },
    verdict,
    off < 1_000
      ? 'This copy’s clock agrees with the database’s.'
      : `This copy’s clock is ${words}.`,
    'Set up time synchronisation on both machines. Beyond 5 s every webhook is refused.',
  );
}
