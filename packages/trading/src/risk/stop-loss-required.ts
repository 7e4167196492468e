import { denied } from './refusal.ts';
import type { RiskRule } from './risk-context.ts';
import { passed } from './risk-context.ts';

/** No trade without a stop loss on the losing side, as far from the quote as the broker asks. */
export const stopLossRequired: RiskRule = ({ idea, instrument, quote }) => {
  const { side, stopLoss } = idea;
  const { symbol, stopsLevelPoints } = instrument;
  if (stopLoss === null) {
    return denied(
      'stop_loss_required',
      1,
      0,
      `The ${side} of ${symbol} has no stop loss; 1 is required.`,
    );
  }
  // A buy is closed at the bid and a sell at the ask: the stop must lie beyond that side.
  const distance = side === 'BUY' ? quote.bid - stopLoss : stopLoss - quote.ask;
  const least = Math.max(1, stopsLevelPoints);
  if (distance < least) {
    return denied(
      'stop_too_close',
      least,
      distance,
      `The stop loss of the ${side} of ${symbol} is ${distance} points from the quote, at least ${least} are required.`,
    );
  }
  return passed('stop_loss_points', distance, least);
};
