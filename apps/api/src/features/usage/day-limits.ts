import { UNLIMITED } from '@quorate/contract/plans';
import type { AccountInput } from '@quorate/contract/trade-sync';
import type { TradingAccountId, UserId } from '@quorate/values/ids';
import { type RawBuilder, sql } from 'kysely';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/tables.ts';
import { AppError } from '../../http/app-error.ts';
import type { Entitlements } from '../billing/entitlements/entitlements.ts';
import type { UsageDeps } from './usage.service.ts';

const DAY_MS = 86_400_000;

/** What a call uses of a day's limits. */
export type UseOfDay = Readonly<{
  symbol: string;
  account: Pick<AccountInput, 'login'> & { id: TradingAccountId; paper: boolean };
}>;

/**
 * Counts a symbol and an account as in use today. A day is a UTC day of the service's clock, so that a
 * trader can change them from one day to the next. Paper accounts have a limit of their own: a name wins
 * nobody a terminal more. To be called while the user's cycle is locked.
 *
 * @throws AppError symbol_limit_reached, terminal_account_limit_reached or paper_account_limit_reached,
 *   naming what is in use
 */
export async function useOfDay(
  deps: UsageDeps,
  userId: UserId,
  entitled: Entitlements,
  { symbol, account }: UseOfDay,
): Promise<void> {
  const day = dayOf(deps);
  const used = await usedOfDay(deps.db, userId, day);
  if (!used.symbols.includes(symbol)) {
    expectRoomForSymbol(entitled, used.symbols, { symbol, day });
    await addSymbolOfDay(deps.db, userId, day, symbol);
  }
  const alike = account.paper ? used.papers : used.terminals;
  if (alike.includes(account.id)) return;
  await expectRoomForAccount(deps, userId, entitled, alike, { ...account, day });
  await addAccountOfDay(deps.db, userId, day, account.id);
}

function expectRoomForSymbol(
  { plan }: Entitlements,
  used: UsedOfDay['symbols'],
  { symbol, day }: { symbol: string; day: string },
): void {
  const limit = plan.granted.symbols;
  if (limit === UNLIMITED || used.length < limit) return;
  const symbols = used.join(', ');
  const until = endOf(day);
  throw new AppError('symbol_limit_reached', {
    details: { plan_name: plan.name, limit, actual: used.length, symbols, symbol, until },
  });
}

async function expectRoomForAccount(
  { db }: UsageDeps,
  userId: UserId,
  { plan }: Entitlements,
  used: readonly string[],
  { login, paper, day }: { login: string; paper: boolean; day: string },
): Promise<void> {
  const { paper_accounts, terminal_accounts } = plan.granted;
  const limit = paper ? paper_accounts : terminal_accounts;
  if (limit === UNLIMITED || used.length < limit) return;
  const accounts = (await namesOfAccounts(db, userId, used)).join(', ');
  const until = endOf(day);
  throw new AppError(paper ? 'paper_account_limit_reached' : 'terminal_account_limit_reached', {
    details: { plan_name: plan.name, limit, actual: used.length, accounts, login, until },
  });
}

/** The day that a call counts for. */
export function dayOf({ clock }: Pick<UsageDeps, 'clock'>): string {
  return new Date(clock.now()).toISOString().slice(0, 10);
}

/** When the next day begins. */
export function endOf(day: string): string {
  return new Date(Date.parse(day) + DAY_MS).toISOString();
}

type UsedOfDay = Readonly<{
  /** In the order of their names. */
  symbols: readonly string[];
  /** Ids of terminal accounts. */
  terminals: readonly string[];
  /** Ids of paper accounts. */
  papers: readonly string[];
}>;

async function usedOfDay(db: Db, userId: UserId, day: string): Promise<UsedOfDay> {
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
  { symbol, account }: UseOfDay,
): RawBuilder<boolean> {
  return sql<boolean>`exists (
      select from symbol_usage where user_id = ${userId}::uuid and day = ${day} and symbol = ${symbol}
    ) and exists (
      select from account_usage
      where user_id = ${userId}::uuid and day = ${day} and account_id = ${account.id}::uuid
    )`;
}

async function addSymbolOfDay(db: Db, userId: UserId, day: string, symbol: string): Promise<void> {
  await db
    .insertInto('symbol_usage')
    .values({ user_id: userId, day, symbol })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** As a person knows them, oldest first. @example ['100200 at Demo-Server'] */
async function namesOfAccounts(db: Db, userId: UserId, ids: readonly string[]): Promise<string[]> {
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

async function addAccountOfDay(
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
