import { BACK_TOLD_AFTER_MIN, SILENCES_TOLD_PER_HOUR } from '@quorate/contract/notifications';
import type { Db } from '../../../db/tables.ts';
import type { Clock } from '../../../process/clock.ts';
import type { BotSilence, EndedSilence } from '../../bot-silence.ts';
import { sendNotices } from '../announce.ts';
import { claimSilent, countUpBots, endSilences, insertSilences } from './silences.queries.ts';
import {
  hearsAnybodySince,
  lockState,
  ranForUsers,
  storeNoticed,
  storeState,
  takeBackFuture,
} from './watch.queries.ts';
import { afterLook, firstState, silentBefore, type WatchState, wasPutBack } from './watch-state.ts';

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
        ? 'no bot at all is heard of: nobody is told of silent bots until some are'
        : 'the service was away or its clock was moved: nobody is told of silent bots for a minute',
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
