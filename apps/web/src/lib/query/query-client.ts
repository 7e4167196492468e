import { QueryClient, type QueryPersister } from '@tanstack/react-query';
import { getSession, subscribeToSession } from '../session/session.ts';
import { readOrKept } from './query-reach.ts';

function createClient(persister?: QueryPersister): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // Without a network a call fails and says so; held back, it would be loading for good.
      queries: {
        retry: false,
        staleTime: 10_000,
        networkMode: 'always',
        ...(persister && { persister }),
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}

/**
 * What the service answered, kept for the pages. A failed call is shown at once with a Retry button
 * instead of being tried again behind a spinner.
 */
export const queryClient = createClient(readOrKept);

/** The same for the live demo: nothing of it is ever shown as the viewer's own, nor the other way round. */
export const demoQueryClient = createClient();

let lastUserId = getSession().user?.id ?? null;

// Whoever signs in next must not see a figure of whoever signed out.
subscribeToSession(() => {
  const userId = getSession().user?.id ?? null;
  if (userId === lastUserId) return;
  lastUserId = userId;
  queryClient.clear();
});
