import type { CalibrationCell } from '@quorate/trading/ensemble/calibration-figures';
import type { UserId } from '@quorate/values/ids';
import { type RawBuilder, sql } from 'kysely';
import { acrossUsers } from '../../db/across-users.ts';
import type { Db } from '../../db/tables.ts';
import { ofOthersMarket } from '../market/own-market.ts';

/** Whose votes: a model under another name, or another model under the same one, has a record of its own. */
export type VoterName = Readonly<{ analyst: string; model: string }>;

export type StoredCell = VoterName & CalibrationCell;

/**
 * Counts what came after decisions for everybody who voted on them, in one statement, under the chance that was said.
 *
 * A vote of a language model counts only where the decision was made within a day of its bar: of older
 * bars the model may have read what came. The rules of the offline analysts have read nothing.
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
    )
    insert into calibration_cells (user_id, analyst, model, symbol, hundredth, ups, downs)
    select ${userId}, analyst, model, symbol,
      least(99, greatest(1, round((p_up * 100)::numeric))) as hundredth,
      count(*) filter (where touch = 'up'), count(*) filter (where touch = 'down')
    from cast_votes where blind
    group by analyst, model, symbol, hundredth
    order by analyst, model, symbol, hundredth
    on conflict (user_id, analyst, model, symbol, hundredth) do update
      set ups = calibration_cells.ups + excluded.ups, downs = calibration_cells.downs + excluded.downs
  `.execute(db);
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

/** What made-up and recorded prices taught is not summed up with what real markets did. */
async function sumCells(
  db: Db,
  whose: RawBuilder<unknown>,
  symbol: string | undefined,
): Promise<StoredCell[]> {
  const { rows } = await sql<StoredCell>`
    select analyst, model, hundredth, sum(ups)::int as ups, sum(downs)::int as downs
    from calibration_cells
    where ${whose} and case when ${symbol ?? null}::text is null then ${ofOthersMarket(sql`symbol`)}
      else symbol = ${symbol ?? null}::text end
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
