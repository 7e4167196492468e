import type { UserId } from '@quorate/values/ids';
import type { Db } from '../../db/tables.ts';

export type StoredTrade = Readonly<{ ticket: string; openedAt: Date; revision: number }>;

/** The user's account of a login and server, if it is known. */
export function findAccount(db: Db, userId: UserId, owner: { login: string; server: string }) {
  return db
    .selectFrom('trading_accounts')
    .select(['id', 'currency', 'account_type'])
    .where('user_id', '=', userId)
    .where('server', '=', owner.server)
    .where('login', '=', owner.login)
    .executeTakeFirst();
}

export function findStored(
  db: Db,
  userId: UserId,
  accountId: string,
  tickets: readonly string[],
): Promise<StoredTrade[]> {
  return db
    .selectFrom('trades')
    .select(['position_ticket as ticket', 'opened_at as openedAt', 'revision'])
    .where('user_id', '=', userId)
    .where('account_id', '=', accountId)
    .where('position_ticket', 'in', tickets)
    .execute();
}
