import { denied } from '../refusal.ts';
import { keptCheck, type Settings, type StandingRule } from '../rule.ts';

/** What it refuses with, and the sentence of an example. */
export const codes = {
  stale_decision:
    'The bar of EURUSD closed 61 seconds ago; a decision older than 60 seconds is discarded.',
} as const;
export const settings = {
  maxDecisionAgeSeconds: {
    field: null,
    label: 'Age of the decision',
    unit: 'seconds',
    least: 1,
    most: 3_600,
    default: 60,
    recommended: '60',
    help: 'A decision older than this, counted from the close of its bar, is discarded.',
  },
} as const satisfies Settings;

const kept = keptCheck('decision_age_seconds');

/**
 * A decision is about the market as it was when its bar closed. What took too long is discarded, and a bar
 * that arrives so late is not even asked about. In a replay an order leaves as its bar closes: the age is 0.
 */
export const rule: StandingRule<typeof settings> = {
  kind: 'standing',
  name: 'decision_age_seconds',
  label: 'Age of the decision',
  unit: 'seconds',
  sign: '≤',
  refusedWhen: 'the bar closed longer ago',
  check({ asOf, barClosedAt, instrument, settings: { maxDecisionAgeSeconds: limit } }) {
    // A broker's clock may be a little ahead of ours.
    const age = Math.max(0, asOf - barClosedAt) / 1_000;
    if (age <= limit) return kept(age, limit);
    return denied(
      'stale_decision',
      limit,
      age,
      `The bar of ${instrument.symbol} closed ${age} seconds ago; a decision older than ${limit} seconds is discarded.`,
    );
  },
};
