import type { OutcomeInput } from '@quorate/contract/decision-outcomes';
import type { MarketGrade } from '@quorate/trading/market/agreement';
import type { ClockClass } from '@quorate/trading/market/plausible';
import type { UserId } from '@quorate/values/ids';
import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import type { KnownTouch } from '../calibration/learning.ts';
import type { Touch } from './judge-outcomes.ts';

/** An outcome without its bars. */
export type StoredOutcome = Awaited<ReturnType<typeof findOutcomes>>[number];

/** What an outcome is held against. */
export type Decided = Readonly<{
  account: Readonly<{ server: string; login: string }>;
  account_id: string;
  action: string;
  rules: readonly Readonly<{ name: string; pass: boolean }>[];
  symbol: string;
  timeframe: string;
  as_of: Date;
  snapshot: string;
  clock_class: ClockClass | null;
  market_grade: MarketGrade | null;
}>;

/**
 * Which of these decisions the user has. Their rows and the account stay as they are until the transaction
 * ends.
 */
export async function lockDecisions(
  db: Db,
  userId: UserId,
  ids: readonly string[],
): Promise<Map<string, Decided>> {
  // The account first, as its deletion takes it: what is learned hangs on it, and is stored last.
  await db.selectFrom('users').select('id').where('id', '=', userId).forKeyShare().execute();
  const rows = await db
    .selectFrom('decisions')
    .select(['id', 'account_id', 'symbol', 'timeframe', 'as_of', 'snapshot', 'action', 'rules'])
    .select(['clock_class', 'market_grade'])
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    // In one order, so that two batches wait for each other and never in a circle.
    .orderBy('id')
    .forUpdate()
    .execute();
  if (rows.length === 0) return new Map();
  const accounts = await db
    .selectFrom('trading_accounts')
    .select(['id', 'server', 'login'])
    .where('user_id', '=', userId)
    .where('id', 'in', [...new Set(rows.map(({ account_id }) => account_id))])
    .execute();
  const named = new Map(accounts.map(({ id, server, login }) => [id, { server, login }]));
  return new Map(
    rows.map(({ id, ...decided }) => {
      const account = named.get(decided.account_id);
      if (!account) throw new Error(`decision ${id} is of no account`);
      return [id, { ...decided, account }];
    }),
  );
}

/** Stores outcomes where nothing as new is known. @returns the decisions whose outcome changed */
export async function upsertOutcomes(
  db: Db,
  owner: { userId: UserId; now: Date },
  outcomes: readonly (OutcomeInput & Readonly<{ fill_outside: boolean }>)[],
): Promise<string[]> {
  if (outcomes.length === 0) return [];
  const rows = await db
    .insertInto('decision_outcomes')
    .values(
      outcomes.map((outcome) => ({
        user_id: owner.userId,
        decision_id: outcome.decision_id,
        revision: outcome.revision,
        verdict: outcome.verdict,
        checks: JSON.stringify(outcome.checks),
        asked: jsonOrNull(outcome.order),
        fill: jsonOrNull(outcome.fill),
        refusal: jsonOrNull(outcome.refusal),
        shadow: jsonOrNull(outcome.shadow),
        digits: outcome.digits,
        bars: JSON.stringify(outcome.bars),
        desk_inputs: jsonOrNull(outcome.desk_inputs),
        fill_outside: outcome.fill_outside,
        reported_at: owner.now,
      })),
    )
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'decision_id'])
        .doUpdateSet((row) => ({
          revision: row.ref('excluded.revision'),
          verdict: row.ref('excluded.verdict'),
          checks: row.ref('excluded.checks'),
          asked: row.ref('excluded.asked'),
          fill: row.ref('excluded.fill'),
          refusal: row.ref('excluded.refusal'),
          shadow: row.ref('excluded.shadow'),
          digits: row.ref('excluded.digits'),
          bars: row.ref('excluded.bars'),
          desk_inputs: row.ref('excluded.desk_inputs'),
          fill_outside: row.ref('excluded.fill_outside'),
          reported_at: row.ref('excluded.reported_at'),
        }))
        .whereRef('excluded.revision', '>', 'decision_outcomes.revision'),
    )
    .returning('decision_id')
    .execute();
  return rows.map(({ decision_id }) => decision_id);
}

/**
 * Notes what price did first where nothing is known of it yet: what was told once stands, whatever later
 * revisions say. @returns what became known now
 */
export async function noteFirstTouches(
  db: Db,
  { userId, now }: { userId: UserId; now: Date },
  touches: ReadonlyMap<string, Touch>,
): Promise<KnownTouch[]> {
  if (touches.size === 0) return [];
  const told = sql.join(
    [...touches].map(
      ([id, { firstTouch, grade, touchedAt }]) =>
        sql`(${id}::uuid, ${firstTouch}::text, ${grade}::text, ${touchedAt}::timestamptz)`,
    ),
  );
  const { rows } = await sql<KnownTouch>`
    update decision_outcomes as outcome set first_touch = told.touch, touch_grade = told.grade,
      touched_at = told.touched_at, reported_at = ${now}
    from (values ${told}) as told (decision_id, touch, grade, touched_at)
    where outcome.user_id = ${userId} and outcome.decision_id = told.decision_id
      and outcome.first_touch is null
    returning outcome.decision_id as "decisionId", outcome.first_touch as "firstTouch",
      outcome.touch_grade as grade, coalesce(outcome.touched_at, ${now}) as "touchedAt"
  `.execute(db);
  return rows;
}

/** Without their bars, in one order. */
export function findOutcomes(db: Db, userId: UserId, ids: readonly string[]) {
  return db
    .selectFrom('decision_outcomes')
    .select([
      'decision_id',
      'revision',
      'verdict',
      'checks',
      'asked',
      'fill',
      'refusal',
      'shadow',
      'first_touch',
      'touch_grade',
      'touched_at',
      'fill_outside',
      'reported_at',
    ])
    .where('user_id', '=', userId)
    .where('decision_id', 'in', ids)
    .orderBy('decision_id')
    .execute();
}

/** Notes in the decisions themselves what became of them, for the lists. */
export async function markDecisions(
  db: Db,
  userId: UserId,
  ids: readonly string[],
  outcome: 'traded' | 'vetoed' | 'held',
): Promise<void> {
  if (ids.length === 0) return;
  await db
    .updateTable('decisions')
    .set({ outcome })
    .where('user_id', '=', userId)
    .where('id', 'in', ids)
    .execute();
}

/** With its bars and what the desk looked at. */
export type FullOutcome = NonNullable<Awaited<ReturnType<typeof findOutcome>>>;

export function findOutcome(db: Db, userId: UserId, decisionId: string) {
  return db
    .selectFrom('decision_outcomes')
    .selectAll()
    .where('user_id', '=', userId)
    .where('decision_id', '=', decisionId)
    .executeTakeFirst();
}

/** What the lists show of outcomes: without bars, which are long. */
export async function findShortOutcomes(db: Db, userId: UserId, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return db
    .selectFrom('decision_outcomes as outcome')
    .innerJoin('decisions as decision', (join) =>
      join
        .onRef('decision.user_id', '=', 'outcome.user_id')
        .onRef('decision.id', '=', 'outcome.decision_id'),
    )
    .leftJoin('trades as trade', (join) =>
      join
        .onRef('trade.user_id', '=', 'outcome.user_id')
        .onRef('trade.account_id', '=', 'decision.account_id')
        .on('trade.position_ticket', '=', sql<string>`outcome.fill ->> 'ticket'`),
    )
    .select([
      'outcome.decision_id',
      'outcome.refusal',
      'outcome.shadow',
      'trade.status',
      'trade.profit',
      'trade.currency',
      'trade.initial_risk',
      'trade.close_price',
      'trade.stop_loss',
      'trade.take_profit',
    ])
    .where('outcome.user_id', '=', userId)
    .where('outcome.decision_id', 'in', ids)
    .execute();
}
export type ShortOutcomeRow = Awaited<ReturnType<typeof findShortOutcomes>>[number];

/** The trade a decision led to: by the ticket its bot has told, else among those of the days after it. */
export function findDecidedTrade(
  db: Db,
  userId: UserId,
  decision: { id: string; account_id: string; as_of: Date },
  ticket: string | null,
) {
  const trades = db
    .selectFrom('trades')
    .selectAll()
    .where('user_id', '=', userId)
    .where('account_id', '=', decision.account_id);
  if (ticket !== null) return trades.where('position_ticket', '=', ticket).executeTakeFirst();
  // trades_by_opening keeps this short; nothing is filled later than a long weekend after its bar.
  return trades
    .where('opened_at', '>=', decision.as_of)
    .where('opened_at', '<', new Date(decision.as_of.getTime() + LATEST_FILL_MS))
    .where('decision_id', '=', decision.id)
    .limit(1)
    .executeTakeFirst();
}

export function findTrade(
  db: Db,
  userId: UserId,
  name: Readonly<{ account_id: string; position_ticket: string }>,
): Promise<DecidedTradeRow | undefined> {
  return db
    .selectFrom('trades')
    .selectAll()
    .where('user_id', '=', userId)
    .where('account_id', '=', name.account_id)
    .where('position_ticket', '=', name.position_ticket)
    .executeTakeFirst();
}
export type DecidedTradeRow = NonNullable<Awaited<ReturnType<typeof findDecidedTrade>>>;

const LATEST_FILL_MS = 5 * 86_400_000;

function jsonOrNull(value: object | null): string | null {
  return value === null ? null : JSON.stringify(value);
}
