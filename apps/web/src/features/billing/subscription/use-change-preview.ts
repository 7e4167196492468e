import { previewPlanChange } from '@quorate/contract/subscription';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';
import { isSame, type PlanChoice } from './plan-options.tsx';

/** Arrow keys walk through the choices: only the one they rest on is asked about. */
const REST_MS = 300;
/** What is due shrinks with the days of the period: a figure that stood for long is not the one charged. */
const GOOD_FOR_MS = 60_000;

/** What a change would cost. Asks nothing for the plan that is paid for now. */
export function useChangePreview(userId: string, choice: PlanChoice, current: PlanChoice) {
  return useQuery({
    queryKey: ['subscription', userId, 'preview', current, choice],
    queryFn: async ({ signal }) => {
      await rest(signal);
      const body = { plan_name: choice.plan, billing_cycle: choice.cycle };
      return callApi(previewPlanChange, { body }, { signal });
    },
    enabled: !isSame(choice, current),
    staleTime: GOOD_FOR_MS,
    refetchInterval: GOOD_FOR_MS,
    gcTime: GOOD_FOR_MS,
  });
}

function rest(signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, REST_MS);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}
