import type { Reply } from '@quorate/contract/endpoint';
import {
  getSubscription,
  listPayments,
  type SubscriptionView,
} from '@quorate/contract/subscription';
import {
  keepPreviousData,
  type QueryClient,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';

export type SubscriptionReply = Reply<typeof getSubscription>;

/** A renewal, or its failure, may come while the dashboard is open. */
const REFRESH_MS = 30_000;
/** How often a payment that is being confirmed is asked about. */
const AWAITED_MS = 3_000;
const PER_PAGE = 10;

const viewKey = (userId: string) => ['subscription', userId, 'view'];

function viewOptions(userId: string) {
  return {
    queryKey: viewKey(userId),
    queryFn: ({ signal }: { signal: AbortSignal }) => callApi(getSubscription, {}, { signal }),
  };
}

/** The subscription of the signed-in user. */
export function useSubscription(userId: string) {
  return useQuery(viewOptions(userId));
}

/**
 * The same, read again and again.
 *
 * @param isAwaited whether, after an answer, news are so near that they are asked for more often
 */
export function useWatchedSubscription(
  userId: string,
  isAwaited: (reply: SubscriptionReply | undefined) => boolean,
) {
  return useQuery({
    ...viewOptions(userId),
    refetchInterval: ({ state }) => (isAwaited(state.data) ? AWAITED_MS : REFRESH_MS),
  });
}

/** A page of the user's bills. */
export function usePayments(userId: string, page: number) {
  return useQuery({
    queryKey: ['subscription', userId, 'payments', page],
    queryFn: ({ signal }) =>
      callApi(listPayments, { query: { page, per_page: PER_PAGE } }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** What an act on the subscription does to what the dashboard knows of it. */
export function useSubscriptionMemory(userId: string) {
  const queryClient = useQueryClient();
  return {
    refresh: () => queryClient.invalidateQueries({ queryKey: ['subscription', userId] }),
    /** Shows what an act answered, before it is read again. */
    show: (subscription: SubscriptionView | null) =>
      changeView(queryClient, userId, { subscription }),
    showFree: (subscription: SubscriptionView | null) =>
      changeView(queryClient, userId, { subscription, plan_name: 'Free' }),
  };
}

async function changeView(
  queryClient: QueryClient,
  userId: string,
  part: Partial<SubscriptionReply>,
): Promise<void> {
  // An answer from before the act, that is still on its way, must not be shown after it.
  await queryClient.cancelQueries({ queryKey: viewKey(userId) });
  queryClient.setQueryData<SubscriptionReply>(viewKey(userId), (now) => now && { ...now, ...part });
}
