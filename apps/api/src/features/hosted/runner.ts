import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import type { CommandResult } from '@quorate/contract/live';
import { type BotId, type HostedRunnerId, idOf, type UserId } from '@quorate/values/ids';

import { newId } from '../../db/ids.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Db } from '../../db/tables.ts';
import { hostedRunFailed, hostedTakenOver } from '../../process/telemetry/events.ts';
import { RUNNER_GONE_S } from '../../process/telemetry/state-metrics.ts';
import { markDone, markReceived } from '../live/bots.queries.ts';
import {
  beatSome,
  giveBack,
  type HeldRow,
  readWishes,
  removeRunners,
  seeRunner,
  type Turn,
  TurnIsOverError,
  takeAccounts,
} from './hosted.queries.ts';
import { type HostedRun, type HostedRunDeps, startHostedRun, type Wishes } from './hosted-run.ts';
import type { Prices } from './price-sources.ts';

/** A runner says that it is there. */
const SEEN_EVERY_MS = 2_000;
const LOOK_EVERY_MS = 1_000;
const BEAT_EVERY_MS = 15_000;
/** Looks in which all of them beat once: told of all at once, they would keep those waiting that are stored. */
const BEAT_IN_LOOKS = 5;
/** Taken at once; where there may be more, the next look follows at once. */
const TAKEN_AT_ONCE = 500;
const KEPT_MS = 3_600_000;
/** An account whose run has failed is tried again so much later. */
const AGAIN_MS = 5_000;

type Held = {
  readonly row: HeldRow;
  readonly turn: Turn;
  readonly run: HostedRun;
  /** With the ids of the commands to close everything that its owner has sent. */
  readonly wishes: Wishes & { heard: Set<string> };
  botId: BotId | null;
  /** Settings and rules that it trades by. */
  revision: number;
  rules: number;
};

type RunnerPorts = Omit<HostedRunDeps, 'prices'> & Readonly<{ prices: readonly Prices[] }>;

export type Runner = Readonly<{
  id: string;
  held(): number;
  /** Ends every account's run at its next bar, and gives them to other runners. */
  stop(): Promise<void>;
}>;

/** Trades hosted accounts until it is stopped: those that nobody else trades. */
export function startRunner(deps: RunnerPorts): Runner {
  const { db, clock, log } = deps;
  const id = newId<HostedRunnerId>();
  const sources = deps.prices.map(({ source }) => source);
  const held = new Map<string, Held>();
  /** Accounts whose run has ended, and when they may be taken again. */
  const freeAt = new Map<string, number>();
  let stopping = false;
  /** An operator wants it empty. */
  let draining = false;
  let isAway = false;
  let seenAt = Number.NEGATIVE_INFINITY;
  let looking: Promise<void> = Promise.resolve();
  let timer: NodeJS.Timeout | undefined;

  function begin(row: HeldRow): void {
    const userId = idOf<UserId>(row.user_id);
    const turn = { userId, id: row.id, runnerId: id, epoch: row.epoch };
    const key = keyOf(row);
    freeAt.delete(key);
    const wishes: Held['wishes'] = {
      entriesOff: row.paused_by !== null || row.waits_for === 'plan',
      closeAll: false,
      heard: new Set(),
      confirm: (tx, result) => confirm(tx, key, result),
    };
    const prices = deps.prices.find(({ source }) => source === row.source);
    if (!prices) throw new Error(`there are no prices of ${row.source} here`);
    // One of a turn before has nothing more to store, and may rest for an hour.
    held.get(key)?.run.stop();
    const run = startHostedRun({ ...deps, prices }, row, turn, wishes);
    held.set(key, { row, turn, run, wishes, botId: null, revision: row.revision, rules: -1 });
    run.ended.then(
      () => over(key, run, 0),
      (err: unknown) => {
        if (!(err instanceof TurnIsOverError)) {
          hostedRunFailed.publish({ hostedId: row.id });
          log.error({ err, hosted_id: row.id }, 'a hosted account could not be traded');
        }
        over(key, run, err instanceof TurnIsOverError ? 0 : AGAIN_MS);
      },
    );
  }

  /** It is not traded here any more; the next look gives it to whoever finds it, once the time has come. */
  function over(key: string, run: HostedRun, afterMs: number): void {
    // Taken again meanwhile, as after a reset.
    if (held.get(key)?.run !== run) return;
    held.delete(key);
    freeAt.set(key, clock.now() + afterMs);
  }

  async function confirm(tx: Db, key: string, result: CommandResult): Promise<void> {
    const each = held.get(key);
    if (!each?.botId) return;
    const owner = { userId: each.turn.userId, botId: each.botId };
    const now = new Date(clock.now());
    for (const commandId of each.wishes.heard)
      await markDone(tx, owner, commandId, { result, now });
  }

  async function hearWishes(): Promise<void> {
    const now = new Date(clock.now());
    const ours = new Set<HostedRun>();
    for (const wish of await readWishes(db, id)) {
      const key = `${wish.user_id} ${wish.hosted_id}`;
      const each = held.get(key);
      if (each?.turn.epoch === wish.epoch) ours.add(each.run);
      if (!each && now.getTime() >= (freeAt.get(key) ?? 0)) {
        // Its run has ended, or nobody heard that it was taken.
        await letGo(db, id, wish);
        freeAt.delete(key);
      }
      if (!each || each.turn.epoch !== wish.epoch) continue;
      if (wish.bot_id !== null) each.botId = idOf<BotId>(wish.bot_id);
      if (each.rules < 0) each.rules = wish.rules;
      if (wish.revision !== each.revision || wish.rules !== each.rules) each.run.stop();
      const paused = wish.paused_by !== null || wish.waits_for === 'plan';
      if (paused !== each.wishes.entriesOff) {
        each.wishes.entriesOff = paused;
        each.run.wake();
      }
      if (wish.command_id === null || wish.kind === null || each.botId === null) continue;
      await obey(each, wish.command_id, wish.kind, now);
    }
    // Deleted, reset, or taken by another: nothing of it can be stored any more.
    for (const { run } of held.values()) if (!ours.has(run)) run.stop();
  }

  async function obey(
    { wishes, run, turn, botId }: Held,
    commandId: string,
    kind: 'entries_off' | 'close_all' | 'resume',
    now: Date,
  ): Promise<void> {
    if (wishes.heard.has(commandId) || botId === null) return;
    const owner = { userId: turn.userId, botId };
    const entriesOff = kind !== 'resume';
    wishes.entriesOff = entriesOff;
    const isOurs = await inTransaction(db, async (tx) => {
      // A runner that slept obeys nothing: the owner may have said something else since.
      if (!(await keepPause(tx, turn, entriesOff))) return false;
      await markReceived(tx, owner, [commandId], now);
      if (kind !== 'close_all')
        await markDone(tx, owner, commandId, {
          result: { closed: [], entries_off: entriesOff, at: now.toISOString() },
          now,
        });
      await deps.announce(tx, turn.userId, 'bots');
      return true;
    });
    if (!isOurs) return;
    if (kind === 'close_all') {
      wishes.heard.add(commandId);
      wishes.closeAll = true;
    }
    run.wake();
  }

  /** @returns whether there may be more accounts to take */
  async function look(): Promise<boolean> {
    const now = clock.now();
    await beSeen(now);
    const goneBefore = new Date(now - RUNNER_GONE_S * 1_000);
    await hearWishes();
    if (draining || stopping) {
      await empty();
      return false;
    }
    const taken = await takeAccounts(db, id, { sources, goneBefore, most: TAKEN_AT_ONCE });
    for (const row of taken) begin(row);
    const accounts = taken.filter(({ taken_from }) => taken_from !== null).length;
    if (accounts > 0) hostedTakenOver.publish({ accounts });
    return taken.length === TAKEN_AT_ONCE;
  }

  /** Says in time that the runner is there, and so are the bots of its accounts. */
  async function beSeen(now: number): Promise<void> {
    if (now - seenAt >= SEEN_EVERY_MS) {
      draining = await seeRunner(db, { id, host: hostname(), draining: stopping }, new Date(now));
      seenAt = now;
    }
    if (held.size === 0) return;
    await beatSome(db, id, {
      now: new Date(now),
      silentSince: new Date(now - BEAT_EVERY_MS),
      most: Math.ceil(held.size / BEAT_IN_LOOKS),
    });
  }

  /** Ends every run, and gives away the accounts whose runs have ended: one that is deciding keeps no other waiting. */
  async function empty(): Promise<void> {
    for (const { run } of held.values()) run.stop();
    // Most have nothing to do but to store what they go on with.
    await Promise.race([ended(), sleep(LOOK_EVERY_MS / 4, undefined, { ref: false })]);
    await giveBack(
      db,
      id,
      [...held.values()].map(({ row }) => row.id),
    );
    freeAt.clear();
  }

  async function emptyAll(): Promise<void> {
    do {
      await beSeen(clock.now());
      await empty();
    } while (held.size > 0);
    await removeRunners(db, id, new Date(clock.now() - KEPT_MS));
  }

  function ended(): Promise<unknown> {
    return Promise.allSettled([...held.values()].map(({ run }) => run.ended));
  }

  function lookAgain(): void {
    let isMore = false;
    looking = look()
      .then((more) => {
        isMore = more;
        isAway = false;
      })
      .catch((err: unknown) => {
        // A second later it is the same news.
        if (!isAway) log.error({ err }, 'the runner could not look for its accounts');
        isAway = true;
      })
      .finally(() => {
        if (!stopping) timer = setTimeout(lookAgain, isMore ? 0 : LOOK_EVERY_MS);
      });
  }

  lookAgain();
  return {
    id,
    held: () => held.size,
    async stop() {
      stopping = true;
      clearTimeout(timer);
      await looking;
      // Says at once that it is stopping.
      seenAt = Number.NEGATIVE_INFINITY;
      // It is seen until the last account has ended: nobody takes one that is still deciding.
      await emptyAll().catch((err: unknown) =>
        // A database that is away finds out in time: others take the accounts of whoever is not seen.
        log.error({ err }, 'the runner keeps its accounts for some seconds'),
      );
      await ended();
    },
  };
}

function keyOf({ user_id, id }: Pick<HeldRow, 'user_id' | 'id'>): string {
  return `${user_id} ${id}`;
}

/** @returns whether it is still its turn */
async function keepPause(
  tx: Db,
  { userId, id, runnerId, epoch }: Turn,
  paused: boolean,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('hosted_accounts')
    .set({ paused_by: paused ? 'owner' : null })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .where('runner_id', '=', runnerId)
    .where('epoch', '=', epoch)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

async function letGo(
  db: Db,
  runnerId: string,
  { user_id, hosted_id, epoch }: Readonly<{ user_id: string; hosted_id: string; epoch: number }>,
): Promise<void> {
  await db
    .updateTable('hosted_accounts')
    .set({ runner_id: null })
    .where('user_id', '=', user_id)
    .where('id', '=', hosted_id)
    .where('runner_id', '=', runnerId)
    .where('epoch', '=', epoch)
    .execute();
}
