import { LISTED_PLANS, listPlans, type PublicPlan } from '@quorate/contract/billing';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';

/** The service's plans; the built-in ones until it has answered, and when it does not. */
export function usePlans(): readonly PublicPlan[] {
  const { data } = useQuery({
    queryKey: ['plans'],
    queryFn: ({ signal }) => callApi(listPlans, {}, { signal, plain: true }),
    staleTime: 5 * 60_000,
  });
  return data && data.plans.length > 0 ? data.plans : LISTED_PLANS;
}
