import type { SnapshotBar } from './candles.tsx';
import type { Fact } from './fact-list.tsx';
import type { ShownVote } from './vote-row.tsx';

/**
 * One decision with round figures, made up to show the way of a decision; it is called an example
 * wherever it appears. Its figures follow from each other, which a test recomputes.
 */
export const EXAMPLE = {
  symbol: 'EURUSD',
  timeframe: 'H1',
  time: '14:00 UTC',
  action: 'BUY',
  entry: 1.08423,
  stopLoss: 1.08214,
  takeProfit: 1.08741,
  digits: 5,
  lots: 0.12,
  equity: 2_560,
  riskLimitPercent: 1,
  contractSize: 100_000,
  /** In units of 0.0001. */
  pips: { risked: 20.9, aimed: 31.8 },
  riskReward: 1.52,
  riskPercent: 0.98,
  profit: 38.16,
  pooled: 0.61,
  quorum: 2,
  hash: '9f3c…e21a',
} as const;

export const EXAMPLE_VOTES: readonly ShownVote[] = [
  {
    analyst: 'trend',
    action: 'BUY',
    p_up: 0.71,
    reason: 'The averages are stacked upwards and the trend has strength.',
    abstained: false,
  },
  {
    analyst: 'breakout',
    action: 'BUY',
    p_up: 0.64,
    reason: 'The close stands above the highest high of the 20 bars before it.',
    abstained: false,
  },
  {
    analyst: 'mean-reversion',
    action: 'HOLD',
    p_up: 0.46,
    reason: 'Price is stretched above its mean, but the trend is too strong to lean against.',
    abstained: false,
  },
];

/** What the risk desk looked at before the order went out. */
export const EXAMPLE_FACTS: readonly Fact[] = [
  { label: 'Stop loss', value: '1.08214' },
  { label: 'Take profit', value: '1.08741' },
  { label: 'Risk-reward', value: '1 : 1.52', pass: true },
  { label: 'Risk', value: '0.98% of 1%', pass: true },
  { label: 'Daily loss used', value: '0.4 of 2%', pass: true },
  { label: 'Spread', value: '0.7 pip', pass: true },
];

export const EXAMPLE_INDICATORS: readonly Fact[] = [
  { label: 'Close less EMA 20', value: '+2.05 ATR' },
  { label: 'RSI 14', value: '74.3' },
  { label: 'Deviations from mean', value: '+2.33' },
  { label: 'Above high of 20', value: '+0.36 ATR' },
];

export const EXAMPLE_BARS: readonly SnapshotBar[] = [
  [-3.9, -3.41, -4.41, -3.76],
  [-3.76, -3.28, -4.12, -3.6],
  [-3.6, -3.27, -4.22, -3.84],
  [-3.84, -3.08, -4.08, -3.22],
  [-3.22, -2.76, -4, -3.59],
  [-3.59, -3.06, -4.56, -4.04],
  [-4.04, -3.24, -4.21, -3.61],
  [-3.61, -3.28, -4.22, -4.09],
  [-4.09, -3.89, -4.44, -4.33],
  [-4.33, -3.88, -4.8, -4.17],
  [-4.17, -3.56, -4.49, -3.94],
  [-3.94, -3.2, -4.16, -3.5],
  [-3.5, -2.26, -3.97, -2.8],
  [-2.8, -2.26, -3, -2.5],
  [-2.5, -2.37, -3.24, -2.8],
  [-2.8, -2.33, -3.22, -2.94],
  [-2.94, -1.82, -3.05, -2.29],
  [-2.29, -1.79, -3.01, -2.71],
  [-2.71, -1.75, -2.84, -2.03],
  [-2.03, -1.4, -2.25, -1.84],
  [-1.84, -1.59, -2.95, -2.43],
  [-2.43, -1.91, -2.64, -2.06],
  [-2.06, -1.93, -2.64, -2.19],
  [-2.19, -1.84, -2.51, -2.21],
  [-2.21, -1.78, -2.37, -2.21],
  [-2.21, -1.41, -2.49, -1.57],
  [-1.57, -1.31, -2.09, -1.53],
  [-1.53, -0.43, -2.03, -0.67],
  [-0.67, -0.36, -1.14, -0.64],
  [-0.64, 0.15, -1.18, 0],
];
