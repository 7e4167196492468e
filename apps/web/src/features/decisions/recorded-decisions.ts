import type { Recording } from './recording.ts';

/**
 * The two decisions that the site shows.
 *
 * From a recorded run of the paper bot: `npm run record:decision` writes it, nobody else does.
 */
export const RECORDING: Recording = {
  taken: {
    symbol: 'EURUSD',
    timeframe: 'H1',
    as_of: '2026-06-04T14:00:00.000Z',
    snapshot_hash: 'cab96ddd7cfee4845c43f3a4838445abf9988a6866040521f0baf8b3bc92b37c',
    action: 'SELL',
    p_up: 0.4786,
    agreeing: 2,
    voters: 3,
    votes: [
      {
        analyst: 'trend',
        action: 'SELL',
        p_up: 0.4418,
        reason: 'EMA20 is 1.662 ATR below EMA50 and ADX is 23.28: the fall is likely to go on.',
        abstained: false,
      },
      {
        analyst: 'mean-reversion',
        action: 'SELL',
        p_up: 0.4243,
        reason:
          'The close is 2.27 deviations above its 20-bar mean with RSI 69.27: stretched, likely to come back down.',
        abstained: false,
      },
      {
        analyst: 'breakout',
        action: 'HOLD',
        p_up: 0.5,
        reason:
          'The close is inside the 20-bar channel, 0.685 ATR under its high and 5.585 ATR over its low.',
        abstained: false,
      },
    ],
    desk: { risk_reward: { value: 1.8913, limit: 1.5 }, at_risk: { value: 97.53, limit: 97.79 } },
    trade: { volume: 0.53, profit: 182.36, currency: 'USD', bars: 2 },
  },
  refused: {
    symbol: 'EURUSD',
    timeframe: 'H1',
    as_of: '2026-05-17T22:00:00.000Z',
    snapshot_hash: 'cee27cf449839903534b349da1f88c262760a793b24a1e3d3c707ccb3c8d3dbb',
    action: 'SELL',
    p_up: 0.4443,
    agreeing: 2,
    voters: 3,
    votes: [
      {
        analyst: 'trend',
        action: 'SELL',
        p_up: 0.4119,
        reason: 'EMA20 is 0.454 ATR below EMA50 and ADX is 35.25: the fall is likely to go on.',
        abstained: false,
      },
      {
        analyst: 'mean-reversion',
        action: 'SELL',
        p_up: 0.443,
        reason:
          'The close is 1.71 deviations above its 20-bar mean with RSI 65.27: stretched, likely to come back down.',
        abstained: false,
      },
      {
        analyst: 'breakout',
        action: 'HOLD',
        p_up: 0.5,
        reason:
          'The close is inside the 20-bar channel, 0.092 ATR under its high and 6.735 ATR over its low.',
        abstained: false,
      },
    ],
    refusal: {
      rule: 'spread',
      sentence: 'The spread of EURUSD is 111 points, the limit is 36.',
      actual: 11.1,
      limit: 3.6,
    },
    shadow: { exit_reason: 'stop', r: -1.01 },
  },
  run: { decisions: 105, trades: 7, at_target: 2, at_stop: 5 },
  market: {
    symbol: 'EURUSD',
    timeframe: 'H1',
    bars: 1000,
    seed: 25,
    end: '2026-06-26T21:00:00.000Z',
  },
};
