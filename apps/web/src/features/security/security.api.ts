import { getAccountSecurity, listSecurityEvents, listSessions } from '@quorate/contract/security';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { callApi } from '../../lib/api-client.ts';

/** Rows of a page of sessions or of activity. */
const PER_PAGE = 10;

/** How often the list is read again while a new device is awaited. */
const WATCH_MS = 4_000;

/** What protects the account. */
export function useAccountSecurity(userId: string) {
  return useQuery({
    queryKey: ['security', userId, 'overview'],
    queryFn: async ({ signal }) => (await callApi(getAccountSecurity, {}, { signal })).security,
  });
}

/** A page of the signed-in browsers and devices. @param watching reads the list again and again */
export function useSessions(userId: string, page: number, watching: boolean) {
  return useQuery({
    queryKey: ['security', userId, 'sessions', page],
    queryFn: ({ signal }) =>
      callApi(listSessions, { query: { page, per_page: PER_PAGE } }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval: watching ? WATCH_MS : false,
  });
}

/** A page of what happened to the account. */
export function useSecurityEvents(userId: string, page: number) {
  return useQuery({
    queryKey: ['security', userId, 'events', page],
    queryFn: ({ signal }) =>
      callApi(listSecurityEvents, { query: { page, per_page: PER_PAGE } }, { signal }),
    placeholderData: keepPreviousData,
  });
}

/** Reads all of it again after a change, and is done when what the page shows is new. */
export function useRefreshSecurity(userId: string): () => Promise<void> {
  const queryClient = useQueryClient();
  return () => queryClient.invalidateQueries({ queryKey: ['security', userId] });
}
