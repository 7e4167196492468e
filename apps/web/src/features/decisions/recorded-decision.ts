import type { RecordedDecision } from './recording.ts';

/**
 * The decision that the site shows.
 *
 * From a recorded run of the paper bot: `npm run record:decision` writes it, nobody else does.
 */
export const RECORDED_DECISION: RecordedDecision = {
  symbol: 'EURUSD',
  timeframe: 'H1',
  as_of: '2026-05-06T10:00:00.000Z',
  snapshot_hash: '4da11d348d1b8388610be4a9b12ae48f25079fdfbdddf9bbd2671a99802e6107',
  action: 'BUY',
  p_up: 0.5211,
  agreeing: 2,
  voters: 3,
  votes: [
    {
      analyst: 'trend',
      action: 'BUY',
      p_up: 0.5629,
      reason: 'EMA20 is 2.062 ATR above EMA50 and ADX is 25.17: the rise is likely to go on.',
      abstained: false,
    },
    {
      analyst: 'mean-reversion',
      action: 'SELL',
      p_up: 0.4,
      reason:
        'The close is 3.42 deviations above its 20-bar mean with RSI 73.66: stretched, likely to come back down.',
      abstained: false,
    },
    {
      analyst: 'breakout',
      action: 'BUY',
      p_up: 0.6,
      reason:
        'The close is 1.446 ATR above the 20-bar high with ATR at 0.92 of its mean: a break upwards.',
      abstained: false,
    },
  ],
  desk: {
    risk_reward: { value: 1.9163, limit: 1.5 },
    at_risk: { value: 97.9, limit: 100 },
    spread_pips: { value: 1, limit: 3.6 },
    daily_trades: { value: 0, limit: 5 },
  },
  trade: {
    volume: 0.39,
    digits: 5,
    price: 1.11859,
    stop_loss: 1.11614,
    take_profit: 1.12346,
    close_price: 1.12346,
    closed_at: '2026-05-06T20:59:59.999Z',
    profit: 185.43,
    currency: 'USD',
    pips: 48.7,
  },
};
