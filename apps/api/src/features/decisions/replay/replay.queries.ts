import type { UserId } from '@quorate/values/ids';
import type { Db } from '../../../db/tables.ts';

/** The trading account that a decision was made for. */
export function findAccount(db: Db, userId: UserId, accountId: string) {
  return db
    .selectFrom('trading_accounts')
    .select(['id', 'server', 'login', 'currency', 'paper'])
    .where('user_id', '=', userId)
    .where('id', '=', accountId)
    .executeTakeFirstOrThrow();
}
