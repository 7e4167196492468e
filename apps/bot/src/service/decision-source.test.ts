import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DecisionReply } from '@quorate/contract/decisions';
import { decisionFromWire, snapshotHashOf } from '@quorate/run/wire';
import type { Snapshot } from '@quorate/trading/market/snapshot';
import { instantFromIso } from '@quorate/values/instant';
import type { RecordedAnswer } from '../journal/run-journal.ts';
import { createStopSignal } from '../run/stop-signal.ts';
import { askService } from './decision-source.ts';
import type { Session } from './session.ts';

const ACCOUNT = { server: 'paper', login: 'P1', account_type: 'demo', currency: 'USD' } as const;

function snapshotOf(as_of: string): Snapshot {
  return {
    v: 1,
    symbol: 'EURUSD',
    timeframe: 'H1',
    as_of,
    digits: 5,
    atr_points: 120.5,
    spread_points: 12,
    bars: Array.from({ length: 30 }, () => [0, 0.1, -0.1, 0]),
    indicators: {
      close_less_ema20: 0,
      close_less_ema50: 0,
      ema20_less_ema50: 0,
      adx14: 20,
      plus_di14: 20,
      minus_di14: 20,
      rsi14: 50,
      zscore20: 0,
      above_high20: -1,
      below_low20: -1,
      atr_ratio50: 1,
    },
    session: 'europe',
  };
}

const FIRST = snapshotOf('2025-01-02T14:00:00.000Z');
const SECOND = snapshotOf('2025-01-02T15:00:00.000Z');

function replyTo(snapshot: Snapshot): DecisionReply {
  return {
    decision_id: '0197a0c0-0000-7000-8000-000000000001',
    symbol: 'EURUSD',
    timeframe: 'H1',
    as_of: snapshot.as_of,
    decided_at: '2026-11-20T00:00:00.000Z',
    snapshot_hash: snapshotHashOf(snapshot),
    action: 'BUY',
    p_up: 0.6,
    pool_slope: 1,
    verdict_figures: null,
    sl_atr: 1,
    tp_atr: 2,
    reason: 'All agree.',
    agreeing: 3,
    quorum: 2,
    voters: 3,
    votes: [],
    rules: [],
    depth: 'basic',
    tokens: 2_300,
    cost_usd: 0,
    latency_ms: 12,
    clock_class: 'replayed',
    market_grade: 'alone',
    agreed_by: 0,
    marked_bars: 0,
  };
}

const USAGE = {
  token_limit: 300_000,
  tokens_used: 2_300,
  tokens_remaining: 297_700,
  period_start: '2026-11-01T00:00:00.000Z',
  period_end: '2026-12-01T00:00:00.000Z',
};

function asked(answer: object, recorded: readonly RecordedAnswer[] = []) {
  const kept: RecordedAnswer[] = [];
  const bodies: unknown[] = [];
  const session = {
    call: (_endpoint: unknown, input: unknown) => {
      bodies.push(input);
      return Promise.resolve(answer);
    },
  };
  const journal = {
    recorded,
    recordAnswer: (entry: RecordedAnswer) => void kept.push(entry),
    acknowledgedRevision: () => 0,
    acknowledge: () => undefined,
    fact: () => null,
    setFact: () => undefined,
    close: () => undefined,
  };
  const stop = createStopSignal();
  const source = askService({
    session: session as Pick<Session, 'call'>,
    journal,
    account: ACCOUNT,
    stop,
    holdsPositions: () => false,
    lastClose: instantFromIso('2025-06-30T00:00:00Z'),
    series: [],
    reportTouches: () => Promise.resolve(),
  });
  return { source, kept, bodies, stop };
}

function recordOf(snapshot: Snapshot): RecordedAnswer {
  return {
    symbol: snapshot.symbol,
    asOf: instantFromIso(snapshot.as_of),
    snapshotHash: snapshotHashOf(snapshot),
    answer: decisionFromWire(replyTo(snapshot)),
    tokens: 2_300,
  };
}

describe('the service as the one who decides', () => {
  it('is asked with the snapshot, its hash and the trades of the day, and its answer is kept', async () => {
    const { source, kept, bodies } = asked({
      kind: 'ok',
      reply: { success: true, decision: replyTo(FIRST), usage: USAGE },
    });
    const outcome = await source.decide({ snapshot: FIRST, tradesOpenedToday: 2 });
    assert.deepEqual(outcome, decisionFromWire(replyTo(FIRST)));
    assert.deepEqual(kept, [recordOf(FIRST)]);
    assert.deepEqual(bodies, [
      {
        body: {
          account: ACCOUNT,
          snapshot: FIRST,
          snapshot_hash: snapshotHashOf(FIRST),
          trades_opened_today: 2,
        },
      },
    ]);
    assert.equal(source.tokensUsed(), 2_300);
    assert.deepEqual(source.usage(), USAGE);
  });

  it('is not asked about a bar that the journal knows', () => {
    const { source, kept, bodies } = asked({}, [recordOf(FIRST)]);
    assert.deepEqual(
      source.decide({ snapshot: FIRST, tradesOpenedToday: 0 }),
      recordOf(FIRST).answer,
    );
    assert.deepEqual([kept, bodies], [[], []]);
    assert.equal(source.tokensUsed(), 2_300);
  });

  it('is not asked on a journal that does not fit the candles', () => {
    const other = { ...recordOf(FIRST), snapshotHash: 'b'.repeat(64) };
    assert.throws(
      () => asked({}, [other]).source.decide({ snapshot: FIRST, tradesOpenedToday: 0 }),
      { code: 'run_damaged' },
    );
    assert.throws(
      () => asked({}, [recordOf(SECOND)]).source.decide({ snapshot: FIRST, tradesOpenedToday: 0 }),
      {
        code: 'run_damaged',
        message: /does not fit the bar of EURUSD at 2025-01-02T14:00:00\.000Z/,
      },
    );
  });

  it('is not believed when it answers about another bar', async () => {
    const { source, kept } = asked({
      kind: 'ok',
      reply: { success: true, decision: replyTo(SECOND), usage: USAGE },
    });
    await assert.rejects(async () => source.decide({ snapshot: FIRST, tradesOpenedToday: 0 }), {
      code: 'service_refused',
    });
    assert.deepEqual(kept, []);
  });

  it('ends the run with its sentence when it will not have the bar', async () => {
    const refusal = {
      kind: 'refused',
      status: 409,
      code: 'decision_conflict',
      message: 'Decided already.',
      details: {},
      retryAfterMs: null,
      requestId: 'call-1',
    };
    await assert.rejects(
      async () => asked(refusal).source.decide({ snapshot: FIRST, tradesOpenedToday: 0 }),
      {
        code: 'service_refused',
        message:
          'The service refused the bar of 2025-01-02T14:00:00.000Z: Decided already. (request call-1)',
      },
    );
  });

  it('leaves the bar open when it cannot be reached, and ends the run', async () => {
    const { source, kept, stop } = asked({ kind: 'gave-up', reason: 'nothing listens there' });
    const outcome = await source.decide({ snapshot: FIRST, tradesOpenedToday: 0 });
    assert.equal(outcome.kind, 'unavailable');
    assert.deepEqual(stop.reason(), {
      kind: 'service-unreachable',
      message: 'nothing listens there',
    });
    assert.deepEqual(kept, []);
  });
});
