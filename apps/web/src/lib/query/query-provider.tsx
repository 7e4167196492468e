import { QueryClientProvider } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { useIsDemo } from '../demo.ts';
import { demoQueryClient, queryClient } from './query-client.ts';

/** Stands in the parts that call the service, so that plain pages load without it. */
export function QueryProvider({ children }: { children: ReactNode }) {
  const client = useIsDemo() ? demoQueryClient : queryClient;
  return <QueryClientProvider client={client}>{children}</QueryClientProvider>;
}
