import type { PanelRecord, PanelVoter } from '@quorate/contract/calibration';
import type { DecisionReply } from '@quorate/contract/decisions';

type Known = NonNullable<PanelRecord['record']>;

export function buildPanelVoter(analyst: string, part: Partial<PanelVoter> = {}): PanelVoter {
  return {
    analyst,
    model: 'offline',
    votes: 312,
    right: 165,
    accuracy: { value: 0.5288, low: 0.48, high: 0.59 },
    edge: 0.05,
    edge_low: 0.001,
    share: 1 / 3,
    share_last_30_days: 0.36,
    share_before: 0.32,
    turned: false,
    proven: true,
    ...part,
  };
}

/** A panel that has shown no edge. */
export function buildKnown(part: Partial<Known> = {}): Known {
  return {
    symbol: 'EURUSD',
    timeframe: 'H1',
    state: 'no_edge',
    outcomes: 312,
    shared_outcomes: 250,
    proven_from: 300,
    effective_voters: 1.5,
    cost_atr: 0.03,
    pool: { edge: 0.02, edge_low: -0.01 },
    voters: ['trend', 'mean-reversion', 'breakout'].map((name) => buildPanelVoter(name)),
    rules: [
      { rule: 'verdict', taken: 40, right: 22, mean_r: 0.07 },
      { rule: 'majority', taken: 200, right: 98, mean_r: -0.05 },
      { rule: 'unanimous', taken: 0, right: 0, mean_r: null },
      { rule: 'best_voter', taken: 180, right: 95, mean_r: 0.0256 },
      { rule: 'equal_pool', taken: 12, right: 6, mean_r: -0.03 },
      { rule: 'hold', taken: 0, right: 0, mean_r: null },
    ],
    ...part,
  };
}

export function buildPanelRecord(
  record: Known | null = null,
  markets: PanelRecord['markets'] = record ? [record] : [],
): PanelRecord {
  return {
    success: true,
    markets: markets.map(({ symbol, timeframe, outcomes }) => ({ symbol, timeframe, outcomes })),
    record,
  };
}

/** What a decision to sell rests on, of a paper account that is learning. */
export function buildFigures(
  part: Partial<NonNullable<DecisionReply['verdict_figures']>> = {},
): NonNullable<DecisionReply['verdict_figures']> {
  return {
    version: 2,
    mode: 'learning',
    strength: -0.6667,
    effective_voters: 1.33,
    agreement: 'several',
    expected_r: 0.21,
    expected_r_low: -0.34,
    outcomes_known: 120,
    cost_atr: 0.05,
    rule_actions: {
      majority: 'SELL',
      unanimous: 'HOLD',
      best_voter: 'BUY',
      equal_pool: 'SELL',
      hold: 'HOLD',
    },
    limits: {
      min_voters: 3,
      min_agreement: 1.3,
      one_proven: true,
      min_expected_r: 0,
      confidence_percent: 80,
    },
    ...part,
  };
}
