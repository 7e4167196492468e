import { listAdminReleases, withdrawRelease } from '@quorate/contract/admin-releases';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';

const keyOf = (operatorId: string) => ['operator', operatorId, 'releases'];

export function useReleases(operatorId: string) {
  return useQuery({
    queryKey: keyOf(operatorId),
    queryFn: ({ signal }) => callApi(listAdminReleases, {}, { signal }),
  });
}

export function useWithdraw(operatorId: string) {
  const queryClient = useQueryClient();
  return async (version: string, reason: string) => {
    const answer = await callApi(withdrawRelease, { params: { version }, body: { reason } });
    queryClient.setQueryData(keyOf(operatorId), answer);
  };
}
