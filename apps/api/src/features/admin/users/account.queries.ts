import { sql } from 'kysely';
import type { Db } from '../../../db/tables.ts';
import { offsetOf, type PageRequest } from '../../../http/paging.ts';

export type AccountRow = NonNullable<Awaited<ReturnType<typeof findAccount>>>;

/** Who somebody is and by what they come in; whether there is a password, and never which. */
export function findAccount(db: Db, userId: string) {
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

export type AccountCounts = Readonly<{
  passkeys: number;
  providers: ('google' | 'github')[];
  trading_accounts: number;
  trades: number;
  symbols_today: number;
  accounts_today: number;
}>;

/** @param day of the service's clock, in UTC: 2025-01-02 */
export async function countOfAccount(db: Db, userId: string, day: string): Promise<AccountCounts> {
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

export type DecisionDayRow = Readonly<{
  day: string;
  decisions: number;
  tokens: number;
  cost_micro_usd: number;
}>;

/** Figures of UTC days that have decisions, newest first. */
export async function findDecisionDays(
  db: Db,
  userId: string,
  since: Date,
): Promise<DecisionDayRow[]> {
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

export async function findSubscriptions(db: Db, userId: string, page: PageRequest) {
  const ofUser = db.selectFrom('subscriptions').where('user_id', '=', userId);
  const rows = await ofUser
    .select([
      'id',
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
    .orderBy('id', 'desc')
    .limit(page.per_page)
    .offset(offsetOf(page))
    .execute();
  const { total } = await ofUser
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow();
  return { rows, total };
}

/** Without equity, balance and orders: whether a bot runs is all that an operator needs. */
export async function findBots(db: Db, userId: string, page: PageRequest) {
  const rows = await db
    .selectFrom('bots')
    .innerJoin('trading_accounts as account', (join) =>
      join
        .onRef('account.user_id', '=', 'bots.user_id')
        .onRef('account.id', '=', 'bots.account_id'),
    )
    .select([
      'bots.id',
      'bots.state',
      'bots.version',
      'bots.open_positions',
      'bots.last_heartbeat_at',
      'bots.ended_at',
      'account.server',
      'account.login',
      'account.account_type',
    ])
    .where('bots.user_id', '=', userId)
    .orderBy('bots.last_heartbeat_at', 'desc')
    .orderBy('bots.id')
    .limit(page.per_page)
    .offset(offsetOf(page))
    .execute();
  const { total } = await db
    .selectFrom('bots')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return { rows, total };
}
