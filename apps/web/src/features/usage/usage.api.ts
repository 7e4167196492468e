import type { Reply } from '@quorate/contract/endpoint';
import { planByName } from '@quorate/contract/plans';
import { getDashboard } from '@quorate/contract/usage';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';
import { renewRole } from '../../lib/session/session.ts';

/** The bot spends tokens while the dashboard is open. */
const REFRESH_MS = 30_000;

const keyOf = (userId: string) => ['dashboard', userId];

/** The plan of the signed-in user and the tokens of the current billing cycle. */
export function useDashboard(userId: string) {
  return useQuery({
    queryKey: keyOf(userId),
    queryFn: async ({ signal }) => {
      const dashboard = await callApi(getDashboard, {}, { signal });
      // Somebody may have become an operator, or none, since this browser signed in.
      if (dashboard.role) renewRole(userId, dashboard.role);
      return dashboard;
    },
    refetchInterval: REFRESH_MS,
  });
}

/** What a change of the plan elsewhere does to what is known of it. */
export function useDashboardMemory(userId: string) {
  const queryClient = useQueryClient();
  return {
    refresh: () => queryClient.invalidateQueries({ queryKey: keyOf(userId) }),
    /** Shows Free until it is read again, which tells the tokens of Free's own cycle. */
    showFree: () => {
      void queryClient.cancelQueries({ queryKey: keyOf(userId) });
      queryClient.setQueryData<Reply<typeof getDashboard>>(
        keyOf(userId),
        (now) => now && { ...now, plan: FREE },
      );
    },
  };
}

const FREE: Reply<typeof getDashboard>['plan'] = {
  name: 'Free',
  monthly_cost: 0,
  token_limit: planByName('Free').granted.tokens,
  is_unlimited: false,
  description: '',
};
