import type { LearnedRecord } from '@quorate/trading/ensemble/learned-record';
import type { UserId } from '@quorate/values/ids';
import { sql } from 'kysely';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/tables.ts';

export type Market = Readonly<{ symbol: string; timeframe: string }>;

/** Decisions with a known outcome, with their votes, the oldest bar first. */
export type DecidedMoment = Awaited<ReturnType<typeof findMoments>>[number];

/** Of a market that is learned anew: more would not change what is known of it. */
const MOMENTS_MAX = 5_000;

/** What is known of a market: by the user's own outcomes, and by those of all accounts. */
export async function findRecords(
  db: Db,
  userId: UserId,
  { symbol, timeframe }: Market,
): Promise<{ own: LearnedRecord | null; shared: LearnedRecord | null }> {
  const { rows } = await sql<{ own: boolean; record: LearnedRecord }>`
    ${prepared} select true as own, record from learned_markets
    where user_id = ${userId}::uuid and symbol = ${symbol}::text and timeframe = ${timeframe}::text
    union all
    select false, record from shared_markets
    where symbol = ${symbol}::text and timeframe = ${timeframe}::text
  `.execute(db);
  return {
    own: rows.find(({ own }) => own)?.record ?? null,
    shared: rows.find(({ own }) => !own)?.record ?? null,
  };
}

/**
 * Decisions of these ids, or of one market, whose outcome is known.
 *
 * @param which `ids`, or a market from its newest moments back
 */
export async function findMoments(
  db: Db,
  userId: UserId,
  which: Readonly<{ ids: readonly string[] }> | Market,
) {
  const decisions = await db
    .selectFrom('decisions as decision')
    .innerJoin('decision_outcomes as outcome', (join) =>
      join
        .onRef('outcome.user_id', '=', 'decision.user_id')
        .onRef('outcome.decision_id', '=', 'decision.id'),
    )
    .select([
      'decision.id',
      'decision.symbol',
      'decision.timeframe',
      'decision.as_of',
      'decision.decided_at',
      'decision.action',
      'decision.strength',
      // Decisions of version 1 did not keep it: spread and commission, as `costAtrOf` adds them up.
      sql<number | null>`coalesce(decision.cost_atr,
        ((decision.snapshot::jsonb ->> 'spread_points')::float8 + 7)
          / (decision.snapshot::jsonb ->> 'atr_points')::float8)`.as('cost_atr'),
      'decision.rule_actions',
      'outcome.first_touch',
    ])
    .where('decision.user_id', '=', userId)
    .where('outcome.first_touch', 'in', ['up', 'down'])
    .$if('ids' in which, (query) =>
      query.where('decision.id', 'in', 'ids' in which ? which.ids : []),
    )
    .$if('symbol' in which, (query) =>
      query
        .where('decision.symbol', '=', 'symbol' in which ? which.symbol : '')
        .where('decision.timeframe', '=', 'symbol' in which ? which.timeframe : '')
        // Those that others have seen alike are in the record of all accounts; contradicted ones teach nothing.
        .where((row) =>
          row.or([
            row('outcome.touch_grade', 'is', null),
            row('outcome.touch_grade', '=', 'alone'),
          ]),
        ),
    )
    .orderBy('decision.as_of', 'desc')
    .orderBy('decision.id', 'desc')
    .limit(MOMENTS_MAX)
    .execute();
  if (decisions.length === 0) return [];
  const votes = await db
    .selectFrom('votes')
    .select([
      'decision_id',
      'analyst',
      'model',
      'provider',
      'prompt_version',
      'family',
      'action',
      'p_up',
      'sl_atr',
      'tp_atr',
    ])
    .where('user_id', '=', userId)
    .where(
      'decision_id',
      'in',
      decisions.map(({ id }) => id),
    )
    .where('abstained', '=', false)
    .orderBy('position')
    .execute();
  const votesOf = Map.groupBy(votes, ({ decision_id }) => decision_id);
  return decisions
    .toReversed()
    .map((decision) => ({ ...decision, votes: votesOf.get(decision.id) ?? [] }));
}

/**
 * Moments of these decisions that another decision of the user has told of: seen by another of their accounts, they
 * count once.
 */
export async function findTwins(
  db: Db,
  userId: UserId,
  ids: readonly string[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<{ id: string }>`
    select distinct decision.id from decisions as decision
    join trading_accounts as account on account.user_id = decision.user_id
    join decisions as twin on twin.user_id = decision.user_id and twin.account_id = account.id
      and twin.symbol = decision.symbol and twin.timeframe = decision.timeframe and twin.as_of = decision.as_of
    join decision_outcomes as told on told.user_id = twin.user_id and told.decision_id = twin.id
    where decision.user_id = ${userId} and decision.id = any(${[...ids]}::uuid[])
      and twin.id <> all(${[...ids]}::uuid[]) and told.first_touch in ('up', 'down')
  `.execute(db);
  return new Set(rows.map(({ id }) => id));
}

/**
 * The user's record of a market, which nobody else changes until the transaction ends.
 *
 * @returns null where there was none: whoever else wants to begin it waits for this transaction
 */
export async function lockOwnRecord(
  db: Db,
  userId: UserId,
  { symbol, timeframe }: Market,
  { empty, now }: { empty: LearnedRecord; now: Date },
): Promise<LearnedRecord | null> {
  const begun = await db
    .insertInto('learned_markets')
    .values({ user_id: userId, symbol, timeframe, record: JSON.stringify(empty), updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .returning('symbol')
    .executeTakeFirst();
  if (begun) return null;
  const { record } = await db
    .selectFrom('learned_markets')
    .select('record')
    .where('user_id', '=', userId)
    .where('symbol', '=', symbol)
    .where('timeframe', '=', timeframe)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return record;
}

export async function saveOwnRecord(
  db: Db,
  userId: UserId,
  { symbol, timeframe }: Market,
  { record, now }: { record: LearnedRecord; now: Date },
): Promise<void> {
  await db
    .updateTable('learned_markets')
    .set({ record: JSON.stringify(record), updated_at: now })
    .where('user_id', '=', userId)
    .where('symbol', '=', symbol)
    .where('timeframe', '=', timeframe)
    .execute();
}

/** The record over all accounts, which nobody else changes until the transaction ends. @param empty where there is none */
export async function lockSharedRecord(
  db: Db,
  { symbol, timeframe }: Market,
  { empty, now }: { empty: LearnedRecord; now: Date },
): Promise<LearnedRecord> {
  await db
    .insertInto('shared_markets')
    .values({ symbol, timeframe, record: JSON.stringify(empty), updated_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { record } = await db
    .selectFrom('shared_markets')
    .select('record')
    .where('symbol', '=', symbol)
    .where('timeframe', '=', timeframe)
    .forUpdate()
    .executeTakeFirstOrThrow();
  return record;
}

export async function saveSharedRecord(
  db: Db,
  { symbol, timeframe }: Market,
  { record, now }: { record: LearnedRecord; now: Date },
): Promise<void> {
  await db
    .updateTable('shared_markets')
    .set({ record: JSON.stringify(record), updated_at: now })
    .where('symbol', '=', symbol)
    .where('timeframe', '=', timeframe)
    .execute();
}

/**
 * Notes whose votes on a moment are counted now; the market's shared record is locked.
 *
 * @returns those that were not counted before, and whether it is the first that is told of the moment
 */
export async function countVoters(
  db: Db,
  { symbol, timeframe }: Market,
  asOf: Date,
  voters: readonly string[],
): Promise<{ fresh: string[]; isFirst: boolean }> {
  const row = await db
    .selectFrom('shared_moments')
    .select('voters')
    .where('symbol', '=', symbol)
    .where('timeframe', '=', timeframe)
    .where('as_of', '=', asOf)
    .executeTakeFirst();
  const before = row?.voters ?? [];
  const fresh = voters.filter((voter) => !before.includes(voter));
  const isFirst = row === undefined;
  if (fresh.length === 0) return { fresh, isFirst };
  const kept = { voters: JSON.stringify([...before, ...fresh]) };
  await db
    .insertInto('shared_moments')
    .values({ symbol, timeframe, as_of: asOf, ...kept })
    .onConflict((conflict) => conflict.columns(['symbol', 'timeframe', 'as_of']).doUpdateSet(kept))
    .execute();
  return { fresh, isFirst };
}
