import { QueryClient } from '@tanstack/react-query';
import { getSession, subscribeToSession } from '../session/session.ts';

/**
 * What the service answered, kept for the pages. A failed call is shown at once with a Retry button
 * instead of being tried again behind a spinner.
 */
export const queryClient = new QueryClient({
  defaultOptions: {
    // Without a network a call fails and says so; held back, it would be loading for good.
    queries: { retry: false, staleTime: 10_000, networkMode: 'always' },
    mutations: { retry: false, networkMode: 'always' },
  },
});

let lastUserId = getSession().user?.id ?? null;

// Whoever signs in next must not see a figure of whoever signed out.
subscribeToSession(() => {
  const userId = getSession().user?.id ?? null;
  if (userId === lastUserId) return;
  lastUserId = userId;
  queryClient.clear();
});
