import { Button } from '@quorate/ui/button';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { findLaunchSecret } from '../lib/launch-secret.ts';
import { SecretContext } from '../lib/secret-context.tsx';
import { ClosedPage } from './closed-page.tsx';
import { OpeningPage } from './opening-page.tsx';
import { WholePage } from './whole-page.tsx';

/** Lets only a window in that has the secret of this launch. */
export function LaunchGate({ children }: { children: ReactNode }) {
  const { data, isError, refetch, isFetching } = useQuery({
    queryKey: ['launch-secret'],
    queryFn: findLaunchSecret,
    // A ticket works once.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: Number.POSITIVE_INFINITY,
  });
  if (isError) {
    return (
      <WholePage
        title="The app is not running"
        action={
          <Button busy={isFetching} onClick={() => void refetch()}>
            Try again
          </Button>
        }
      >
        <p>Start it from the Start menu. It opens a window of its own.</p>
      </WholePage>
    );
  }
  if (data === undefined) return <OpeningPage />;
  if (data.kind === 'closed') return <ClosedPage why={data.why} />;
  return <SecretContext value={data.secret}>{children}</SecretContext>;
}
