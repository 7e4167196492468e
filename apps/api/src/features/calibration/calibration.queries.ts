import type { CalibrationCell } from '@quorate/trading/ensemble/trust-from-cells';
import type { UserId } from '@quorate/values/ids';
import { type RawBuilder, sql } from 'kysely';
import { acrossUsers } from '../../db/across-users.ts';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/tables.ts';

/** Whose votes: a model under another name, or another model under the same one, has a record of its own. */
export type VoterName = Readonly<{ analyst: string; model: string }>;

export type StoredCell = VoterName & CalibrationCell;

/** In place of a voter's and a model's name: the pool of a decision's votes. No voter can be called so. */
export const POOL = '*';

/** A cell over all symbols, and what of it is of one symbol. */
export type SplitCell = StoredCell & Readonly<{ own_ups: number; own_downs: number }>;

/**
 * Counts what came after decisions for everybody who voted on them, and for the pool of their votes, in
 * one statement.
 *
 * A vote of a language model counts only where the decision was made within a day of its bar: of older
 * bars the model may have read what came. The rules of the offline analysts have read nothing. A pool
 * counts where all who had a share in it do, at its plain mean: its own correction is not counted again.
 *
 * The rows are written in one order, so that two batches of a user wait for each other and never in a
 * circle.
 */
export async function countOutcomes(
  db: Db,
  userId: UserId,
  touches: readonly Readonly<{ decisionId: string; firstTouch: 'up' | 'down' }>[],
): Promise<void> {
  const known = sql.join(
    touches.map(({ decisionId, firstTouch }) => sql`(${decisionId}::uuid, ${firstTouch}::text)`),
  );
  await sql`
    with cast_votes as (
      select vote.*, decision.symbol, known.touch,
        vote.provider = 'offline' or decision.decided_at - decision.as_of <= interval '1 day' as blind
      from (values ${known}) as known (decision_id, touch)
      join decisions as decision on decision.user_id = ${userId} and decision.id = known.decision_id
      join votes as vote on vote.user_id = decision.user_id and vote.decision_id = decision.id
      where not vote.abstained
    ), said as (
      select analyst, model, symbol, touch, p_up as chance from cast_votes where blind
      union all
      select ${POOL}, ${POOL}, symbol, touch,
        1 / (1 + exp(-sum(share * ln(p_pooled / (1 - p_pooled))) / sum(share)))
      from cast_votes where share > 0
      group by decision_id, symbol, touch having bool_and(blind)
    )
    insert into calibration_cells (user_id, analyst, model, symbol, hundredth, ups, downs)
    select ${userId}, analyst, model, symbol,
      least(99, greatest(1, round((chance * 100)::numeric))) as hundredth,
      count(*) filter (where touch = 'up'), count(*) filter (where touch = 'down')
    from said
    group by analyst, model, symbol, hundredth
    order by analyst, model, symbol, hundredth
    on conflict (user_id, analyst, model, symbol, hundredth) do update
      set ups = calibration_cells.ups + excluded.ups, downs = calibration_cells.downs + excluded.downs
  `.execute(db);
}

/** Everything that is known of the voters of one user, with what of it is of `symbol`. */
export async function findSplitCells(
  db: Db,
  userId: UserId,
  symbol: string | null,
): Promise<SplitCell[]> {
  const { rows } = await sql<SplitCell>`
    ${prepared} select analyst, model, hundredth, sum(ups)::int as ups, sum(downs)::int as downs,
      coalesce(sum(ups) filter (where symbol = ${symbol}::text), 0)::int as own_ups,
      coalesce(sum(downs) filter (where symbol = ${symbol}::text), 0)::int as own_downs
    from calibration_cells where user_id = ${userId}
    group by analyst, model, hundredth
  `.execute(db);
  return rows;
}

/** The records of one user, over all symbols or of one. */
export function findCells(db: Db, userId: UserId, symbol: string | undefined) {
  return sumCells(db, sql`user_id = ${userId}`, symbol);
}

/** The records of all users together. */
export function findAllCells(db: Db, symbol: string | undefined) {
  return sumCells(
    db,
    sql`${acrossUsers('records of the voters over all users, for operators')} true`,
    symbol,
  );
}

async function sumCells(
  db: Db,
  whose: RawBuilder<unknown>,
  symbol: string | undefined,
): Promise<StoredCell[]> {
  const { rows } = await sql<StoredCell>`
    select analyst, model, hundredth, sum(ups)::int as ups, sum(downs)::int as downs
    from calibration_cells
    where ${whose} and (${symbol ?? null}::text is null or symbol = ${symbol ?? null}::text)
    group by analyst, model, hundredth
  `.execute(db);
  return rows;
}

/** Symbols that have any outcome, in order. */
export async function findSymbols(db: Db, userId: UserId): Promise<string[]> {
  const rows = await db
    .selectFrom('calibration_cells')
    .select('symbol')
    .distinct()
    .where('user_id', '=', userId)
    .orderBy('symbol')
    .execute();
  return rows.map(({ symbol }) => symbol);
}

/** Symbols of all users, and how many of these have any outcome. */
export async function findReach(db: Db): Promise<{ symbols: string[]; users: number }> {
  const { rows } = await sql<{ symbols: string[] | null; users: number }>`
    ${acrossUsers('how many users have a known outcome, for operators')}
    select array_agg(distinct symbol order by symbol) as symbols, count(distinct user_id)::int as users
    from calibration_cells
  `.execute(db);
  return { symbols: rows[0]?.symbols ?? [], users: rows[0]?.users ?? 0 };
}
