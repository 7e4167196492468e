import { UNLIMITED } from '@quorate/contract/plans';
import type { AccountInput } from '@quorate/contract/trade-sync';
import type { TradingAccountId, UserId } from '@quorate/values/ids';
import { AppError } from '../../http/app-error.ts';
import type { Entitlements } from '../entitlements.ts';
import {
  addAccountOfDay,
  addSymbolOfDay,
  namesOfAccounts,
  type UsedOfDay,
  usedOfDay,
} from './day-limits.queries.ts';
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
 * nobody a terminal more. To be called within the transaction of `beginMetering`.
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
