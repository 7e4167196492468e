import type { UserId } from '@quorate/values/ids';
import type { Db } from '../../db/tables.ts';

/** A user's hosted accounts, oldest first, each with its bot and when its runner was seen; at most as many as a plan allows. */
export function readHosted(db: Db, userId: UserId) {
  return db
    .selectFrom('hosted_accounts as hosted')
    .innerJoin('trading_accounts as account', (join) =>
      join
        .onRef('account.user_id', '=', 'hosted.user_id')
        .onRef('account.id', '=', 'hosted.account_id'),
    )
    .leftJoin('bots as bot', (join) =>
      join
        .onRef('bot.user_id', '=', 'hosted.user_id')
        .onRef('bot.account_id', '=', 'hosted.account_id'),
    )
    .leftJoin('hosted_runners as runner', 'runner.id', 'hosted.runner_id')
    .select([
      'hosted.id',
      'hosted.account_id',
      'hosted.source',
      'hosted.pace',
      'hosted.settings',
      'hosted.currency',
      'hosted.start_balance',
      'hosted.resets',
      'hosted.paused_by',
      'hosted.waits_for',
      'hosted.created_at',
      'hosted.bar_at',
      'hosted.due_at',
      'hosted.balance',
      'hosted.equity',
      'hosted.open_positions',
      'hosted.closed_trades',
      'account.login',
      'account.account_type',
      'bot.id as bot_id',
      'bot.state as bot_state',
      'runner.seen_at',
    ])
    .where('hosted.user_id', '=', userId)
    .orderBy('hosted.created_at')
    .orderBy('hosted.id')
    .execute();
}

/** Whether there are accounts of a user that are not practice. */
export async function hasOtherAccounts(db: Db, userId: UserId): Promise<boolean> {
  const other = await db
    .selectFrom('trading_accounts')
    .select('id')
    .where('user_id', '=', userId)
    .where('account_type', '<>', 'practice')
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

export type ShownRow = Awaited<ReturnType<typeof readHosted>>[number];
