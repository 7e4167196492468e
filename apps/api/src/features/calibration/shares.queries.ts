import type { UserId } from '@quorate/values/ids';
import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import type { VoterName } from './calibration.queries.ts';
import type { Market } from './learned.queries.ts';

/** Decisions whose shares are looked at. */
const RECENT = 200;

/** Mean share of each voter in the user's newest decisions; it has none in those on which it did not vote. */
export async function findRecentShares(
  db: Db,
  userId: UserId,
  symbol: string | undefined,
): Promise<(VoterName & { share: number })[]> {
  const { rows } = await sql<VoterName & { share: number }>`
    with recent as (
      select id from decisions
      where user_id = ${userId} and (${symbol ?? null}::text is null or symbol = ${symbol ?? null}::text)
      order by decided_at desc, id desc limit ${RECENT}
    )
    select analyst, model, sum(coalesce(share, 0)) / (select count(*) from recent) as share
    from votes join recent on recent.id = votes.decision_id
    where votes.user_id = ${userId}
    group by analyst, model having count(*) filter (where not abstained) > 0
  `.execute(db);
  return rows;
}

/** Decisions of a month that are looked at, at most. */
const MONTH_MAX = 5_000;

/** Mean share of each voter on a market in a stretch of time. */
export async function findSharesBetween(
  db: Db,
  userId: UserId,
  { symbol, timeframe }: Market,
  { from, to }: { from: Date; to: Date },
): Promise<(VoterName & { share: number })[]> {
  const { rows } = await sql<VoterName & { share: number }>`
    with recent as (
      select id from decisions
      where user_id = ${userId} and symbol = ${symbol} and timeframe = ${timeframe}
        and decided_at > ${from} and decided_at <= ${to}
      order by decided_at desc limit ${MONTH_MAX}
    )
    select analyst, model, sum(coalesce(share, 0)) / (select count(*) from recent) as share
    from votes join recent on recent.id = votes.decision_id
    where votes.user_id = ${userId}
    group by analyst, model
  `.execute(db);
  return rows;
}

/** The market that the user's newest decision is of. */
export async function findNewestMarket(
  db: Db,
  userId: UserId,
  { symbol, timeframe }: Partial<Market>,
): Promise<Market | undefined> {
  return db
    .selectFrom('decisions')
    .select(['symbol', 'timeframe'])
    .where('user_id', '=', userId)
    .$if(symbol !== undefined, (query) => query.where('symbol', '=', symbol ?? ''))
    .$if(timeframe !== undefined, (query) => query.where('timeframe', '=', timeframe ?? ''))
    .orderBy('decided_at', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Markets of which the user or all accounts together know an outcome, and how many. */
export async function findLearnedMarkets(
  db: Db,
  userId: UserId,
): Promise<(Market & { outcomes: number })[]> {
  const { rows } = await sql<Market & { outcomes: number }>`
    select own.symbol, own.timeframe,
      ((own.record ->> 'outcomes')::int + coalesce((shared.record ->> 'outcomes')::int, 0)) as outcomes
    from learned_markets as own
    left join shared_markets as shared
      on shared.symbol = own.symbol and shared.timeframe = own.timeframe
    where own.user_id = ${userId}
    order by own.symbol, own.timeframe
  `.execute(db);
  return rows;
}
