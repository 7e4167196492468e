import type { AdminAccount, AdminBot, AdminSubscription } from '@quorate/contract/admin-users';
import { SILENT_AFTER_S } from '@quorate/contract/live';
import type { Pagination } from '@quorate/contract/reply';
import type { UserId } from '@quorate/values/ids';
import { DAY_MS } from '@quorate/values/instant';
import { currencyOf, money, moneyToNumber } from '@quorate/values/money';
import { AppError } from '../../../http/app-error.ts';
import { type PageRequest, paginate } from '../../../http/paging.ts';
import { countSessions } from '../../account/sessions/own-sessions.service.ts';
import { readEntitlements } from '../../billing/entitlements/entitlements.queries.ts';
import { readUsage } from '../../usage/usage.service.ts';
import {
  type AccountRow,
  countOfAccount,
  findAccount,
  findBots,
  findDecisionDays,
  findSubscriptions,
} from './account.queries.ts';
import type { UsersDeps } from './users.deps.ts';
import { standingOf } from './users.service.ts';

const DECISION_DAYS = 30;

/** @throws AppError account_unknown */
export async function expectAccount(
  { db }: Pick<UsersDeps, 'db'>,
  userId: string,
): Promise<AccountRow> {
  const row = await findAccount(db, userId);
  if (!row) throw new AppError('account_unknown', { details: { user_id: userId } });
  return row;
}

/** One account as operators see it: figures and reasons, nothing that opens it and nothing it trades by. */
export async function readAccount(deps: UsersDeps, row: AccountRow): Promise<AdminAccount> {
  const { db, clock } = deps;
  const handle = { db, clock };
  const now = clock.now();
  const userId = row.id as UserId;
  const today = new Date(now).toISOString().slice(0, 10);
  const since = new Date(Date.parse(today) - (DECISION_DAYS - 1) * DAY_MS);
  const entitled = await readEntitlements(handle, userId);
  const [usage, counts, sessions, days] = await Promise.all([
    readUsage(handle, userId, entitled),
    countOfAccount(db, userId, today),
    countSessions(handle, userId),
    findDecisionDays(db, userId, since),
  ]);
  const { granted } = entitled.plan;
  return {
    user_id: row.id,
    username: row.username,
    email: row.email,
    role: row.role,
    created_at: row.created_at.toISOString(),
    verified_at: row.email_verified_at?.toISOString() ?? null,
    ways_in: {
      password: Boolean(row.has_password),
      passkeys: counts.passkeys,
      totp: Boolean(row.has_totp),
      providers: counts.providers,
    },
    standing: standingOf(entitled, row.given_until),
    given: { plan_name: row.given_plan, until: row.given_until?.toISOString() ?? null },
    usage,
    limits: {
      requests_per_minute: granted.requests_per_minute,
      symbols: granted.symbols,
      symbols_used_today: counts.symbols_today,
      daily_trades: granted.daily_trades,
      terminal_accounts: granted.terminal_accounts,
      terminal_accounts_used_today: counts.accounts_today,
    },
    sessions,
    trading_accounts: counts.trading_accounts,
    trades: counts.trades,
    decision_days: days.map(({ cost_micro_usd, ...day }) => ({
      ...day,
      cost_usd: cost_micro_usd / 1e6,
    })),
  };
}

export async function listSubscriptions(
  { db }: UsersDeps,
  userId: string,
  page: PageRequest,
): Promise<{ subscriptions: AdminSubscription[]; pagination: Pagination }> {
  const { rows, total } = await findSubscriptions(db, userId, page);
  const subscriptions = rows.map(({ id, ...row }) => ({
    ...row,
    subscription_id: id,
    amount: moneyToNumber(money(row.amount, currencyOf(row.currency))),
    started_at: row.started_at.toISOString(),
    period_end: row.period_end?.toISOString() ?? null,
    canceled_at: row.canceled_at?.toISOString() ?? null,
  }));
  return { subscriptions, pagination: paginate(page, total) };
}

export async function listBots(
  { db, clock }: UsersDeps,
  userId: string,
  page: PageRequest,
): Promise<{ bots: AdminBot[]; pagination: Pagination }> {
  const { rows, total } = await findBots(db, userId, page);
  const silentSince = clock.now() - SILENT_AFTER_S * 1_000;
  const bots = rows.map(({ id, ended_at, last_heartbeat_at: last, ...row }): AdminBot => {
    const silent = last.getTime() <= silentSince;
    return {
      ...row,
      bot_id: id,
      state: ended_at !== null ? 'ended' : silent ? 'silent' : row.state,
      last_heartbeat_at: last.toISOString(),
    };
  });
  return { bots, pagination: paginate(page, total) };
}
