import type { PublicPlan } from './billing.ts';
import { PLANS } from './plans.ts';

/**
 * The public list as the service answers it, and as the site shows it when the service does not. Apart
 * from the schemas, so that a page can show the plans without a validator.
 */
export const LISTED_PLANS: readonly PublicPlan[] = PLANS.map((plan) => ({
  id: plan.id,
  name: plan.name,
  monthly_cost: plan.monthly_cost,
  token_limit: plan.listed.tokens,
  rate_limit_per_minute: plan.listed.requests_per_minute,
  features: {
    ai_analysis: plan.ai_analysis,
    symbols: plan.listed.symbols,
    support: plan.support,
    daily_trades: plan.listed.daily_trades,
    terminal_accounts: plan.listed.terminal_accounts,
  },
}));
