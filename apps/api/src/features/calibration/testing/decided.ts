import { type OutcomeInput, reportOutcomes } from '@quorate/contract/decision-outcomes';
import { v7 } from 'uuid';
import type { TestService } from '../../../../test/helpers/test-service.ts';

export type SaidVote = {
  analyst: string;
  p_up: number;
  model?: string;
  provider?: string;
  abstained?: boolean;
  action?: 'BUY' | 'SELL';
  /** In the pool, with the chance as said; left out where none was kept. */
  share?: number;
};

/** A decision of one bar, put straight into the record with its votes: a test needs hundreds. */
export async function addDecision(
  { db, clock }: Pick<TestService, 'db' | 'clock'>,
  userId: string,
  votes: readonly SaidVote[],
  {
    symbol = 'EURUSD',
    agedMs = 0,
    asOf,
    login = '1',
  }: { symbol?: string; agedMs?: number; asOf?: Date; login?: string } = {},
): Promise<string> {
  const id = v7();
  const now = new Date(clock.now());
  const owner = { user_id: userId };
  const accountId = await accountOf(db, userId, now, login);
  bars += 1;
  await db
    .insertInto('decisions')
    .values({
      ...owner,
      id,
      account_id: accountId,
      symbol,
      timeframe: 'H1',
      // No two decisions are of the same bar.
      as_of: asOf ?? new Date(now.getTime() - agedMs - bars),
      snapshot_hash: 'a'.repeat(64),
      snapshot: '{}',
      action: 'HOLD',
      p_up: 0.5,
      sl_atr: null,
      tp_atr: null,
      reason: '',
      agreeing: 1,
      quorum: 2,
      voters: votes.length,
      rules: '[]',
      tokens: 0,
      decided_at: now,
    })
    .execute();
  await db
    .insertInto('votes')
    .values(
      votes.map(
        (
          { analyst, p_up, model = 'offline', provider, abstained = false, share, action },
          position,
        ) => ({
          ...owner,
          decision_id: id,
          position,
          analyst,
          model,
          provider: provider ?? (model === 'offline' ? 'offline' : 'openai-compatible'),
          action: action ?? ('HOLD' as const),
          p_up,
          sl_atr: null,
          tp_atr: null,
          reason: '',
          evidence: '[]',
          abstained,
          share: share ?? null,
          p_pooled: share === undefined ? null : p_up,
          tokens: 0,
        }),
      ),
    )
    .execute();
  return id;
}

let bars = 0;

async function accountOf(
  db: TestService['db'],
  userId: string,
  now: Date,
  login: string,
): Promise<string> {
  const account = { user_id: userId, server: 'Demo', login };
  await db
    .insertInto('trading_accounts')
    .values({ ...account, id: v7(), account_type: 'demo', currency: 'USD', created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { id } = await db
    .selectFrom('trading_accounts')
    .select('id')
    .where('user_id', '=', userId)
    .where('login', '=', login)
    .executeTakeFirstOrThrow();
  return id;
}

/** What a bot reports of a decision that asked for nothing. */
export function heldInput(
  decisionId: string,
  firstTouch: OutcomeInput['first_touch'],
  revision = 2,
): OutcomeInput {
  return {
    decision_id: decisionId,
    revision,
    verdict: 'held',
    checks: [],
    order: null,
    fill: null,
    refusal: null,
    shadow: null,
    digits: 5,
    bars: [],
    first_touch: firstTouch,
    raw_bars: [],
    desk_inputs: null,
  };
}

/** Reports what price did first after each decision. */
export function reportTouches(
  service: Pick<TestService, 'call'>,
  token: string,
  touches: Readonly<Record<string, OutcomeInput['first_touch']>>,
) {
  const outcomes = Object.entries(touches).map(([id, touch]) => heldInput(id, touch));
  return service.call(reportOutcomes, { body: { outcomes } }, token);
}

/** Every cell, in one order, without the user. */
export function cellsOf({ db }: Pick<TestService, 'db'>, userId: string) {
  return db
    .selectFrom('calibration_cells')
    .select(['analyst', 'model', 'symbol', 'hundredth', 'ups', 'downs'])
    .where('user_id', '=', userId)
    .orderBy('analyst')
    .orderBy('model')
    .orderBy('symbol')
    .orderBy('hundredth')
    .execute();
}
