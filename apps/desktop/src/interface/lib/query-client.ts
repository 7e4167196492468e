import { QueryClient } from '@tanstack/react-query';

/** A failed call is shown at once, with a way to try it again, instead of being tried behind a spinner. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      // The app is on this computer: it is there even where the browser says that it is offline.
      queries: { retry: false, staleTime: 2_000, networkMode: 'always' },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
