import { denied } from '../refusal.ts';
import { passed, type TradeRule } from '../rule.ts';

/** What it refuses with, and the sentence of an example. */
export const codes = {
  stops_invalid:
    'The take profit of the BUY of EURUSD is -488 points from the quote, at least 1 are required.',
} as const;

/** A take profit stands on the winning side, as far from the quote as the broker asks. */
export const rule: TradeRule = {
  kind: 'trade',
  name: 'take_profit_points',
  label: 'Distance to the target',
  unit: 'points',
  sign: '≥',
  refusedWhen: 'there is no take profit, or it is as near',
  check({ idea, instrument, quote }) {
    const { side, takeProfit } = idea;
    const { symbol, stopsLevelPoints } = instrument;
    const least = Math.max(1, stopsLevelPoints);
    if (takeProfit === null) {
      return denied(
        'stops_invalid',
        least,
        0,
        `The ${side} of ${symbol} has no take profit, so its reward cannot be weighed against its risk.`,
      );
    }
    const distance = side === 'BUY' ? takeProfit - quote.bid : quote.ask - takeProfit;
    if (distance >= least) return passed('take_profit_points', distance, least);
    return denied(
      'stops_invalid',
      least,
      distance,
      `The take profit of the ${side} of ${symbol} is ${distance} points from the quote, at least ${least} are required.`,
    );
  },
};
