import { denied } from './refusal.ts';
import type { StandingRule } from './risk-context.ts';
import { keptCheck } from './risk-context.ts';

const youngEnough = keptCheck('decision_age_seconds');

/**
 * A decision is about the market as it was when its bar closed. What took too long is discarded, and a bar
 * that arrives so late is not even asked about. In a replay an order leaves as its bar closes: the age is 0.
 */
export const staleDecision: StandingRule = ({ asOf, barClosedAt, instrument, settings }) => {
  const limit = settings.maxDecisionAgeSeconds;
  // A broker's clock may be a little ahead of ours.
  const age = Math.max(0, asOf - barClosedAt) / 1_000;
  if (age <= limit) return youngEnough(age, limit);
  return denied(
    'stale_decision',
    limit,
    age,
    `The bar of ${instrument.symbol} closed ${age} seconds ago; a decision older than ${limit} seconds is discarded.`,
  );
};
