import { denied } from './refusal.ts';
import type { RiskRule } from './risk-context.ts';
import { passed } from './risk-context.ts';

/** A take profit stands on the winning side, as far from the quote as the broker asks. */
export const takeProfitSide: RiskRule = ({ idea, instrument, quote }) => {
  const { side, takeProfit } = idea;
  const least = Math.max(1, instrument.stopsLevelPoints);
  if (takeProfit === null) {
    return denied(
      'stops_invalid',
      least,
      0,
      `The ${side} of ${instrument.symbol} has no take profit, so its reward cannot be weighed against its risk.`,
    );
  }
  const distance = side === 'BUY' ? takeProfit - quote.bid : quote.ask - takeProfit;
  if (distance < least) {
    return denied(
      'stops_invalid',
      least,
      distance,
      `The take profit of the ${side} of ${instrument.symbol} is ${distance} points from the quote, at least ${least} are required.`,
    );
  }
  return passed('take_profit_points', distance, least);
};
