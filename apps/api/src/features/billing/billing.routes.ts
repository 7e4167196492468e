import { listPlans, type PublicPlan } from '@quorate/contract/billing';
import { PLANS } from '@quorate/contract/plans';
import type { Route } from '../../plugins/endpoint.ts';

export function registerBilling(route: Route): void {
  route(listPlans, async () => ({ success: true, plans: PUBLIC_PLANS }));
}

const PUBLIC_PLANS: PublicPlan[] = PLANS.map((plan) => ({
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
