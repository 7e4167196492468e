import type { FirstTouch } from '@quorate/contract/decision-outcomes';
import { TIMEFRAMES } from '@quorate/contract/decisions';
import { timeframeMs } from '@quorate/trading/market/candle';
import type { UserId } from '@quorate/values/ids';
import { sql } from 'kysely';
import { acrossUsers } from '../../db/across-users.ts';
import type { Db } from '../../db/tables.ts';
import { marketOf, ofOthersMarket } from '../market/own-market.ts';

/** A decision that is, or whose outcome is, known from one account alone. */
export type Alone = Readonly<{ user_id: UserId; id: string; as_of: Date }>;

const MARKET = marketOf(sql`decision.symbol`);
/** Of a market of the service's own nobody else has bars; many accounts would keep the others waiting. */
const HAS_OTHERS = ofOthersMarket(sql`decision.symbol`);

/** Seconds of a bar of the decision's timeframe. */
const SECONDS = sql`case decision.timeframe ${sql.join(
  TIMEFRAMES.map((name) => sql`when ${sql.lit(name)} then ${sql.lit(timeframeMs(name) / 1_000)}`),
  sql` `,
)} end`;

/**
 * Decisions of live calls that nobody agreed with, and decisions whose outcome nobody agreed with, where another user
 * has the bar by now: of the last `bars` bars.
 */
export async function findAlone(
  db: Db,
  { now, bars, limit }: { now: Date; bars: number; limit: number },
): Promise<Alone[]> {
  const longest = Math.max(...TIMEFRAMES.map(timeframeMs));
  const from = new Date(now.getTime() - bars * longest);
  const recent = (moment: ReturnType<typeof sql.ref>) =>
    sql`${moment} >= ${from} and ${moment} <= ${now}
      and ${moment} >= ${now}::timestamptz - ${bars}::int * ${SECONDS} * interval '1 second'`;
  const others = (moment: ReturnType<typeof sql.ref>) =>
    sql`exists (select from market_bars as bar where bar.symbol = ${MARKET}
      and bar.timeframe = decision.timeframe
      and bar.opened_at = ${moment} - ${SECONDS} * interval '1 second'
      and bar.user_id <> decision.user_id)`;
  const [asOf, touchedAt] = [sql.ref('decision.as_of'), sql.ref('outcome.touched_at')];
  const { rows } = await sql<Alone>`
    ${acrossUsers('a job looks for decisions that others agree with by now')}
    select decision.user_id, decision.id, decision.as_of from decisions as decision
    where decision.market_grade = 'alone' and decision.clock_class = 'live' and ${HAS_OTHERS}
      and ${recent(asOf)} and ${others(asOf)}
    union
    select decision.user_id, decision.id, decision.as_of from decision_outcomes as outcome
    join decisions as decision
      on decision.user_id = outcome.user_id and decision.id = outcome.decision_id
    where outcome.touch_grade = 'alone' and decision.clock_class = 'live' and ${HAS_OTHERS}
      and ${recent(touchedAt)} and ${others(touchedAt)}
    order by as_of, user_id, id limit ${limit}
  `.execute(db);
  return rows;
}

/** Outcomes of these decisions that are known from their account alone, with the bar of the touch. */
export function findAloneTouches(db: Db, userId: UserId, ids: readonly string[]) {
  return db
    .selectFrom('decision_outcomes')
    .select(['decision_id', 'first_touch', 'touched_at'])
    .where('user_id', '=', userId)
    .where('decision_id', 'in', ids)
    .where('touch_grade', '=', 'alone')
    .where('first_touch', 'is not', null)
    .where('touched_at', 'is not', null)
    .$narrowType<{ first_touch: FirstTouch; touched_at: Date }>()
    .execute();
}

export async function raiseDecision(
  db: Db,
  userId: UserId,
  id: string,
  agreedBy: number,
): Promise<void> {
  await db
    .updateTable('decisions')
    .set({ market_grade: 'agreed', agreed_by: agreedBy })
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .execute();
}

export async function raiseTouches(
  db: Db,
  { userId, now }: { userId: UserId; now: Date },
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('decision_outcomes')
    .set({ touch_grade: 'agreed', reported_at: now })
    .where('user_id', '=', userId)
    .where('decision_id', 'in', ids)
    .execute();
}
