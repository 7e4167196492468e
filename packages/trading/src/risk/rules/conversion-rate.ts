import type { StandingRule } from '../rule.ts';

/** What it refuses with, and the sentence of an example. */
export const codes = {
  conversion_rate: 'EURGBP cannot be valued in USD now: no quote gives a rate from GBP to USD.',
} as const;

/** Nothing is sized where the rate to the account's currency is not known; most symbols need none. */
export const rule: StandingRule = {
  kind: 'standing',
  name: 'conversion_rate',
  label: 'Rate to the account’s currency',
  unit: '',
  sign: '',
  refusedWhen: "the account's currency is neither of the pair's, and no quote tells the rate now",
  check: ({ valuation }) => valuation.missingRate?.(),
};
