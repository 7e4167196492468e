import { UNLIMITED } from '@quorate/contract/plans';
import { type AccountInput, PAPER_SERVER } from '@quorate/contract/trade-sync';
import type { TradingAccountId, UserId } from '@quorate/values/ids';
import { AppError } from '../../app-error.ts';
import type { Entitlements } from '../../entitlements.ts';
import {
  accountsOfDay,
  addAccountOfDay,
  addSymbolOfDay,
  namesOfAccounts,
  symbolsOfDay,
} from './day-limits.queries.ts';
import type { UsageDeps } from './usage.service.ts';

const DAY_MS = 86_400_000;

/**
 * Counts a symbol as in use today. A day is a UTC day of the service's clock, so that a trader can
 * change symbols from one day to the next. To be called within the transaction of `beginMetering`.
 *
 * @throws AppError symbol_limit_reached, naming the symbols in use
 */
export async function useSymbol(
  deps: UsageDeps,
  userId: UserId,
  { plan }: Entitlements,
  symbol: string,
): Promise<void> {
  const { day, until } = today(deps);
  const inUse = await symbolsOfDay(deps.db, userId, day);
  if (inUse.includes(symbol)) return;
  const limit = plan.granted.symbols;
  if (limit !== UNLIMITED && inUse.length >= limit) {
    const symbols = inUse.join(', ');
    throw new AppError('symbol_limit_reached', {
      details: { plan_name: plan.name, limit, actual: inUse.length, symbols, symbol, until },
    });
  }
  await addSymbolOfDay(deps.db, userId, day, symbol);
}

/**
 * Counts a terminal account as in use today, by the same day. Paper runs have an account each, and
 * no terminal: they do not count.
 *
 * @throws AppError terminal_account_limit_reached, naming the accounts in use
 */
export async function useTerminalAccount(
  deps: UsageDeps,
  userId: UserId,
  { plan }: Entitlements,
  account: Pick<AccountInput, 'server' | 'login'> & { id: TradingAccountId },
): Promise<void> {
  if (account.server === PAPER_SERVER) return;
  const { day, until } = today(deps);
  const inUse = await accountsOfDay(deps.db, userId, day);
  if (inUse.includes(account.id)) return;
  const limit = plan.granted.terminal_accounts;
  if (limit !== UNLIMITED && inUse.length >= limit) {
    const accounts = (await namesOfAccounts(deps.db, userId, inUse)).join(', ');
    const { login } = account;
    throw new AppError('terminal_account_limit_reached', {
      details: { plan_name: plan.name, limit, actual: inUse.length, accounts, login, until },
    });
  }
  await addAccountOfDay(deps.db, userId, day, account.id);
}

function today({ clock }: UsageDeps): { day: string; until: string } {
  const day = new Date(clock.now()).toISOString().slice(0, 10);
  return { day, until: new Date(Date.parse(day) + DAY_MS).toISOString() };
}
