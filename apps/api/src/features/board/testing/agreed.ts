import { v7 } from 'uuid';
import type { Db } from '../../../db/tables.ts';
import type { Clock } from '../../../process/clock.ts';

type Filled = Readonly<{
  /** Bars that are decided on, an hour apart; the same ones for every account. */
  bars: number;
  symbol?: string;
  login?: string;
  server?: string;
  analyst?: string;
  model?: string;
  /** What it says at each bar, and what comes; 0.6 and three rises in five by default. */
  says?: (bar: number) => Readonly<{ p_up: number; abstained?: boolean }>;
  came?: (bar: number) => 'up' | 'down' | 'neither';
  grade?: 'agreed' | 'alone' | 'contradicted';
  clock?: 'live' | 'replayed';
  /** Of the first bar, in hours from the first of all. */
  from?: number;
}>;

/**
 * Decisions with a vote and an outcome each, put straight into the record, as reports would have left them. They wait for
 * the board where their outcome is agreed.
 */
export async function addAgreed(
  { db, clock }: Readonly<{ db: Db; clock: Clock }>,
  userId: string,
  filled: Filled,
): Promise<string[]> {
  const { bars, symbol = 'EURUSD', login = userId.slice(-12), server = 'Demo', from = 0 } = filled;
  const {
    analyst = 'trend',
    model = 'offline',
    grade = 'agreed',
    clock: clockClass = 'live',
  } = filled;
  const says: NonNullable<Filled['says']> = filled.says ?? (() => ({ p_up: 0.6 }));
  const came = filled.came ?? ((bar: number) => (bar % 5 < 3 ? 'up' : 'down'));
  const now = new Date(clock.now());
  await db
    .insertInto('trading_accounts')
    .values({
      user_id: userId,
      server,
      login,
      id: v7(),
      account_type: 'demo',
      currency: 'USD',
      created_at: now,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { id: account_id } = await db
    .selectFrom('trading_accounts')
    .select('id')
    .where('user_id', '=', userId)
    .where('login', '=', login)
    .executeTakeFirstOrThrow();
  const made = Array.from({ length: bars }, (_, at) => ({ at: at + from, id: v7() }));
  await db
    .insertInto('decisions')
    .values(
      made.map(({ at, id }) => ({
        user_id: userId,
        id,
        account_id,
        symbol,
        timeframe: 'H1',
        as_of: new Date(FIRST_BAR + at * 3_600_000),
        snapshot_hash: 'a'.repeat(64),
        snapshot: '{}',
        action: 'HOLD' as const,
        p_up: 0.5,
        sl_atr: null,
        tp_atr: null,
        reason: '',
        agreeing: 1,
        quorum: 2,
        voters: 1,
        rules: '[]',
        tokens: 0,
        decided_at: new Date(FIRST_BAR + at * 3_600_000),
        clock_class: clockClass,
        market_grade: grade,
      })),
    )
    .execute();
  await db
    .insertInto('votes')
    .values(
      made.map(({ at, id }) => ({
        user_id: userId,
        decision_id: id,
        position: 0,
        analyst,
        model,
        provider: model === 'offline' ? 'offline' : 'openai-compatible',
        action: 'HOLD' as const,
        p_up: says(at).p_up,
        sl_atr: null,
        tp_atr: null,
        reason: '',
        evidence: '[]',
        abstained: says(at).abstained ?? false,
        share: null,
        p_pooled: null,
        tokens: 0,
        cost_micro_usd: 250,
        latency_ms: 100 + (at % 10) * 100,
      })),
    )
    .execute();
  await db
    .insertInto('decision_outcomes')
    .values(
      made.map(({ at, id }) => ({
        user_id: userId,
        decision_id: id,
        revision: 1,
        verdict: 'held' as const,
        checks: '[]',
        asked: null,
        fill: null,
        refusal: null,
        shadow: null,
        digits: 5,
        bars: '[]',
        first_touch: came(at),
        touch_grade: grade,
        touched_at: now,
        reported_at: now,
      })),
    )
    .execute();
  await db
    .insertInto('board_waiting')
    .values(made.map(({ id }) => ({ user_id: userId, decision_id: id })))
    .execute();
  return made.map(({ id }) => id);
}

const FIRST_BAR = Date.UTC(2026, 0, 5);
