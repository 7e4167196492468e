import type { AdminAccount, AdminBot } from '@quorate/contract/admin-users';
import { SILENT_AFTER_S } from '@quorate/contract/bot-terms';
import type { UserId } from '@quorate/values/ids';
import { DAY_MS } from '@quorate/values/instant';
import { currencyOf, money, moneyToNumber } from '@quorate/values/money';
import { sql } from 'kysely';
import type { Db } from '../../../db/tables.ts';
import { AppError } from '../../../http/app-error.ts';
import { isoTimes } from '../../../http/iso-times.ts';
import { type PageRequest, readPage } from '../../../http/paging.ts';
import { countSessions } from '../../account/sessions/own-sessions.service.ts';
import { readEntitlements } from '../../billing/entitlements/entitlements.queries.ts';
import { readUsage } from '../../usage/usage.service.ts';
import { standingOf, type UsersDeps } from './users-list.ts';

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

export async function listSubscriptions({ db }: UsersDeps, userId: string, page: PageRequest) {
  const ofUser = db.selectFrom('subscriptions').where('user_id', '=', userId);
  const { rows, pagination } = await readPage(page, ofUser, (found) =>
    found
      .select([
        'id as subscription_id',
        'customer_id',
        'status',
        'plan_name',
        'billing_cycle',
        'amount',
        'currency',
        'started_at',
        'period_end',
        'canceled_at',
      ])
      .orderBy('started_at', 'desc')
      .orderBy('id', 'desc'),
  );
  const subscriptions = rows.map((row) => ({
    ...isoTimes(row),
    amount: moneyToNumber(money(row.amount, currencyOf(row.currency))),
  }));
  return { subscriptions, pagination };
}

/** Without equity, balance and orders: whether a bot runs is all that an operator needs. */
export async function listBots({ db, clock }: UsersDeps, userId: string, page: PageRequest) {
  const ofUser = db
    .selectFrom('bots')
    .innerJoin('trading_accounts as account', (join) =>
      join
        .onRef('account.user_id', '=', 'bots.user_id')
        .onRef('account.id', '=', 'bots.account_id'),
    )
    .where('bots.user_id', '=', userId);
  const { rows, pagination } = await readPage(page, ofUser, (found) =>
    found
      .select([
        'bots.id as bot_id',
        'bots.state',
        'bots.version',
        'bots.open_positions',
        'bots.last_heartbeat_at',
        'bots.ended_at',
        'account.server',
        'account.login',
        'account.account_type',
      ])
      .orderBy('bots.last_heartbeat_at', 'desc')
      .orderBy('bots.id'),
  );
  const silentSince = clock.now() - SILENT_AFTER_S * 1_000;
  const bots = rows.map(({ ended_at, ...row }): AdminBot => {
    const silent = row.last_heartbeat_at.getTime() <= silentSince;
    return { ...isoTimes(row), state: ended_at !== null ? 'ended' : silent ? 'silent' : row.state };
  });
  return { bots, pagination };
}

type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

/** Who somebody is and by what they come in; whether there is a password, and never which. */
function findAccount(db: Db, userId: string) {
  return db
    .selectFrom('users')
    .select([
      'id',
      'username',
      'email',
      'role',
      'created_at',
      'email_verified_at',
      'given_plan',
      'given_until',
    ])
    .select((row) => [
      row('password_hash', 'is not', null).as('has_password'),
      row
        .exists(
          row
            .selectFrom('totp_secrets')
            .select('user_id')
            .where('user_id', '=', userId)
            .where('enabled_at', 'is not', null),
        )
        .as('has_totp'),
    ])
    .where('id', '=', userId)
    .executeTakeFirst();
}

type AccountCounts = Readonly<{
  passkeys: number;
  providers: ('google' | 'github')[];
  trading_accounts: number;
  trades: number;
  symbols_today: number;
  accounts_today: number;
}>;

/** @param day of the service's clock, in UTC: 2025-01-02 */
async function countOfAccount(db: Db, userId: string, day: string): Promise<AccountCounts> {
  const { rows } = await sql<AccountCounts>`
    select
      (select count(*) from passkeys where user_id = ${userId}) as passkeys,
      (select coalesce(json_agg(distinct provider), '[]') from provider_accounts where user_id = ${userId}) as providers,
      (select count(*) from trading_accounts where user_id = ${userId}) as trading_accounts,
      (select count(*) from trades where user_id = ${userId}) as trades,
      (select count(*) from symbol_usage where user_id = ${userId} and day = ${day}) as symbols_today,
      (
        select count(*) from account_usage used
        join trading_accounts account on account.user_id = used.user_id and account.id = used.account_id
        where used.user_id = ${userId} and used.day = ${day} and not account.paper
      ) as accounts_today
  `.execute(db);
  const [row] = rows;
  if (!row) throw new Error('a count of an account gave no row');
  return row;
}

type DecisionDayRow = Readonly<{
  day: string;
  decisions: number;
  tokens: number;
  cost_micro_usd: number;
}>;

/** Figures of UTC days that have decisions, newest first. */
async function findDecisionDays(db: Db, userId: string, since: Date): Promise<DecisionDayRow[]> {
  const { rows } = await sql<DecisionDayRow>`
    select to_char(decided_at at time zone 'UTC', 'YYYY-MM-DD') as day,
      count(*) as decisions, sum(tokens)::bigint as tokens,
      sum(cost_micro_usd)::bigint as cost_micro_usd
    from decisions
    where user_id = ${userId} and decided_at >= ${since}
    group by 1 order by 1 desc
  `.execute(db);
  return rows;
}
