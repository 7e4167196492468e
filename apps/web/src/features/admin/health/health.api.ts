import { getServiceHealth } from '@quorate/contract/admin-health';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';

const EVERY_MS = 10_000;

/** How the service is doing; read again every ten seconds for as long as the page is looked at. */
export function useServiceHealth(operatorId: string) {
  return useQuery({
    queryKey: ['operator', operatorId, 'health'],
    queryFn: ({ signal }) => callApi(getServiceHealth, {}, { signal }),
    refetchInterval: EVERY_MS,
    refetchIntervalInBackground: false,
  });
}
