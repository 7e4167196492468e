import { denied } from './refusal.ts';
import type { StandingRule } from './risk-context.ts';
import { keptCheck } from './risk-context.ts';

const notCrossed = keptCheck('quote_spread_points');

/** An ask below the bid is no quote: nothing is opened on it. */
export const crossedQuote: StandingRule = ({ quote, instrument }) => {
  const spread = quote.ask - quote.bid;
  if (spread >= 0) return notCrossed(spread, 0);
  return denied(
    'crossed_quote',
    0,
    spread,
    `The ask of ${instrument.symbol} (${quote.ask} points) is below its bid (${quote.bid} points).`,
  );
};
