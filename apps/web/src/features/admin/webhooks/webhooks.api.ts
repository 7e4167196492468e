import {
  listProviderTasks,
  listWebhookEvents,
  type ProviderTaskView,
  reconcileNow,
  replayWebhook,
  retryProviderTask,
} from '@quorate/contract/admin-webhooks';
import type { CallInput } from '@quorate/contract/endpoint';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';

export type EventQuery = NonNullable<CallInput<typeof listWebhookEvents>['query']>;
export type TaskQuery = NonNullable<CallInput<typeof listProviderTasks>['query']>;

const WAITING_MS = 3_000;

export function useWebhookEvents(operatorId: string, query: EventQuery) {
  return useQuery({
    queryKey: ['operator', operatorId, 'webhooks', query],
    queryFn: ({ signal }) => callApi(listWebhookEvents, { query }, { signal }),
    placeholderData: keepPreviousData,
    // Until the job has taken it up, seconds later.
    refetchInterval: ({ state }) => (state.data?.reconcile_waiting ? WAITING_MS : false),
  });
}

export function useProviderTasks(operatorId: string, query: TaskQuery) {
  return useQuery({
    queryKey: ['operator', operatorId, 'tasks', query],
    queryFn: ({ signal }) => callApi(listProviderTasks, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** What can be done with the queue. The number of an act is made once for each time that somebody asks. */
export function useWebhookActs(operatorId: string) {
  const queryClient = useQueryClient();
  const readAgain = () => queryClient.invalidateQueries({ queryKey: ['operator', operatorId] });
  return {
    replay: async (eventId: string, action_id: string, reason: string) => {
      const params = { event_id: eventId };
      const { outcome } = await callApi(replayWebhook, { params, body: { action_id, reason } });
      await readAgain();
      return outcome;
    },
    retry: async (task: ProviderTaskView, action_id: string, reason: string) => {
      const { kind, subject } = task;
      const body = { action_id, reason, kind, subject };
      const { outcome } = await callApi(retryProviderTask, { body });
      await readAgain();
      return outcome;
    },
    reconcile: async (action_id: string, reason: string) => {
      await callApi(reconcileNow, { body: { action_id, reason } });
      await readAgain();
    },
  };
}
