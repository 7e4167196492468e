import { getDashboard } from '@quorate/contract/usage';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';

/** The bot spends tokens while the dashboard is open. */
const REFRESH_MS = 30_000;

/** The plan of the signed-in user and the tokens of the current billing cycle. */
export function useDashboard(userId: string) {
  return useQuery({
    queryKey: ['dashboard', userId],
    queryFn: ({ signal }) => callApi(getDashboard, {}, { signal }),
    refetchInterval: REFRESH_MS,
  });
}
