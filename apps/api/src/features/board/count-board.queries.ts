import { sql } from 'kysely';
import { acrossUsers } from '../../db/across-users.ts';
import type { Db } from '../../db/tables.ts';
import { marketOf, ofOthersMarket } from '../market/own-market.ts';
import { countsInPublic } from './who-counts.ts';

export async function findWaitingUsers(db: Db, limit: number): Promise<string[]> {
  const { rows } = await sql<{ user_id: string }>`
    ${acrossUsers('a job counts what was agreed for the board of models')}
    select distinct user_id from board_waiting order by user_id limit ${limit}
  `.execute(db);
  return rows.map(({ user_id }) => user_id);
}

/** Takes decisions from those that wait; with the transaction they are counted, or wait again. */
export async function takeWaiting(db: Db, userId: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ decision_id: string }>`
    delete from board_waiting where user_id = ${userId}::uuid and decision_id in (
      select decision_id from board_waiting where user_id = ${userId}::uuid
      order by decision_id limit ${limit}
    ) returning decision_id
  `.execute(db);
  return rows.map(({ decision_id }) => decision_id);
}

export async function paysNow(db: Db, userId: string, now: Date): Promise<boolean> {
  const person = await db
    .selectFrom('users as person')
    .select('id')
    .where('id', '=', userId)
    .where(countsInPublic('person', now))
    .executeTakeFirst();
  return person !== undefined;
}

export type CountedVote = Readonly<{
  decision_id: string;
  account_id: string;
  symbol: string;
  timeframe: string;
  as_of: Date;
  first_touch: 'up' | 'down';
  analyst: string;
  model: string;
  provider: string;
  abstained: boolean;
  p_up: number;
  cost_micro_usd: number;
  latency_ms: number;
}>;

/** Votes on live decisions of these whose outcome is agreed: a pair under its name without a broker's suffix. */
export async function findCountedVotes(
  db: Db,
  userId: string,
  ids: readonly string[],
): Promise<CountedVote[]> {
  const { rows } = await sql<CountedVote>`
    select decision.id as decision_id, decision.account_id, ${marketOf(sql`decision.symbol`)} as symbol,
      decision.timeframe, decision.as_of, outcome.first_touch, vote.analyst, vote.model, vote.provider,
      vote.abstained, vote.p_up, vote.cost_micro_usd, vote.latency_ms
    from decisions as decision
    join decision_outcomes as outcome
      on outcome.user_id = decision.user_id and outcome.decision_id = decision.id
    join votes as vote on vote.user_id = decision.user_id and vote.decision_id = decision.id
    where decision.user_id = ${userId}::uuid and decision.id = any(${[...ids]}::uuid[])
      and outcome.touch_grade = 'agreed' and outcome.first_touch in ('up', 'down')
      and decision.clock_class = 'live' and ${ofOthersMarket(sql`decision.symbol`)}
  `.execute(db);
  return rows;
}

type Voter = {
  symbol: string;
  timeframe: string;
  analyst: string;
  model: string;
  provider: string;
};

export async function addCells(
  db: Db,
  userId: string,
  cells: readonly (Voter & {
    account_id: string;
    hundredth: number;
    ups: number;
    downs: number;
    cost_micro_usd: number;
  })[],
): Promise<void> {
  await sql`
    insert into board_cells as kept (user_id, account_id, symbol, timeframe, analyst, model, provider,
      hundredth, ups, downs, cost_micro_usd)
    select ${userId}::uuid, each.* from jsonb_to_recordset(${JSON.stringify(cells)}::jsonb) as each (
      account_id uuid, symbol text, timeframe text, analyst text, model text, provider text,
      hundredth smallint, ups integer, downs integer, cost_micro_usd bigint
    )
    on conflict (user_id, account_id, symbol, timeframe, analyst, model, provider, hundredth) do update set
      ups = kept.ups + excluded.ups, downs = kept.downs + excluded.downs,
      cost_micro_usd = kept.cost_micro_usd + excluded.cost_micro_usd
  `.execute(db);
}

export async function addLatencies(
  db: Db,
  userId: string,
  latencies: readonly (Voter & { account_id: string; bound_ms: number; votes: number })[],
): Promise<void> {
  await sql`
    insert into board_latencies as kept (user_id, account_id, symbol, timeframe, analyst, model, provider,
      bound_ms, votes)
    select ${userId}::uuid, each.* from jsonb_to_recordset(${JSON.stringify(latencies)}::jsonb) as each (
      account_id uuid, symbol text, timeframe text, analyst text, model text, provider text,
      bound_ms integer, votes integer
    )
    on conflict (user_id, account_id, symbol, timeframe, analyst, model, provider, bound_ms) do update set
      votes = kept.votes + excluded.votes
  `.execute(db);
}

/** Counts votes under their bars, and what that does to the squares of each bar's votes. */
export async function addMoments(
  db: Db,
  moments: readonly (Voter & { as_of: string; votes: number })[],
): Promise<void> {
  if (moments.length === 0) return;
  await sql`
    with added as (
      select * from jsonb_to_recordset(${JSON.stringify(moments)}::jsonb) as each (
        symbol text, timeframe text, analyst text, model text, provider text, as_of timestamptz, votes integer
      )
    ), moments as (
      insert into board_moments as kept (symbol, timeframe, as_of, analyst, model, provider, votes)
      select symbol, timeframe, as_of, analyst, model, provider, votes from added
      on conflict (symbol, timeframe, as_of, analyst, model, provider) do update set
        votes = kept.votes + excluded.votes
      returning *
    )
    insert into board_clusters as kept (symbol, timeframe, analyst, model, provider, votes, squares)
    select symbol, timeframe, analyst, model, provider, sum(added.votes),
      sum(moments.votes::bigint ^ 2 - (moments.votes - added.votes)::bigint ^ 2)::bigint
    from moments join added using (symbol, timeframe, as_of, analyst, model, provider)
    group by symbol, timeframe, analyst, model, provider
    order by symbol, timeframe, analyst, model, provider
    on conflict (symbol, timeframe, analyst, model, provider) do update set
      votes = kept.votes + excluded.votes, squares = kept.squares + excluded.squares
  `.execute(db);
}
