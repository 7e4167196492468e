import type { PublicPlan } from '@quorate/contract/billing';
import { LISTED_PLANS } from '@quorate/contract/listed-plans';
import { PLANS } from '@quorate/contract/plans';
import { type Fields, fieldsOf, isNumber, readList } from '../../lib/fields.ts';
import { getJson } from '../../lib/get-json.ts';
import { useLoad } from '../../lib/use-load.ts';

/** The service's plans; the built-in ones until it has answered, and when it does not. */
export function usePlans(): readonly PublicPlan[] {
  const { data } = useLoad(loadPlans);
  return data && data.length > 0 ? data : LISTED_PLANS;
}

function loadPlans(signal: AbortSignal): Promise<readonly PublicPlan[]> {
  return getJson('/api/saas/plans', readPlans, signal);
}

/** Reads the service's list of plans; null when it is none. */
export function readPlans(content: unknown): readonly PublicPlan[] | null {
  return readList(fieldsOf(content)?.plans, readPlan);
}

function readPlan(plan: Fields): PublicPlan | null {
  const features = fieldsOf(plan.features);
  const name = PLANS.find((known) => known.name === plan.name)?.name;
  const analysis = PLANS.find((known) => known.ai_analysis === features?.ai_analysis);
  const support = PLANS.find((known) => known.support === features?.support);
  if (!features || !name || !analysis || !support) return null;
  const { id, monthly_cost, token_limit, rate_limit_per_minute } = plan;
  const { symbols, daily_trades, terminal_accounts } = features;
  if (!isNumber(id) || !isNumber(monthly_cost) || !isNumber(token_limit)) return null;
  if (!isNumber(rate_limit_per_minute) || !isNumber(symbols)) return null;
  if (!isNumber(daily_trades) || !isNumber(terminal_accounts)) return null;
  return {
    id,
    name,
    monthly_cost,
    token_limit,
    rate_limit_per_minute,
    features: {
      ai_analysis: analysis.ai_analysis,
      symbols,
      support: support.support,
      daily_trades,
      terminal_accounts,
    },
  };
}
