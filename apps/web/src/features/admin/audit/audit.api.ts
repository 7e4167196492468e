import { listAudit } from '@quorate/contract/admin-audit';
import type { CallInput } from '@quorate/contract/endpoint';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';

export function useAudit(query: CallInput<typeof listAudit>['query']) {
  return useQuery({
    queryKey: ['admin', 'audit', query],
    queryFn: ({ signal }) => callApi(listAudit, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}
