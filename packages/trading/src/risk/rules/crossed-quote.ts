import { denied } from '../refusal.ts';
import { keptCheck, type StandingRule } from '../rule.ts';

/** What it refuses with, and the sentence of an example. */
export const codes = {
  crossed_quote: 'The ask of EURUSD (110190 points) is below its bid (110200 points).',
} as const;

const kept = keptCheck('quote_spread_points');

/** An ask below the bid is no quote: nothing is opened on it. */
export const rule: StandingRule = {
  kind: 'standing',
  name: 'quote_spread_points',
  label: 'Ask above bid',
  unit: 'points',
  sign: '≥',
  refusedWhen: 'ask < bid',
  check({ quote, instrument }) {
    const spread = quote.ask - quote.bid;
    if (spread >= 0) return kept(spread, 0);
    return denied(
      'crossed_quote',
      0,
      spread,
      `The ask of ${instrument.symbol} (${quote.ask} points) is below its bid (${quote.bid} points).`,
    );
  },
};
