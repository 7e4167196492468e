import { type RawBuilder, sql } from 'kysely';
import { acrossUsers } from '../../../db/across-users.ts';
import type { Db } from '../../../db/tables.ts';
import { dayOf, modelSums, userSums } from './sum-up.ts';

/** UTC days, both included; `live` is the span that no sum holds yet, empty where all are kept. */
export type SpendSpan = Readonly<{
  from: string;
  to: string;
  live: Readonly<{ from: Date; to: Date }>;
}>;

export type ModelRow = Readonly<{
  period: string;
  provider: string;
  model: string;
  votes: number;
  input_tokens: number;
  output_tokens: number;
  cost_micro_usd: number;
}>;

/** Votes by period and model: kept sums, and those of the last hours. @param letters of a period: 10 a day, 7 a month */
export async function findModelSpend(
  db: Db,
  span: SpendSpan,
  letters: 7 | 10,
): Promise<ModelRow[]> {
  const { rows } =
    await sql<ModelRow>`${acrossUsers('an operator looks at the spend of all, by model')}
    select left(day, ${sql.lit(letters)}) as period, provider, model, sum(votes)::bigint as votes,
      sum(input_tokens)::bigint as input_tokens, sum(output_tokens)::bigint as output_tokens,
      sum(cost_micro_usd)::bigint as cost_micro_usd
    from (
      select * from model_days where day between ${span.from} and ${span.to}
      union all ${modelSums(span.live.from, span.live.to)}
    ) as every
    group by 1, 2, 3
  `.execute(db);
  return rows;
}

export type DayTokens = Readonly<{ day: string; tokens: number }>;

/** Tokens by UTC day, both days included. */
export async function findDayTokens(
  db: Db,
  table: 'assistant_spending' | 'free_spending',
  { from, to }: Pick<SpendSpan, 'from' | 'to'>,
): Promise<DayTokens[]> {
  return db
    .selectFrom(table)
    .select(['day', 'tokens'])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .execute();
}

export type IncomeRow = Readonly<{ period: string; currency: string; minor: number }>;

/** Bills that were paid, less what went back, each without its share of tax. In minor units. */
const net = sql`sum(
  case when amount = 0 then 0 else round((amount - returned)::numeric * (amount - tax) / amount) end
)::bigint`;

/** Moments of whole UTC days, as an index has them. */
function billedWithin({ from, to }: SpendSpan): RawBuilder<boolean> {
  const start = new Date(`${from}T00:00:00Z`);
  const end = new Date(Date.parse(`${to}T00:00:00Z`) + 86_400_000);
  return sql<boolean>`status in ('paid', 'completed')
    and coalesce(billed_at, provider_created_at) >= ${start}
    and coalesce(billed_at, provider_created_at) < ${end}`;
}

export async function findIncome(db: Db, span: SpendSpan, letters: 7 | 10): Promise<IncomeRow[]> {
  const day = dayOf(sql`coalesce(billed_at, provider_created_at)`);
  const { rows } = await sql<IncomeRow>`
    select left(${day}, ${sql.lit(letters)}) as period, currency, ${net} as minor
    from transactions where ${billedWithin(span)}
    group by 1, 2 order by 1, 2
  `.execute(db);
  return rows;
}

export type UserSpendRow = Readonly<{
  user_id: string;
  username: string;
  decisions: number;
  tokens: number;
  cost_micro_usd: number;
  total: number;
}>;

const DEAREST = acrossUsers('an operator looks for the users that cost most');

/** Users by what their decisions cost, dearest first; those whose account is deleted are not among them. */
export async function findUserSpend(
  db: Db,
  span: SpendSpan,
  page: Readonly<{ limit: number; offset: number }>,
): Promise<UserSpendRow[]> {
  const { rows } = await sql<UserSpendRow>`${DEAREST}
    with spent as (
      select user_id, sum(decisions)::bigint as decisions, sum(tokens)::bigint as tokens,
        sum(cost_micro_usd)::bigint as cost_micro_usd
      from (
        select * from user_spend_days where day between ${span.from} and ${span.to}
        union all ${userSums(span.live.from, span.live.to)}
      ) as every
      group by user_id
    ), page as (
      select spent.*, count(*) over () as total from spent
      order by cost_micro_usd desc, tokens desc, user_id
      limit ${page.limit} offset ${page.offset}
    )
    select page.*, users.username from page join users on users.id = page.user_id
    order by cost_micro_usd desc, tokens desc, user_id
  `.execute(db);
  return rows;
}

export async function countUserSpend(db: Db, span: SpendSpan): Promise<number> {
  const { rows } = await sql<{ total: number }>`${DEAREST}
    select count(distinct user_id) as total from (
      select user_id from user_spend_days where day between ${span.from} and ${span.to}
      union all select user_id from (${userSums(span.live.from, span.live.to)}) as live
    ) as every
  `.execute(db);
  return rows[0]?.total ?? 0;
}

/** What these users paid in the span. */
export async function findIncomeOf(
  db: Db,
  span: SpendSpan,
  userIds: readonly string[],
): Promise<{ user_id: string; currency: string; minor: number }[]> {
  if (userIds.length === 0) return [];
  const { rows } = await sql<{ user_id: string; currency: string; minor: number }>`
    select user_id, currency, ${net} as minor from transactions
    where user_id = any(${userIds}::uuid[]) and ${billedWithin(span)}
    group by 1, 2 order by 1, 2
  `.execute(db);
  return rows;
}
