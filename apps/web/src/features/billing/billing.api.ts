import { listPlans, type PublicPlan } from '@quorate/contract/billing';
import { PLANS } from '@quorate/contract/plans';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';

/** Shown until the service has answered, and when it does not. */
const BUILT_IN: readonly PublicPlan[] = PLANS.map((plan) => ({
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

export function usePlans(): readonly PublicPlan[] {
  const { data } = useQuery({
    queryKey: ['plans'],
    queryFn: ({ signal }) => callApi(listPlans, {}, { signal, plain: true }),
    staleTime: 5 * 60_000,
  });
  return data && data.plans.length > 0 ? data.plans : BUILT_IN;
}
