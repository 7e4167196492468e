import { SILENT_AFTER_S } from '@quorate/contract/bot-terms';
import { BACK_TOLD_AFTER_MIN, SILENCES_TOLD_PER_HOUR } from '@quorate/contract/notifications';
import type { Db } from '../../../db/tables.ts';
import { sendNotices } from '../../../process/announcer.ts';
import type { Clock } from '../../../process/clock.ts';
import type { BotSilence, EndedSilence } from '../../notifications/bot-silence.ts';
import {
  claimSilent,
  countUpBots,
  endSilences,
  hearsAnybodySince,
  insertSilences,
  lockState,
  ranForUsers,
  storeNoticed,
  storeState,
  takeBackFuture,
  type WatchState,
} from './silences.queries.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
/** A silence that lasts longer than this when it is first seen is no news. */
const OLDEST_MS = 24 * HOUR_MS;
/** Longer than a heartbeat may take from its moment to its commit, and than copies' clocks differ. */
const OVERLAP_MS = 60_000;
/** Owners whose bots cannot all have stopped at once by chance. */
const DEAF_USERS = 5;
const BATCH = 200;

export type WatchDeps = Readonly<{
  db: Db;
  clock: Clock;
  log: { warn(details: object, message: string): void };
  /** Queues the notices of bots that fell silent; in the transaction that notices them. */
  tellSilences(tx: Db, silences: readonly (BotSilence & { isLast: boolean })[]): Promise<void>;
  /** The same for bots that are back. */
  tellBack(tx: Db, silences: readonly EndedSilence[]): Promise<void>;
}>;

/**
 * Notices bots that have fallen silent, and those that are back. Safe to run on every copy at once: each
 * silence is a row that is made once, in the transaction that queues its notices.
 *
 * @returns how many fell silent and how many are back
 */
export async function watchSilences(deps: WatchDeps): Promise<{ silent: number; back: number }> {
  const { db, clock } = deps;
  const now = clock.now();
  const state = await look(deps, now);
  const back = await inBatches(() => noticeBack(deps));
  if (now < state.patientUntil) return { silent: 0, back };
  const to = new Date(silentBefore(now));
  const from = new Date(Math.max(state.noticedUntil - OVERLAP_MS, now - OLDEST_MS));
  const silent = await inBatches(() => noticeSilent(deps, { from, to }));
  await storeNoticed(db, to);
  return { silent, back };
}

async function look({ db, log }: WatchDeps, now: number): Promise<WatchState> {
  const { before, after } = await db.transaction().execute(async (tx) => {
    const before = await lockState(tx, firstState(now));
    if (wasPutBack(before, now)) await takeBackFuture(tx, new Date(now));
    const hearsAnybody = await hearsAnybodySince(tx, new Date(silentBefore(now)));
    const since = new Date(Math.min(before.noticedUntil, now) - OVERLAP_MS);
    const seemsDeaf = !hearsAnybody && (await ranForUsers(tx, since, DEAF_USERS));
    const after = afterLook(before, now, { hearsAnybody, seemsDeaf });
    await storeState(tx, after);
    return { before, after };
  });
  if (after.patientUntil > now && before.patientUntil <= now)
    log.warn(
      { looked_s_ago: (now - before.lookedAt) / 1_000, deaf: after.deaf },
      after.deaf
        ? 'no bot at all is online: we notify nobody of offline bots until some are'
        : 'the service was away or its clock was moved: we notify nobody of offline bots for a minute',
    );
  return after;
}

async function noticeSilent(
  { db, clock, tellSilences }: WatchDeps,
  between: { from: Date; to: Date },
): Promise<Batch> {
  const now = new Date(clock.now());
  const toldSince = new Date(now.getTime() - HOUR_MS);
  return inOne(db, async (tx) => {
    const found = await claimSilent(tx, between, { toldSince, limit: BATCH });
    if (found.length === 0) return { seen: 0, changed: [] };
    const silences = found.map(({ toldLately, ...silence }) => ({
      ...silence,
      told: toldLately < SILENCES_TOLD_PER_HOUR,
      isLast: toldLately === SILENCES_TOLD_PER_HOUR - 1,
    }));
    const added = await insertSilences(tx, silences, now);
    const changed = silences.filter(({ botId }) => added.has(botId));
    await tellSilences(
      tx,
      changed.filter(({ told }) => told),
    );
    return { seen: found.length, changed };
  });
}

async function noticeBack({ db, tellBack }: WatchDeps): Promise<Batch> {
  return inOne(db, async (tx) => {
    const changed = await endSilences(tx, BATCH);
    await tellBack(
      tx,
      changed.filter(
        ({ told, botEnded, since, heardAt }) =>
          told &&
          !botEnded &&
          heardAt.getTime() - since.getTime() > BACK_TOLD_AFTER_MIN * MINUTE_MS,
      ),
    );
    return { seen: changed.length, changed };
  });
}

type Batch = Readonly<{ seen: number; changed: number }>;

/** Does one batch and has the dashboards of its owners look; they are told after the commit. */
async function inOne(
  db: Db,
  work: (tx: Db) => Promise<{ seen: number; changed: readonly { userId: string }[] }>,
): Promise<Batch> {
  const { seen, changed, notices } = await db.transaction().execute(async (tx) => {
    const done = await work(tx);
    const users = done.changed.map(({ userId }) => userId);
    // Last, because rows of other users are held from here on.
    return { ...done, notices: users.length === 0 ? [] : await countUpBots(tx, users) };
  });
  if (notices.length > 0) await sendNotices(db, notices);
  return { seen, changed: changed.length };
}

/** @returns how many have changed */
async function inBatches(batch: () => Promise<Batch>): Promise<number> {
  let total = 0;
  for (;;) {
    const { seen, changed } = await batch();
    total += changed;
    if (seen < BATCH) return total;
  }
}

/** How often each copy of the service looks. */
export const LOOK_EVERY_MS = 5_000;

/** Looks further apart than this: every copy, or the database, was away, or a clock was moved. */
const AWAY_AFTER_MS = 20_000;

/**
 * How long nobody is told of anything after that: a bot gives a call up after 30 s and tries again within
 * 15 s, so that all that run have been heard of by then.
 */
export const PATIENCE_MS = 60_000;

/** The last heartbeat of a bot that is silent now is not later than this. */
function silentBefore(now: number): number {
  return now - SILENT_AFTER_S * 1_000;
}

function firstState(now: number): WatchState {
  // What fell silent before anybody watched is no news.
  return { lookedAt: now, patientUntil: now + PATIENCE_MS, noticedUntil: now, deaf: false };
}

/** Whether the clock was put back since the last look. */
function wasPutBack(state: WatchState, now: number): boolean {
  return now < state.lookedAt - AWAY_AFTER_MS;
}

/**
 * What follows from a look. The service was away, its clock was moved, or it hears nobody (its network, its
 * proxy): then it is patient with all bots, and none of their owners is told.
 *
 * @param hearsAnybody whether any bot was heard of within the time after which one is silent
 * @param seemsDeaf whether so many ran that all of them cannot have stopped at once
 */
function afterLook(
  state: WatchState,
  now: number,
  { hearsAnybody, seemsDeaf }: { hearsAnybody: boolean; seemsDeaf: boolean },
): WatchState {
  const wasAway = Math.abs(now - state.lookedAt) > AWAY_AFTER_MS;
  const hearsAgain = state.deaf && hearsAnybody;
  const deaf = !hearsAnybody && (state.deaf || seemsDeaf);
  const patientUntil =
    wasAway || hearsAgain || deaf
      ? now + PATIENCE_MS
      : Math.min(state.patientUntil, now + PATIENCE_MS);
  // A clock that was put back: what was looked at is looked at again, and told once all the same.
  const noticedUntil = Math.min(state.noticedUntil, now);
  return { lookedAt: now, patientUntil, noticedUntil, deaf };
}
