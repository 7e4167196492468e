import type { HandlerInput, Reply } from '@quorate/contract/endpoint';
import {
  HEARTBEAT_COMMANDS_MAX,
  HEARTBEAT_WAIT_MAX_S,
  SILENT_AFTER_S,
  type sendHeartbeat,
} from '@quorate/contract/live';
import { type BotId, idOf, type UserId } from '@quorate/values/ids';
import { currencyOf, roundToMoney } from '@quorate/values/money';
import type { Db } from '../../db/tables.ts';
import { newId } from '../../ids.ts';
import { announce } from './announce.ts';
import {
  type BotOwner,
  findBotOfAccount,
  listPendingCommands,
  markDone,
  markReceived,
  storeHeartbeat,
  wantsEntriesOff,
} from './bots.queries.ts';
import type { LiveDeps } from './live.deps.ts';

export type Heartbeat = HandlerInput<typeof sendHeartbeat>['body'];

/** What a bot is to do by now. */
export type BotOrders = Pick<Reply<typeof sendHeartbeat>, 'commands' | 'entries_off'>;

/**
 * Stores how a bot is doing and what it says of its commands, all or nothing. A heartbeat that comes
 * twice or late changes no status; what it confirms counts whenever it comes.
 *
 * @throws AppError account_mismatch
 */
export function takeHeartbeat(
  { db, clock, ensureTradingAccount }: LiveDeps,
  userId: UserId,
  beat: Heartbeat,
): Promise<BotOwner> {
  const now = new Date(clock.now());
  return db.transaction().execute(async (tx) => {
    const account = await ensureTradingAccount({ db: tx, clock }, userId, beat.account);
    const minor = (amount: number | null) =>
      amount === null ? null : roundToMoney(amount, currencyOf(beat.account.currency)).minor;
    const counted = await storeHeartbeat(
      tx,
      {
        user_id: userId,
        id: newId<BotId>(),
        account_id: account.id,
        run_id: beat.run_id,
        sequence: beat.sequence,
        state: beat.state,
        equity: minor(beat.equity),
        balance: minor(beat.balance),
        open_positions: beat.open_positions,
        version: beat.version,
        last_heartbeat_at: now,
        ended_at: beat.ended ? now : null,
        created_at: now,
      },
      new Date(now.getTime() - SILENT_AFTER_S * 1_000),
    );
    const owner = { userId, botId: idOf<BotId>(await findBotOfAccount(tx, userId, account.id)) };
    const confirmed = await confirmCommands(tx, owner, beat, now);
    if (counted || confirmed) await announce(tx, userId, 'bots');
    return owner;
  });
}

async function confirmCommands(
  tx: Db,
  owner: BotOwner,
  { received, acknowledged }: Heartbeat,
  now: Date,
): Promise<boolean> {
  let news = await markReceived(tx, owner, received, now);
  for (const { command_id, result } of acknowledged) {
    if (await markDone(tx, owner, command_id, { result, now })) news = true;
  }
  return news;
}

/** Commands that the bot does not have yet, and whether it may open anything. */
export async function readOrders(
  db: Db,
  owner: BotOwner,
  received: readonly string[],
): Promise<BotOrders> {
  const pending = await listPendingCommands(db, owner);
  return {
    commands: pending
      .filter(({ id }) => !received.includes(id))
      .slice(0, HEARTBEAT_COMMANDS_MAX)
      .map(({ id, kind, asked_at }) => ({
        command_id: id,
        kind,
        asked_at: asked_at.toISOString(),
      })),
    entries_off: await wantsEntriesOff(db, owner),
  };
}

/** @example preferredWaitMs('wait=10') // 10000 */
export function preferredWaitMs(prefer: string | string[] | undefined): number {
  const seconds = /(?:^|[,;\s])wait=(\d{1,4})(?:$|[,;\s])/.exec(String(prefer ?? ''))?.[1];
  return Math.min(Number(seconds ?? 0), HEARTBEAT_WAIT_MAX_S) * 1_000;
}
