import { getDecision } from '@quorate/contract/decisions';
import { useQuery } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';

/** One stored decision with its votes and the snapshot it was made on. It never changes. */
export function useDecision(userId: string, decisionId: string) {
  return useQuery({
    queryKey: ['decision', userId, decisionId],
    queryFn: ({ signal }) =>
      callApi(getDecision, { params: { decision_id: decisionId } }, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
}
