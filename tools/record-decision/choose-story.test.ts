import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { OutcomeReply } from '@quorate/contract/decision-outcomes';
import type { DecisionReply, VoteReply } from '@quorate/contract/decisions';
import type { Trade } from '@quorate/contract/trades';
import { chooseRefused, chooseStory, type Story } from './choose-story.ts';

const vote = (action: VoteReply['action'], abstained = false): VoteReply => ({
  analyst: 'trend',
  model: 'offline',
  action,
  p_up: 0.5,
  sl_atr: null,
  tp_atr: null,
  reason: 'No reason.',
  evidence: [],
  abstained,
  fault: null,
  provider: 'offline',
  family: 'trend',
  round: 1,
  first: null,
  share: null,
  p_pooled: null,
  turned: false,
  prompt_version: '1',
  tokens: 0,
  input_tokens: 0,
  output_tokens: 0,
  cost_usd: 0,
  latency_ms: 0,
});

const decision: DecisionReply = {
  decision_id: '01a1fbc6-fc27-75c4-82e8-63183cdbc8f8',
  symbol: 'EURUSD',
  timeframe: 'H1',
  as_of: '2026-05-20T08:00:00.000Z',
  decided_at: '2026-05-20T08:00:01.000Z',
  snapshot_hash: 'a'.repeat(64),
  action: 'BUY',
  p_up: 0.55,
  pool_slope: 1,
  verdict_figures: null,
  sl_atr: 1.5,
  tp_atr: 3,
  reason: 'Two of three.',
  agreeing: 2,
  quorum: 2,
  voters: 3,
  votes: [vote('BUY'), vote('SELL'), vote('BUY')],
  rules: [],
  depth: 'basic',
  tokens: 0,
  cost_usd: 0,
  latency_ms: null,
  clock_class: null,
  market_grade: null,
  agreed_by: null,
  marked_bars: null,
};

const trade: Trade = {
  account_id: '01a1fbc6-fb94-743f-acab-14becf845253',
  position_ticket: '1-1',
  trade_time: '2026-05-20T15:59:59.999Z',
  opened_at: '2026-05-20T08:00:00.000Z',
  closed_at: '2026-05-20T15:59:59.999Z',
  symbol: 'EURUSD',
  trade_type: 'BUY',
  volume: 0.4,
  digits: 5,
  price: 1.1,
  close_price: 1.103,
  stop_loss: 1.0985,
  take_profit: 1.103,
  profit: 120,
  gross_profit: 120,
  commission: 0,
  swap: 0,
  fee: 0,
  initial_risk: 60,
  best_excursion: 120,
  worst_excursion: -15,
  exit_reason: null,
  currency: 'USD',
  account_type: 'demo',
  status: 'CLOSED',
  corrections: [],
  provenance: 'paper-replayed',
  decision_id: decision.decision_id,
};

const told: Story = {
  decision: { ...decision, votes: [vote('BUY'), vote('HOLD'), vote('BUY')] },
  trade,
  checks: [],
  exit: 'target',
  bars: 8,
};

describe('the trade that is told', () => {
  const untold: [string, Story][] = [
    ['one that somebody spoke against', { ...told, decision }],
    [
      'one that nobody voted for',
      { ...told, decision: { ...decision, votes: [vote('HOLD'), vote('BUY', true)] } },
    ],
    ['one that ended at its stop', { ...told, exit: 'stop' }],
  ];
  for (const [name, story] of untold) {
    it(`is not ${name}`, () => {
      assert.throws(() => chooseStory([story]), /in none of the run's 1 trades did they agree/);
      assert.equal(chooseStory([story, told]), told);
    });
  }

  it('may be one whose opponent abstained, and is the first that will do', () => {
    const votes = [vote('BUY'), vote('SELL', true), vote('BUY')];
    const other = { ...told, decision: { ...decision, votes } };
    assert.equal(chooseStory([other, told]), other);
  });
});

describe('the refused trade that is told', () => {
  const refusal = { rule: 'spread', limit: 36, actual: 111, sentence: 'The spread is too wide.' };
  const shadow = {
    entry: 1.1,
    stop_loss: 1.1015,
    take_profit: 1.097,
    exit: 1.1015,
    exit_reason: 'stop',
    exit_at: '2026-05-20T15:59:59.999Z',
    r: -1.01,
  } as const;
  const outcome: OutcomeReply = {
    revision: 1,
    verdict: 'vetoed',
    checks: [],
    order: null,
    fill: null,
    refusal,
    shadow,
    first_touch: null,
    touch_grade: null,
    touched_at: null,
    reported_at: '2026-05-20T16:00:00.000Z',
  };

  it('is the first for its spread whose end is known', () => {
    const story = chooseRefused([
      { decision, outcome: null },
      { decision, outcome: { ...outcome, refusal: { ...refusal, rule: 'daily_trades' } } },
      { decision, outcome: { ...outcome, shadow: { ...shadow, r: null } } },
      { decision, outcome },
    ]);
    assert.deepEqual(story, { decision, refusal, shadow });
  });

  it('is missed where there is none', () => {
    assert.throws(
      () => chooseRefused([{ decision, outcome: null }]),
      /none of the run's 1 refused/,
    );
  });
});
