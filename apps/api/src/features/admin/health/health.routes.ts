import { getServiceHealth, type HealthCheck } from '@quorate/contract/admin-health';
import { findLastBackup } from '../../../db/made-backups.ts';
import type { Db } from '../../../db/tables.ts';
import type { Route } from '../../../http/endpoint.ts';
import type { Clock } from '../../../process/clock.ts';
import { type ListedRelease, listReleases, type ReleaseDeps } from '../../downloads/releases.ts';
import { clockCheck, copyCheck, copyOf, databaseCheck, jobCheck, jobOf } from './copy-checks.ts';
import { findCopies, findJobs, findLargestTables, readDatabase } from './health.queries.ts';
import { ageWords, countWords, judged, worstOf } from './judge.ts';
import { type QueueFigures, readQueues } from './queues.queries.ts';

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
    'Sign the manifest again with “npm run release:desktop -- --renew latest.json” and publish it with --replace (docs/how-to/desktop.md).',
  );
}

const MAIL_LATE_S = 900;
const REQUEST_LATE_S = 60;
const MESSAGE_LATE_S = 2 * 86_400;
const FAILED_SIGN_INS = 100;

/** What waits and what fails, each with what to do about it. @param now milliseconds */
function queueChecks(queues: QueueFigures, now: number): HealthCheck[] {
  const age = (since: Date | null) => (since ? (now - since.getTime()) / 1_000 : 0);
  return [
    mailCheck(queues, age(queues.mails.oldest)),
    requestCheck(queues, age(queues.requests.oldest)),
    noticeCheck(queues),
    webhookCheck(queues),
    taskCheck(queues, age(queues.tasks.overdue)),
    botCheck(queues),
    signInCheck(queues),
    messageCheck(queues, age(queues.messages.oldest)),
  ];
}

function mailCheck({ mails }: QueueFigures, oldestS: number): HealthCheck {
  const named = { key: 'mail', label: 'Mail' };
  const { waiting, given_up: givenUp, error } = mails;
  const last = error === null ? '' : ` The mail server last said: ${error}`;
  if (oldestS > MAIL_LATE_S)
    return judged(
      named,
      'broken',
      `${countWords(waiting, 'mail')} wait, the oldest for ${ageWords(oldestS)}.${last}`,
      'Check SMTP_URL and whether the mail server answers. Nothing is lost: mails are tried for about 17 hours.',
    );
  if (givenUp > 0)
    return judged(
      named,
      'look',
      `${countWords(givenUp, 'mail')} of the last 30 days could not be delivered; ${waiting} wait.${last}`,
      'Mostly addresses that do not exist. If there are many, look at what the mail server says.',
    );
  return judged(named, 'fine', `${countWords(waiting, 'mail')} on the way.`);
}

function requestCheck({ requests }: QueueFigures, oldestS: number): HealthCheck {
  const named = { key: 'mail_requests', label: 'Links asked for' };
  const says = `${countWords(requests.waiting, 'request')} for links by mail wait`;
  if (oldestS <= REQUEST_LATE_S) return judged(named, 'fine', `${says}.`);
  return judged(
    named,
    'broken',
    `${says}, the oldest for ${ageWords(oldestS)}.`,
    'Nobody can sign up or reset a password. See the job answer-mail-requests below and its last error.',
  );
}

function noticeCheck({ notices }: QueueFigures): HealthCheck {
  const named = { key: 'push', label: 'Push notices' };
  const says = `${countWords(notices.waiting, 'notice')} on the way, ${notices.failing} of them after a failure.`;
  return judged(
    named,
    notices.failing > 0 ? 'look' : 'fine',
    says,
    'They are tried until nobody needs them. If it lasts, check whether the push services can be reached from here.',
  );
}

function webhookCheck({ events }: QueueFigures): HealthCheck {
  const named = { key: 'webhooks', label: 'Webhooks, last hour' };
  const { applied, stale, queued, ignored, unreadable } = events;
  const says = `${applied} processed, ${queued} re-fetched, ${stale} stale, ${ignored} of no interest, ${unreadable} unreadable.`;
  return judged(
    named,
    unreadable > 0 ? 'broken' : 'fine',
    says,
    'The provider sends something in a shape that is not known. What it tells of was asked for instead; look at the events and at the provider’s changelog.',
  );
}

function taskCheck({ tasks }: QueueFigures, overdueS: number): HealthCheck {
  const named = { key: 'provider_tasks', label: 'Tasks for the provider' };
  const says = `${countWords(tasks.waiting, 'task')} wait, ${tasks.failing} of them after more than 10 attempts.`;
  if (overdueS > 0)
    return judged(
      named,
      'broken',
      `${says} The oldest is due since ${ageWords(overdueS)} and nobody does it.`,
      'See the job run-provider-tasks below, and whether payments are set up (PADDLE_… variables).',
    );
  return judged(
    named,
    tasks.failing > 0 ? 'look' : 'fine',
    says,
    'See what the provider answers on the page Webhooks, under Tasks.',
  );
}

function botCheck({ bots }: QueueFigures): HealthCheck {
  const named = { key: 'bots', label: 'Bots' };
  const says = `${bots.running} run; ${bots.silent} went offline in the last day without having been stopped.`;
  // One machine that is switched off is its owner's business; many at once are ours.
  const isMany = bots.silent > 3 && bots.silent > bots.running;
  return judged(
    named,
    isMany ? 'broken' : 'fine',
    says,
    'More bots are offline than run: see whether they can reach the service (proxy, certificate, address).',
  );
}

function signInCheck({ signIns }: QueueFigures): HealthCheck {
  const named = { key: 'sign_ins', label: 'Sign-ins that failed' };
  return judged(
    named,
    signIns > FAILED_SIGN_INS ? 'look' : 'fine',
    `${signIns.toLocaleString('en-US')} in the last hour, of accounts that exist.`,
    'Someone may be trying passwords. Accounts lock for minutes automatically; the log has the addresses.',
  );
}

function messageCheck({ messages }: QueueFigures, oldestS: number): HealthCheck {
  const named = { key: 'messages', label: 'Messages' };
  const says = `${countWords(messages.open, 'message')} to answer`;
  if (oldestS <= MESSAGE_LATE_S) return judged(named, 'fine', `${says}.`);
  return judged(
    named,
    'look',
    `${says}, the oldest for ${ageWords(oldestS)}.`,
    'Answer them on the page Messages.',
  );
}
