import type { StandingRule } from './risk-context.ts';

/** Nothing is sized where the rate to the account's currency is not known; most symbols need none. */
export const conversionRate: StandingRule = ({ valuation }) => valuation.missingRate?.();
