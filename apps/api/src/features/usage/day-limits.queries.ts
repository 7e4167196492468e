import type { TradingAccountId, UserId } from '@quorate/values/ids';
import type { Db } from '../../db/tables.ts';

export async function symbolsOfDay(db: Db, userId: UserId, day: string): Promise<string[]> {
  const rows = await db
    .selectFrom('symbol_usage')
    .select('symbol')
    .where('user_id', '=', userId)
    .where('day', '=', day)
    .orderBy('symbol')
    .execute();
  return rows.map((row) => row.symbol);
}

export async function addSymbolOfDay(
  db: Db,
  userId: UserId,
  day: string,
  symbol: string,
): Promise<void> {
  await db
    .insertInto('symbol_usage')
    .values({ user_id: userId, day, symbol })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

export async function accountsOfDay(db: Db, userId: UserId, day: string): Promise<string[]> {
  const rows = await db
    .selectFrom('account_usage')
    .select('account_id')
    .where('user_id', '=', userId)
    .where('day', '=', day)
    .execute();
  return rows.map((row) => row.account_id);
}

/** As a person knows them, oldest first. @example ['100200 at Demo-Server'] */
export async function namesOfAccounts(
  db: Db,
  userId: UserId,
  ids: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('trading_accounts')
    .select(['login', 'server'])
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
  return rows.map(({ login, server }) => `${login} at ${server}`);
}

export async function addAccountOfDay(
  db: Db,
  userId: UserId,
  day: string,
  accountId: TradingAccountId,
): Promise<void> {
  await db
    .insertInto('account_usage')
    .values({ user_id: userId, day, account_id: accountId })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
