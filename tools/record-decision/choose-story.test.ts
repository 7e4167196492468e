import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { DecisionReply, VoteReply } from '@quorate/contract/decisions';
import type { Trade } from '@quorate/contract/trades';
import { chooseStory, type Story } from './choose-story.ts';

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

const told: Story = { decision, trade, checks: [], exit: 'target', bars: 8 };

describe('the decision that is told', () => {
  const untold: [string, Story][] = [
    ['a sale', { ...told, decision: { ...decision, action: 'SELL' } }],
    [
      'one that nobody spoke against',
      { ...told, decision: { ...decision, votes: [vote('BUY'), vote('HOLD'), vote('BUY')] } },
    ],
    [
      'one whose only opponent abstained',
      { ...told, decision: { ...decision, votes: [vote('BUY'), vote('SELL', true)] } },
    ],
    ['one that ended at its stop', { ...told, exit: 'stop' }],
    ['one that was over before there was anything to see', { ...told, bars: 3 }],
    ['one that took longer than the chart is wide', { ...told, bars: 13 }],
  ];
  for (const [name, story] of untold) {
    it(`is not ${name}`, () => {
      assert.throws(() => chooseStory([story]), /none of the run's 1 trades shows every step/);
      assert.equal(chooseStory([story, told]), told);
    });
  }

  it('is the first of those that will do, from 4 bars to 12', () => {
    const short = { ...told, bars: 4 };
    const long = { ...told, bars: 12 };
    assert.equal(chooseStory([long, short]), long);
    assert.equal(chooseStory([short, long]), short);
  });
});
