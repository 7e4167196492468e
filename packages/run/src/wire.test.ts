import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DecisionReply } from '@quorate/contract/decisions';
import { ERRORS } from '@quorate/contract/errors';
import { tradeInput } from '@quorate/contract/trade-sync';
import type { OrderKey } from '@quorate/trading/account/order';
import type { Trade } from '@quorate/trading/account/trade';
import type { PositionTicket } from '@quorate/values/ids';
import { instantFromIso } from '@quorate/values/instant';
import { lots, volumeStep } from '@quorate/values/lots';
import { currencyOf, money } from '@quorate/values/money';
import { price } from '@quorate/values/price';

import { decisionFromWire, limitFromWire, orderKeyOf, tradeToWire } from './wire.ts';

const USD = currencyOf('USD');
const DECISION = '0197a0c0-0000-7000-8000-000000000001';

const CLOSED: Trade = {
  positionTicket: '1735830000-7' as PositionTicket,
  orderKey: 'ABCDEFGHIJ' as OrderKey,
  symbol: 'EURUSD',
  side: 'SELL',
  lots: lots(37, volumeStep('0.01')),
  openPrice: price(103_515, 5),
  closePrice: price(103_840, 5),
  stopLoss: price(103_840, 5),
  takeProfit: price(102_900, 5),
  openedAt: instantFromIso('2025-01-02T15:00:00Z'),
  closedAt: instantFromIso('2025-01-02T16:59:59.999Z'),
  status: 'CLOSED',
  exitReason: 'stop',
  grossProfit: money(-12_025, USD),
  commission: money(-260, USD),
  swap: money(0, USD),
  fee: money(0, USD),
  profit: money(-12_285, USD),
  initialRisk: money(12_285, USD),
  revision: 2,
};

describe('a trade on the wire', () => {
  it('is what the contract takes, to the cent and to the point', () => {
    const wire = tradeToWire(CLOSED, DECISION);
    assert.deepEqual(tradeInput.parse(wire), wire);
    assert.deepEqual(wire, {
      position_ticket: '1735830000-7',
      symbol: 'EURUSD',
      trade_type: 'SELL',
      volume: 0.37,
      digits: 5,
      open_price: 1.03515,
      close_price: 1.0384,
      stop_loss: 1.0384,
      take_profit: 1.029,
      opened_at: '2025-01-02T15:00:00.000Z',
      closed_at: '2025-01-02T16:59:59.999Z',
      status: 'CLOSED',
      gross_profit: -120.25,
      commission: -2.6,
      swap: 0,
      fee: 0,
      profit: -122.85,
      initial_risk: 122.85,
      exit_reason: 'stop',
      decision_id: DECISION,
      revision: 2,
    });
  });

  it('may still be open, and without a stop', () => {
    const open = {
      closePrice: null,
      closedAt: null,
      status: 'OPEN',
      exitReason: null,
      stopLoss: null,
      initialRisk: null,
    } as const;
    const wire = tradeToWire({ ...CLOSED, ...open, takeProfit: null, revision: 1 }, null);
    assert.deepEqual(tradeInput.parse(wire), wire);
    assert.equal(wire.closed_at, null);
    assert.equal(wire.initial_risk, null);
    assert.equal(wire.exit_reason, null);
  });
});

describe('a refusal on the wire', () => {
  const refusal = {
    code: 'token_limit_reached',
    message: 'No tokens are left.',
    details: { limit: 300_000, actual: 299_000, until: '2026-12-01T00:00:00Z' },
  };

  it('is a plan limit with its figures', () => {
    assert.deepEqual(limitFromWire(refusal), {
      code: 'token_limit_reached',
      limit: 300_000,
      actual: 299_000,
      until: instantFromIso('2026-12-01T00:00:00Z'),
      message: 'No tokens are left.',
    });
    assert.equal(limitFromWire({ ...refusal, details: { limit: 1, actual: 1 } })?.until, null);
  });

  it('is a plan limit for every limit that the service keeps', () => {
    // These are limits of an account and of a service's process, the same in every plan.
    const others = ['passkey', 'live', 'push', 'import', 'picture'].map(
      (word) => `${word}_limit_reached`,
    );
    const codes = Object.keys(ERRORS).filter((code) => code.endsWith('_limit_reached'));
    const ofPlans = codes.filter((code) => !others.includes(code));
    assert.equal(ofPlans.length, 5);
    for (const code of [...ofPlans, 'free_tokens_spent'])
      assert.equal(limitFromWire({ ...refusal, code })?.code, code);
  });

  it('is no plan limit when it speaks of something else', () => {
    assert.equal(limitFromWire({ ...refusal, code: 'decision_conflict' }), null);
  });
});

describe('the key of an order', () => {
  it('has ten base32 characters, the same for the same decision and another for another', () => {
    assert.match(orderKeyOf(DECISION), /^[A-Z2-7]{10}$/);
    // printf 0197a0c0-0000-7000-8000-000000000001 | sha256sum | xxd -r -p | base32 | head -c 10
    assert.equal(orderKeyOf(DECISION), '46TR4AI47X');
    const keys = Array.from({ length: 2_000 }, (_, index) => orderKeyOf(`decision ${index}`));
    assert.equal(new Set(keys).size, 2_000);
  });
});

describe('a decision on the wire', () => {
  const figures = {
    version: 2,
    mode: 'learning',
    strength: 1,
    effective_voters: 1.33,
    agreement: 'several',
    expected_r: 0.1,
    expected_r_low: -0.1,
    outcomes_known: 12,
    cost_atr: 0.1,
    rule_actions: {
      majority: 'BUY',
      unanimous: 'HOLD',
      best_voter: 'HOLD',
      equal_pool: 'BUY',
      hold: 'HOLD',
    },
    limits: null,
  } as const;
  const decided = (mode: 'learning' | 'proven'): DecisionReply => ({
    decision_id: '01a1fbc6-fc27-75c4-82e8-000000000001',
    symbol: 'EURUSD',
    timeframe: 'H1',
    as_of: '2026-06-26T20:00:00.000Z',
    decided_at: '2026-06-26T20:00:01.000Z',
    snapshot_hash: '0'.repeat(64),
    action: 'BUY',
    p_up: 0.6,
    pool_slope: 1,
    verdict_figures: { ...figures, mode },
    sl_atr: 1.5,
    tp_atr: 3,
    reason: '',
    agreeing: 2,
    quorum: 3,
    voters: 3,
    votes: [],
    rules: [],
    depth: 'basic',
    tokens: 0,
    cost_usd: 0,
    latency_ms: null,
    clock_class: null,
    market_grade: null,
    agreed_by: null,
    marked_bars: null,
  });

  it('risks a quarter of real money while nothing is proven, and all of it otherwise', () => {
    const shareOf = (mode: 'learning' | 'proven', account_type: 'real' | 'demo') =>
      decisionFromWire(decided(mode), { account_type }).riskShare;
    assert.equal(shareOf('learning', 'real'), 0.25);
    assert.equal(shareOf('proven', 'real'), undefined);
    assert.equal(shareOf('learning', 'demo'), undefined);
  });
});
