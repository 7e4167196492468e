import type { TradingAccountId, UserId } from '@quorate/values/ids';
import { type RawBuilder, sql } from 'kysely';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/tables.ts';

export type UsedOfDay = Readonly<{
  /** In the order of their names. */
  symbols: readonly string[];
  /** Ids of terminal accounts. */
  terminals: readonly string[];
  /** Ids of paper accounts. */
  papers: readonly string[];
}>;

export async function usedOfDay(db: Db, userId: UserId, day: string): Promise<UsedOfDay> {
  const accounts = (paper: boolean) => sql`array(
    select used.account_id::text from account_usage used
    join trading_accounts account on account.user_id = used.user_id and account.id = used.account_id
    where used.user_id = ${userId} and used.day = ${day} and account.paper = ${paper}
  )`;
  const { rows } = await sql<UsedOfDay>`${prepared}
    select
      array(select symbol from symbol_usage where user_id = ${userId} and day = ${day} order by symbol) as symbols,
      ${accounts(false)} as terminals, ${accounts(true)} as papers
  `.execute(db);
  return rows[0] ?? { symbols: [], terminals: [], papers: [] };
}

/** Whether a symbol and an account are in use already: as a condition of a statement. */
export function isUsedOfDay(
  userId: UserId,
  day: string,
  { symbol, accountId }: Readonly<{ symbol: string; accountId: TradingAccountId }>,
): RawBuilder<boolean> {
  return sql<boolean>`exists (
      select from symbol_usage where user_id = ${userId}::uuid and day = ${day} and symbol = ${symbol}
    ) and exists (
      select from account_usage
      where user_id = ${userId}::uuid and day = ${day} and account_id = ${accountId}::uuid
    )`;
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
