import {
  endUserSessions,
  givePlan,
  resendUserVerification,
} from '@quorate/contract/admin-users';
import {
  getUser,
  listUserBots,
  listUserEvents,
  listUserPayments,
  listUserSubscriptions,
  listUsers,
} from '@quorate/contract/admin-users';
import type { CallInput } from '@quorate/contract/endpoint';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../../lib/api-client.ts';

/** Rows of a list within the page of an account. */
const PER_PAGE = 10;

type UserQuery = CallInput<typeof listUsers>['query'];

export function useUsers(query: UserQuery) {
  return useQuery({
    queryKey: ['admin', 'users', query],
    queryFn: ({ signal }) => callApi(listUsers, { query }, { signal }),
    placeholderData: keepPreviousData,
  });
}

export function useAccount(userId: string) {
  return useQuery({
    queryKey: ['admin', 'user', userId, 'account'],
    queryFn: async ({ signal }) =>
      (await callApi(getUser, { params: { user_id: userId } }, { signal })).account,
  });
}

const listKey = (userId: string, ...list: unknown[]) => ['admin', 'user', userId, ...list];
const listInput = (userId: string, page: number) => ({
  params: { user_id: userId },
  query: { page, per_page: PER_PAGE },
});

export function useAccountSubscriptions(userId: string, page: number) {
  return useQuery({
    queryKey: listKey(userId, 'subscriptions', page),
    queryFn: ({ signal }) => callApi(listUserSubscriptions, listInput(userId, page), { signal }),
    placeholderData: keepPreviousData,
  });
}

export function useAccountPayments(userId: string, page: number) {
  return useQuery({
    queryKey: listKey(userId, 'payments', page),
    queryFn: ({ signal }) => callApi(listUserPayments, listInput(userId, page), { signal }),
    placeholderData: keepPreviousData,
  });
}

export function useAccountBots(userId: string, page: number) {
  return useQuery({
    queryKey: listKey(userId, 'bots', page),
    queryFn: ({ signal }) => callApi(listUserBots, listInput(userId, page), { signal }),
    placeholderData: keepPreviousData,
  });
}

export function useAccountEvents(userId: string, page: number) {
  return useQuery({
    queryKey: listKey(userId, 'events', page),
    queryFn: ({ signal }) => callApi(listUserEvents, listInput(userId, page), { signal }),
    placeholderData: keepPreviousData,
  });
}

type Gift = CallInput<typeof givePlan>['body'];

/** What operators change about an account; the page reads all of it again afterwards. */
export function useAccountActs(userId: string) {
  const queryClient = useQueryClient();
  const params = { user_id: userId };
  const renew = async () => {
    await queryClient.invalidateQueries({ queryKey: ['admin'] });
  };
  return {
    give: async (body: Gift) => {
      const { message } = await callApi(givePlan, { params, body });
      await renew();
      return message;
    },
    endSessions: async (reason: string) => {
      const { message } = await callApi(endUserSessions, { params, body: { reason } });
      await renew();
      return message;
    },
    resendVerification: async (reason: string) => {
      const { message } = await callApi(resendUserVerification, { params, body: { reason } });
      await renew();
      return message;
    },
  };
}
