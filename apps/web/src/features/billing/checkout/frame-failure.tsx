import { Button } from '@quorate/ui/button';
import { Failure } from './failure.tsx';
import { ContainerMissing } from './until-container.ts';

/** Why the provider's frame did not open. */
export function FrameFailure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const message = error instanceof Error ? error.message : String(error);
  const missing = error instanceof ContainerMissing;
  // The loader gives a script that did not load no second chance; a fresh document does.
  const retry = missing ? onRetry : () => window.location.reload();
  return (
    <Failure
      title={missing ? message : `Checkout failed: ${message}`}
      action={
        <Button variant="secondary" size="small" onClick={retry}>
          Try again
        </Button>
      }
    />
  );
}
