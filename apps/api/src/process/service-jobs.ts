import type { Brand } from '@quorate/contract/brand';
import { sql } from 'kysely';
import type { Config } from '../config/config.ts';
import type { Db } from '../db/tables.ts';
import { removeExpiredChallenges } from '../features/account/challenges.ts';
import { answerMailRequests } from '../features/account/mail-requests.ts';
import { removeOldEvents } from '../features/account/security/overview.service.ts';
import { removeExpiredSessions } from '../features/account/sessions/sessions.queries.ts';
import { noteFailedSignIns } from '../features/account/sign-in/failed-sign-ins.ts';
import { sumUpSpend } from '../features/admin/spend/sum-up.ts';
import type { BillingDeps } from '../features/billing/billing.deps.ts';
import { billingJobs } from '../features/billing/billing.jobs.ts';
import { checkPrices } from '../features/billing/start/check-prices.ts';
import { countBoard } from '../features/board/count-board.ts';
import { publishBoard } from '../features/board/publish-board.ts';
import { refreshCalendar } from '../features/calendar/refresh-calendar.ts';
import { compactDecisions } from '../features/decisions/compact-decisions.ts';
import { raiseGrades } from '../features/decisions/raise-grades.ts';
import { pauseDemo, tendDemo } from '../features/hosted/demo.ts';
import { createPracticePrices } from '../features/hosted/price-sources.ts';
import { tendHosted } from '../features/hosted/tend-hosted.ts';
import { sendWeeklyMails } from '../features/journal/weekly/send-weekly-mails.ts';
import { rollUpEquity } from '../features/live/keep-equity.ts';
import {
  LOOK_EVERY_MS,
  type WatchDeps,
  watchSilences,
} from '../features/live/silences/watch-silences.ts';
import { removeUnconfirmed } from '../features/my-data/remove-unconfirmed.ts';
import { tellBack, tellSilences } from '../features/notifications/tell-silences.ts';
import { countGrowth } from '../features/records/count-growth.ts';
import { askWitnesses } from '../features/records/log/ask-witnesses.ts';
import type { LogKey } from '../features/records/log/log-key.ts';
import { sequence } from '../features/records/log/sequence.ts';
import { stampLog } from '../features/records/log/stamp-log.ts';
import { sealLedgers } from '../features/records/seal-ledgers.ts';
import { MEASURE_EVERY_MS, measureMinute } from '../features/status/measure-minute.ts';
import { nameAccounts } from '../features/trades/trading-accounts.ts';
import { removeOldCounts } from '../http/rate-limit.ts';
import { deliverMail, removeOldMails } from '../mail/outbox.ts';
import { embeddedMailbox, smtpTransport } from '../mail/transport.ts';
import type { Push } from '../push/push.ts';
import { deliverNotices } from '../push/push-outbox.ts';
import { createAnnouncer } from './announcer.ts';
import type { Clock } from './clock.ts';
import { removeGoneInstances } from './instances/instances.queries.ts';
import type { Job } from './jobs.ts';
import { removeOldRows } from './retention/remove-old-rows.ts';
import { removeExpiredTasks } from './tasks.ts';

const SECOND_MS = 1_000;
const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;

type JobDeps = Pick<BillingDeps, 'db' | 'clock' | 'sealing' | 'log' | 'provider'> &
  Readonly<{ logKey: LogKey; push: Push }>;

/** Everything the service does without being asked. */
export function serviceJobs(config: Config, jobDeps: JobDeps): Job[] {
  const { brand, publicUrl, limits } = config;
  const { db, clock, logKey } = jobDeps;
  const transport = config.smtpUrl
    ? smtpTransport(config.smtpUrl, config.mailFrom)
    : embeddedMailbox;
  const deps = { db, clock };
  const asked = { ...deps, brand, publicUrl, limits };
  return [
    { name: 'answer-mail-requests', everyMs: SECOND_MS, run: () => answerMailRequests(asked) },
    { name: 'note-failed-sign-ins', everyMs: SECOND_MS, run: () => noteFailedSignIns(deps) },
    // Mails are shared out by locking their rows: no copy that hangs holds up those of the others.
    {
      name: 'deliver-mail',
      everyMs: SECOND_MS,
      run: () => deliverMail({ ...deps, transport }),
      everywhere: true,
    },
    // Each copy runs on a machine with a clock of its own.
    {
      name: 'check-clock',
      everyMs: MINUTE_MS / 2,
      run: () => checkClock({ ...deps, log: jobDeps.log }),
      everywhere: true,
    },
    { name: 'measure-minute', everyMs: MEASURE_EVERY_MS, run: () => measureMinute(deps) },
    { name: 'remove-gone-copies', everyMs: MINUTE_MS, run: () => removeGoneInstances(deps) },
    { name: 'remove-expired-sessions', everyMs: HOUR_MS, run: () => removeExpiredSessions(deps) },
    {
      name: 'remove-expired-challenges',
      everyMs: HOUR_MS,
      run: () => removeExpiredChallenges(deps),
    },
    { name: 'remove-expired-tasks', everyMs: MINUTE_MS, run: () => removeExpiredTasks(deps) },
    { name: 'remove-old-mails', everyMs: HOUR_MS, run: () => removeOldMails(deps) },
    { name: 'remove-old-security-events', everyMs: HOUR_MS, run: () => removeOldEvents(deps) },
    { name: 'remove-old-counts', everyMs: HOUR_MS, run: () => removeOldCounts(deps) },
    { name: 'remove-unconfirmed-accounts', everyMs: HOUR_MS, run: () => removeUnconfirmed(deps) },
    { name: 'raise-grades', everyMs: 10 * MINUTE_MS, run: () => raiseGrades(deps) },
    { name: 'count-board', everyMs: 10 * MINUTE_MS, run: () => countBoard(deps) },
    // Once a UTC day; looked for more often, so that a day begins with its board.
    { name: 'publish-board', everyMs: 10 * MINUTE_MS, run: () => publishBoard(deps) },
    { name: 'tend-hosted', everyMs: HOUR_MS, run: () => tendHosted(asked) },
    { name: 'roll-up-equity', everyMs: HOUR_MS, run: () => rollUpEquity(deps) },
    {
      name: 'remove-old-rows',
      everyMs: 24 * HOUR_MS,
      run: () => removeOldRows(deps, config.retention.days),
    },
    { name: 'count-growth', everyMs: HOUR_MS, run: () => countGrowth(deps) },
    ...compactJobs(config, deps),
    { name: 'sum-up-spend', everyMs: 10 * MINUTE_MS, run: () => sumUpSpend(deps) },
    { name: 'seal-ledgers', everyMs: HOUR_MS, run: () => sealBefore(deps) },
    // An entry has to be in the log within a minute of what it tells.
    {
      name: 'sequence-log',
      everyMs: 5 * SECOND_MS,
      run: () => sequence({ ...deps, logKey, publicUrl }),
    },
    // Another copy may still have it otherwise, until it has ended.
    { name: 'tend-demo', everyMs: MINUTE_MS, run: () => keepDemo(config, deps) },
    {
      name: 'send-weekly-reviews',
      everyMs: 10 * MINUTE_MS,
      run: () => sendWeeklyMails({ ...jobDeps, brand, publicUrl }),
    },
    ...witnessJobs(config, deps),
    ...stampJobs(config, deps),
    ...calendarJobs(config, deps),
    ...noticeJobs({ ...jobDeps, brand, publicUrl }),
    ...billingJobs({ ...jobDeps, brand, publicUrl, limits }),
    ...priceJobs(config, jobDeps),
  ];
}

/** The demo's account is traded where the operator wants it, and stands still elsewhere. */
export async function keepDemo(
  { demo, limits }: Pick<Config, 'demo' | 'limits'>,
  deps: Pick<JobDeps, 'db' | 'clock'>,
): Promise<void> {
  if (!demo) return pauseDemo(deps);
  const { announce } = createAnnouncer(deps);
  await tendDemo({ ...deps, announce, limits, prices: [createPracticePrices()] });
}

/** Takes into the record what there was before it. */
async function sealBefore(deps: Pick<JobDeps, 'db' | 'clock'>): Promise<void> {
  await nameAccounts(deps);
  await sealLedgers(deps);
}

function witnessJobs({ witnesses }: Config, deps: Pick<JobDeps, 'db' | 'clock'>): Job[] {
  if (witnesses.length === 0) return [];
  const run = () => askWitnesses({ ...deps, witnesses });
  return [{ name: 'ask-witnesses', everyMs: 10 * SECOND_MS, run }];
}

function stampJobs({ stampsUrl }: Config, deps: Pick<JobDeps, 'db' | 'clock'>): Job[] {
  if (stampsUrl === undefined) return [];
  const run = () => stampLog({ ...deps, stampsUrl });
  return [{ name: 'stamp-log', everyMs: MINUTE_MS / 2, run }];
}

function compactJobs({ retention }: Config, deps: Pick<JobDeps, 'db' | 'clock'>): Job[] {
  const { decisionDays } = retention;
  if (Object.keys(decisionDays).length === 0) return [];
  const run = () => compactDecisions(deps, decisionDays);
  return [{ name: 'compact-decisions', everyMs: 24 * HOUR_MS, run }];
}

function calendarJobs({ calendar }: Config, deps: Pick<JobDeps, 'db' | 'clock'>): Job[] {
  if (calendar.file === undefined && calendar.url === undefined) return [];
  const run = () => refreshCalendar(deps, calendar);
  return [{ name: 'refresh-calendar', everyMs: 15 * MINUTE_MS, run }];
}

/** The local provider's prices are made from the pages' own figures. */
function priceJobs({ billing }: Config, { provider, log }: JobDeps): Job[] {
  if (billing.kind !== 'paddle' || provider === null) return [];
  const { prices } = billing;
  const run = () => checkPrices({ provider, log }, prices);
  return [{ name: 'check-prices', everyMs: HOUR_MS, run }];
}

/** More than this apart, and one of the two clocks is wrong; webhooks are refused from 5 s on. */
const CLOCK_SKEW_MS = 2_000;

type ClockCheckDeps = Readonly<{
  db: Db;
  clock: Clock;
  log: { error: (details: object, message: string) => void };
}>;

/**
 * Compares the service's clock with the database's, and says so where they differ. Sessions, links, limits
 * and periods go by the service's; several services with clocks apart would not agree on any of them.
 *
 * @returns by how many milliseconds the service is ahead; negative when it is behind
 */
export async function checkClock({ db, clock, log }: ClockCheckDeps): Promise<number> {
  const asked = clock.now();
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const answered = clock.now();
  // What the database said was true at some time between the two.
  const now = rows[0]?.now.getTime() ?? answered;
  const skewMs = now < asked ? asked - now : Math.min(0, answered - now);
  if (Math.abs(skewMs) > CLOCK_SKEW_MS) {
    log.error(
      { code: 'clock_skew', skew_ms: skewMs },
      `the service's clock is ${Math.abs(skewMs)} ms ${skewMs > 0 ? 'ahead of' : 'behind'} the database's; set both by NTP`,
    );
  }
  return skewMs;
}

type NoticeDeps = Readonly<{
  db: Db;
  clock: Clock;
  brand: Brand;
  publicUrl: string;
  push: Push;
  log: WatchDeps['log'];
}>;

/** What tells owners of silent bots. Every copy does it: work is shared by locking rows. */
function noticeJobs(deps: NoticeDeps): Job[] {
  return [
    {
      name: 'watch-silent-bots',
      everyMs: LOOK_EVERY_MS,
      run: () => watchForOwners(deps),
      everywhere: true,
    },
    { name: 'deliver-notices', everyMs: 1_000, run: () => deliverNotices(deps), everywhere: true },
  ];
}

/** Notices silent bots and tells their owners, by mail and in their browsers. */
export function watchForOwners(deps: Omit<NoticeDeps, 'push'>) {
  return watchSilences({
    ...deps,
    tellSilences: (tx, silences) => tellSilences({ ...deps, db: tx }, silences),
    tellBack: (tx, silences) => tellBack({ ...deps, db: tx }, silences),
  });
}
