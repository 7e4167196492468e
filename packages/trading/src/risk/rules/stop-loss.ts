import { denied } from '../refusal.ts';
import { passed, type TradeRule } from '../rule.ts';

/** What it refuses with, and the sentence of an example. */
export const codes = {
  stop_loss_required: 'The BUY of EURUSD has no stop loss; 1 is required.',
  stop_too_close:
    'The stop loss of the BUY of EURUSD is 48 points from the quote, at least 50 are required.',
} as const;

/** No trade without a stop loss on the losing side, as far from the quote as the broker asks. */
export const rule: TradeRule = {
  kind: 'trade',
  name: 'stop_loss_points',
  label: 'Distance to the stop',
  unit: 'points',
  sign: '≥',
  refusedWhen:
    "there is no stop loss, or it is nearer to the closing side of the quote than the broker's stops level, at least 1 point",
  check({ idea, instrument, quote }) {
    const { side, stopLoss } = idea;
    const { symbol, stopsLevelPoints } = instrument;
    if (stopLoss === null) {
      const message = `The ${side} of ${symbol} has no stop loss; 1 is required.`;
      return denied('stop_loss_required', 1, 0, message);
    }
    // A buy is closed at the bid and a sell at the ask: the stop must lie beyond that side.
    const distance = side === 'BUY' ? quote.bid - stopLoss : stopLoss - quote.ask;
    const least = Math.max(1, stopsLevelPoints);
    if (distance >= least) return passed('stop_loss_points', distance, least);
    return denied(
      'stop_too_close',
      least,
      distance,
      `The stop loss of the ${side} of ${symbol} is ${distance} points from the quote, at least ${least} are required.`,
    );
  },
};
