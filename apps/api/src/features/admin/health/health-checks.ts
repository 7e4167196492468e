import {
  type HealthCheck,
  type HealthVerdict,
  instanceFigures,
  type ServiceCopy,
  type ServiceJob,
} from '@quorate/contract/admin-health';
import { DAY_MS } from '@quorate/values/instant';
import type { findLastBackup } from '../../../db/made-backups.ts';
import { isoTimes } from '../../../http/iso-times.ts';
import type { ListedRelease } from '../../downloads/releases.ts';
import type { DatabaseFacts, findCopies, findJobs, QueueFigures } from './health.queries.ts';

type CopyRow = Awaited<ReturnType<typeof findCopies>>[number];
type JobRow = Awaited<ReturnType<typeof findJobs>>[number];

const VERDICTS: readonly HealthVerdict[] = ['fine', 'look', 'broken'];

export function worstOf(verdicts: readonly HealthVerdict[]): HealthVerdict {
  return VERDICTS.findLast((verdict) => verdicts.includes(verdict)) ?? 'fine';
}

/** @param todo what to do about it, where something is to be done */
export function judged(
  [key, label]: readonly [key: string, label: string],
  verdict: HealthVerdict,
  says: string,
  todo: string | null = null,
): HealthCheck {
  return { key, label, verdict, says, todo: verdict === 'fine' ? null : todo };
}

/** @example countWords(1, 'mail') // '1 mail' */
export function countWords(count: number, noun: string, many = `${noun}s`): string {
  return `${count.toLocaleString('en-US')} ${count === 1 ? noun : many}`;
}

/** @example ageWords(90) // '1 min' */
export function ageWords(seconds: number): string {
  if (seconds < 60) return `${Math.max(0, Math.round(seconds))} s`;
  if (seconds < 3_600) return `${Math.floor(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.floor(seconds / 3_600)} h`;
  return `${Math.floor(seconds / 86_400)} days`;
}

/** Copies say that they are there every 5 seconds. */
const SILENT_S = 15;
const LAG_LOOK_MS = 200;
const LAG_BROKEN_MS = 1_000;
/** Turns of frequent jobs are noted every 15 seconds, of rare ones at their ends. */
const JOB_LATE_S = 120;
const CLOCK_LOOK_MS = 2_000;
/** Webhooks whose time differs by more are refused. */
const CLOCK_BROKEN_MS = 5_000;

export function copyOf({ age_s: ageS, figures, ...row }: CopyRow): ServiceCopy {
  const { data } = instanceFigures.safeParse(figures);
  const verdict = copyVerdict(ageS, data?.loop_lag_ms ?? 0);
  return { ...isoTimes(row), verdict, figures: data ?? null };
}

function copyVerdict(ageS: number, lagMs: number): HealthVerdict {
  if (lagMs > LAG_BROKEN_MS) return 'broken';
  return ageS > SILENT_S || lagMs > LAG_LOOK_MS ? 'look' : 'fine';
}

export function copyCheck(rows: readonly CopyRow[], copies: readonly ServiceCopy[]): HealthCheck {
  const named = ['copies', 'Copies of the service'] as const;
  const silent = rows.filter(({ age_s: age }) => age > SILENT_S).length;
  const living = rows.length - silent;
  if (living === 0)
    return judged(
      named,
      'look',
      'No copy has reported, though one answered this call.',
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
      : 'A copy that was killed leaves this list after ten minutes. One that lags has too much to do. Add a copy or a processor.',
  );
}

export function jobOf({ late_s: lateS, host, pid, ...row }: JobRow): ServiceJob {
  const failed = row.outcome === 'failed' ? 'look' : 'fine';
  return {
    ...isoTimes(row),
    verdict: lateS > JOB_LATE_S ? 'broken' : failed,
    held_by: host === null ? null : `${host}, process ${pid}`,
  };
}

export function jobCheck(jobs: readonly ServiceJob[]): HealthCheck {
  const named = ['jobs', 'Jobs'] as const;
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
    `Failed at their last run: ${failed.join(', ')}.`,
    'They are retried automatically; below is what went wrong.',
  );
}

export function databaseCheck(
  kind: string,
  { version, size_bytes: size }: DatabaseFacts,
): HealthCheck {
  const megabytes = Math.round(size / 1_048_576).toLocaleString('en-US');
  const name = kind === 'postgresql' ? 'PostgreSQL' : 'Embedded database';
  return judged(['database', 'Database'], 'fine', `${name} ${version}, ${megabytes} MB.`);
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
    ['clock', 'Clock'],
    verdict,
    off < 1_000
      ? 'This copy’s clock agrees with the database’s.'
      : `This copy’s clock is ${words}.`,
    'Set up time synchronisation on both machines. Beyond 5 s every webhook is refused.',
  );
}

/** A nightly one that was missed once. */
const OLD_S = 48 * 3_600;

/** @param last null where none was noted */
export function backupCheck(last: Awaited<ReturnType<typeof findLastBackup>>): HealthCheck {
  const named = ['backup', 'Backup'] as const;
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

/** To build on another machine, and to publish. */
const SOON_DAYS = 30;

/** Whether installed apps go on believing what is served to them; null where they update by nothing. */
export function updatesCheck(releases: readonly ListedRelease[], now: number): HealthCheck | null {
  const offered = releases.find(({ state }) => state === 'offered');
  if (!offered?.updatesUntil) return null;
  const { version, updatesUntil } = offered;
  const days = Math.floor((Date.parse(updatesUntil) - now) / DAY_MS);
  const day = updatesUntil.slice(0, 10);
  return judged(
    ['updates', 'Updates of the app'],
    days < 0 ? 'broken' : days < SOON_DAYS ? 'look' : 'fine',
    days < 0
      ? `Installed apps no longer accept the update to ${version}: its manifest expired on ${day}.`
      : `Installed apps accept the update to ${version} until ${day}.`,
    'Sign the manifest again with “npm run release:desktop -- --renew latest.json” and publish it with --replace (docs/how-to/desktop.md).',
  );
}

const MAIL_LATE_S = 900;
const REQUEST_LATE_S = 60;
const MESSAGE_LATE_S = 2 * 86_400;
const FAILED_SIGN_INS = 100;

/** What waits and what fails, each with what to do about it. @param now milliseconds */
export function queueChecks(queues: QueueFigures, now: number): HealthCheck[] {
  const { requests, notices, events, bots, signIns, messages } = queues;
  const age = (since: Date | null) => (since ? (now - since.getTime()) / 1_000 : 0);
  const requestS = age(requests.oldest);
  const messageS = age(messages.oldest);
  const eventsOf = (outcome: string) => events[outcome] ?? 0;
  // One machine that is switched off is its owner's business; many at once are ours.
  const manyOffline = bots.silent > 3 && bots.silent > bots.running;
  return [
    mailCheck(queues, age(queues.mails.oldest)),
    judged(
      ['mail_requests', 'Mailed links'],
      requestS > REQUEST_LATE_S ? 'broken' : 'fine',
      `${countWords(requests.waiting, 'request')} for mailed links waiting${lateWords(requestS, REQUEST_LATE_S)}.`,
      'Nobody can sign up or reset a password. See the job answer-mail-requests below and its last error.',
    ),
    judged(
      ['push', 'Push notices'],
      notices.failed > 0 ? 'look' : 'fine',
      `${countWords(notices.waiting, 'notice')} on the way, ${notices.failed} of them after a failure.`,
      'We retry them while they are of use. If this lasts, check whether the push services can be reached from here.',
    ),
    judged(
      ['webhooks', 'Webhooks, last hour'],
      eventsOf('unreadable') > 0 ? 'broken' : 'fine',
      `${eventsOf('applied')} processed, ${eventsOf('queued')} re-fetched, ${eventsOf('stale')} stale, ${eventsOf('ignored')} ignored, ${eventsOf('unreadable')} unreadable.`,
      'The provider sent an event in an unknown format. See the events on the page Webhooks and the provider’s changelog.',
    ),
    taskCheck(queues, age(queues.tasks.overdue)),
    judged(
      ['bots', 'Bots'],
      manyOffline ? 'broken' : 'fine',
      `${bots.running} running; ${bots.silent} went offline in the last day without being stopped.`,
      'More bots are offline than running. Check whether they can reach the service (proxy, certificate, address).',
    ),
    judged(
      ['sign_ins', 'Failed sign-ins'],
      signIns > FAILED_SIGN_INS ? 'look' : 'fine',
      `${signIns.toLocaleString('en-US')} in the last hour, for accounts that exist.`,
      'Someone may be trying passwords. Accounts lock for minutes automatically; the log has the addresses.',
    ),
    judged(
      ['messages', 'Messages'],
      messageS > MESSAGE_LATE_S ? 'look' : 'fine',
      `${countWords(messages.open, 'message')} to answer${lateWords(messageS, MESSAGE_LATE_S)}.`,
      'Answer them on the page Messages.',
    ),
  ];
}

/** How long the oldest waits, where that is too long. */
function lateWords(oldestS: number, limitS: number): string {
  return oldestS > limitS ? `, the oldest for ${ageWords(oldestS)}` : '';
}

function mailCheck({ mails }: QueueFigures, oldestS: number): HealthCheck {
  const named = ['mail', 'Mail'] as const;
  const { waiting, given_up: givenUp, error } = mails;
  const last = error === null ? '' : ` The mail server’s last answer: ${error}`;
  if (oldestS > MAIL_LATE_S)
    return judged(
      named,
      'broken',
      `${countWords(waiting, 'mail')} waiting, the oldest for ${ageWords(oldestS)}.${last}`,
      'Check SMTP_URL and whether the mail server answers. Nothing is lost; we retry for about 17 hours.',
    );
  if (givenUp > 0)
    return judged(
      named,
      'look',
      `${countWords(givenUp, 'mail')} of the last 30 days could not be delivered; ${waiting} waiting.${last}`,
      'Mostly addresses that do not exist. If there are many, look at what the mail server says.',
    );
  return judged(named, 'fine', `${countWords(waiting, 'mail')} on the way.`);
}

function taskCheck({ tasks }: QueueFigures, overdueS: number): HealthCheck {
  const named = ['provider_tasks', 'Tasks for the provider'] as const;
  const says = `${countWords(tasks.waiting, 'task')} waiting, ${tasks.failing} of them after more than 10 attempts.`;
  if (overdueS > 0)
    return judged(
      named,
      'broken',
      `${says} The oldest is overdue by ${ageWords(overdueS)}.`,
      'See the job run-provider-tasks below, and whether payments are set up (PADDLE_… variables).',
    );
  return judged(
    named,
    tasks.failing > 0 ? 'look' : 'fine',
    says,
    'See what the provider answers on the page Webhooks, under Tasks.',
  );
}
