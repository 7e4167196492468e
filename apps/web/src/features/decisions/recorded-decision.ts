import type { RecordedDecision } from './recording.ts';

/**
 * The decision that the site shows.
 *
 * From a recorded run of the paper bot: `npm run record:decision` writes it, nobody else does.
 */
export const RECORDED_DECISION: RecordedDecision = {
  symbol: 'EURUSD',
  timeframe: 'H1',
  as_of: '2026-05-20T08:00:00.000Z',
  snapshot_hash: 'dec829560dfb40c64d8f9c7312d7f790fd6cf532dbf20a4dd0132e826423a72b',
  action: 'BUY',
  p_up: 0.5371,
  agreeing: 2,
  voters: 3,
  votes: [
    {
      analyst: 'trend',
      action: 'BUY',
      p_up: 0.5836,
      reason: 'EMA20 is 1.421 ATR above EMA50 and ADX is 33.45: the rise is likely to go on.',
      abstained: false,
    },
    {
      analyst: 'mean-reversion',
      action: 'SELL',
      p_up: 0.4347,
      reason:
        'The close is 1.96 deviations above its 20-bar mean with RSI 66.45: stretched, likely to come back down.',
      abstained: false,
    },
    {
      analyst: 'breakout',
      action: 'BUY',
      p_up: 0.5917,
      reason:
        'The close is 0.683 ATR above the 20-bar high with ATR at 1.15 of its mean: a break upwards.',
      abstained: false,
    },
  ],
  desk: {
    risk_reward: { value: 1.9076, limit: 1.5 },
    at_risk: { value: 97.59, limit: 99.87 },
    spread_pips: { value: 1.4, limit: 3.6 },
    daily_trades: { value: 0, limit: 5 },
  },
  trade: {
    volume: 0.41,
    digits: 5,
    price: 1.15835,
    stop_loss: 1.15607,
    take_profit: 1.16299,
    close_price: 1.16299,
    closed_at: '2026-05-20T15:59:59.999Z',
    profit: 187.36,
    currency: 'USD',
    pips: 46.4,
  },
};
