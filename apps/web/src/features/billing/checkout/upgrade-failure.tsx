import { Button } from '@quorate/ui/button';
import { ApiError } from '../../../lib/api-error.ts';
import { errorReason } from '../../../lib/error-text.ts';
import { SITE } from '../../../lib/site.ts';
import { Failure } from './failure.tsx';
import { SignInAgain } from './order-failure.tsx';

type UpgradeFailureProps = { transactionId: string; error: unknown; onRetry: () => void };

/** Paid, and not on the plan: what support needs to know. Asking again never pays again. */
export function UpgradeFailure({ transactionId, error, onRetry }: UpgradeFailureProps) {
  const signedOut = error instanceof ApiError && error.code === 'unauthorized';
  const reason = signedOut ? 'Please sign in again.' : errorReason(error);
  return (
    <Failure title="Payment successful but plan upgrade failed. Please contact support.">
      {reason && <p>{reason}</p>}
      <p className="mt-1">
        You will not be charged again. Your payment has the number{' '}
        <span className="figures [overflow-wrap:anywhere] text-ink">{transactionId}</span>; support
        reads{' '}
        <a
          href={`mailto:${SITE.supportEmail}?subject=${encodeURIComponent(`Payment ${transactionId}`)}`}
          className="font-medium text-brand underline underline-offset-4"
        >
          {SITE.supportEmail}
        </a>
        .
      </p>
      <p className="mt-3 flex flex-wrap gap-2">
        <Button variant="secondary" size="small" onClick={onRetry}>
          Try again
        </Button>
        {signedOut && <SignInAgain />}
      </p>
    </Failure>
  );
}
