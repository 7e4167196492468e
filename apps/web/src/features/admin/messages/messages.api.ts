import { handleMessage, listAdminMessages, reopenMessage } from '@quorate/contract/admin-messages';
import type { CallInput } from '@quorate/contract/endpoint';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';

export type MessageQuery = NonNullable<CallInput<typeof listAdminMessages>['query']>;

export function useMessages(operatorId: string, query: MessageQuery) {
  return useQuery({
    queryKey: ['operator', operatorId, 'messages', query],
    queryFn: ({ signal }) => callApi(listAdminMessages, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function useMessageActs(operatorId: string) {
  const queryClient = useQueryClient();
  return async (messageId: string, act: 'handle' | 'reopen', note: string) => {
    const input = { params: { message_id: messageId }, body: { note } };
    await callApi(act === 'handle' ? handleMessage : reopenMessage, input);
    await queryClient.invalidateQueries({ queryKey: ['operator', operatorId, 'messages'] });
  };
}
