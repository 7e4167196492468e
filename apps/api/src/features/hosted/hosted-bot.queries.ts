import type { BotId, UserId } from '@quorate/values/ids';
import { sql } from 'kysely';
import { newId } from '../../db/ids.ts';
import type { Db } from '../../db/tables.ts';
import { keepEquity } from '../live/keep-equity.ts';

type HostedBeat = Readonly<{
  userId: UserId;
  accountId: string;
  runId: string;
  state: 'active' | 'reducing' | 'halted';
  /** Minor units. */
  equity: number;
  balance: number;
  openPositions: number;
  version: string;
  now: Date;
  keepsEquity: boolean;
}>;

/** How the bot of a hosted account is doing, as a heartbeat of one on a terminal would tell it. */
export async function noteBot(tx: Db, beat: HostedBeat): Promise<void> {
  const { userId, accountId, equity, balance, now } = beat;
  const told = {
    run_id: beat.runId,
    state: beat.state,
    equity,
    balance,
    open_positions: beat.openPositions,
    version: beat.version,
    last_heartbeat_at: now,
    ended_at: null,
  };
  await tx
    .insertInto('bots')
    .values({
      user_id: userId,
      account_id: accountId,
      id: newId<BotId>(),
      sequence: 1,
      created_at: now,
      ...told,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'account_id'])
        .doUpdateSet({ ...told, sequence: sql`bots.sequence + 1` }),
    )
    .execute();
  if (beat.keepsEquity) await keepEquity(tx, { userId, accountId, equity, balance }, now);
}
