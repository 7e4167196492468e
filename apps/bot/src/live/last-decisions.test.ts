import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { DecisionReply } from '@quorate/contract/decisions';
import { orderKeyOf } from '@quorate/run/wire';
import type { LoopEvent } from '@quorate/trading/loop/trading-loop-events';
import { denied } from '@quorate/trading/risk/refusal';
import { instant } from '@quorate/values/instant';
import { lotsFromDecimal, volumeStep } from '@quorate/values/lots';
import { price } from '@quorate/values/price';
import { createLastDecisions, lastDecisions } from './last-decisions.ts';
import { openLiveJournal } from './live-journal.ts';

const AT = instant(Date.UTC(2026, 10, 18, 12));
const ID = '0197a0c0-0000-7000-8000-000000000001';

function decision(changes: Partial<DecisionReply> = {}): DecisionReply {
  return {
    decision_id: ID,
    symbol: 'EURUSD',
    timeframe: 'H1',
    as_of: '2026-11-18T12:00:00.000Z',
    decided_at: '2026-11-18T12:00:01.000Z',
    snapshot_hash: 'a'.repeat(64),
    action: 'BUY',
    p_up: 0.7,
    pool_slope: 1,
    verdict_figures: null,
    sl_atr: 1.5,
    tp_atr: 3,
    reason: 'The trend is up.',
    agreeing: 2,
    quorum: 2,
    voters: 3,
    votes: [],
    rules: [],
    depth: 'basic',
    tokens: 3_000,
    cost_usd: 0,
    latency_ms: 5,
    clock_class: 'live',
    market_grade: 'alone',
    agreed_by: 0,
    marked_bars: 0,
    ...changes,
  };
}

const order = {
  kind: 'order' as const,
  symbol: 'EURUSD',
  asOf: AT,
  order: {
    key: orderKeyOf(ID),
    symbol: 'EURUSD',
    side: 'BUY' as const,
    lots: lotsFromDecimal('0.10', volumeStep('0.01')),
    stopLoss: price(109_800, 5),
    takeProfit: price(110_900, 5),
    placedAt: AT,
    expiresAt: AT,
    decisionId: ID,
  },
  checks: [],
  asked: { side: 'BUY' as const, quote: { bid: 1, ask: 1 }, stopLoss: null, takeProfit: null },
};

function refusal(decisionId: string): LoopEvent {
  const refused = denied('spread', 36, 52, 'The spread of EURUSD is 52 points, the limit is 36.');
  const at = { symbol: 'EURUSD', asOf: AT, decisionId };
  return { kind: 'refusal', ...at, refusal: refused, checks: [], asked: null };
}

test('a decision is kept whole, with what comes of it, over a restart', () => {
  const journal = openLiveJournal(null);
  const newest = createLastDecisions(journal);
  newest.keep(decision());
  assert.equal(lastDecisions(journal)[0]?.outcome.kind, 'waiting');
  newest.hear(order);
  assert.deepEqual(lastDecisions(journal)[0]?.outcome, {
    kind: 'waiting',
    text: 'BUY 0.10 lots sent, stop 1.09800, target 1.10900.',
  });
  // As after a restart.
  createLastDecisions(journal).hear(refusal(ID));
  const [kept] = lastDecisions(journal);
  assert.deepEqual(kept?.decision, decision());
  assert.deepEqual(kept?.outcome, {
    kind: 'refused',
    text: 'Refused by the rule spread: The spread of EURUSD is 52 points, the limit is 36.',
  });
});

test('a decision to hold says why, and what comes of an older decision changes nothing', () => {
  const journal = openLiveJournal(null);
  const newest = createLastDecisions(journal);
  newest.keep(decision({ action: 'HOLD', reason: 'Nobody agrees.', sl_atr: null, tp_atr: null }));
  newest.hear(refusal('0197a0c0-0000-7000-8000-000000000099'));
  assert.deepEqual(lastDecisions(journal)[0]?.outcome, { kind: 'held', text: 'Nobody agrees.' });
});

test('the newest of each symbol is told, newest first, and a damaged one is none', () => {
  const journal = openLiveJournal(null);
  const newest = createLastDecisions(journal);
  newest.keep(decision());
  newest.keep(decision({ symbol: 'GBPUSD', as_of: '2026-11-18T13:00:00.000Z' }));
  newest.keep(decision({ symbol: 'USDJPY', as_of: '2026-11-18T11:00:00.000Z' }));
  newest.keep(decision({ as_of: '2026-11-18T14:00:00.000Z' }));
  journal.setFact('decision USDJPY', '{"symbol":');
  assert.deepEqual(
    lastDecisions(journal).map(({ symbol, decision: { as_of } }) => [symbol, as_of.slice(11, 13)]),
    [
      ['EURUSD', '14'],
      ['GBPUSD', '13'],
    ],
  );
});
