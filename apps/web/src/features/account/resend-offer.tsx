import { Button } from '@quorate/ui/button';
import { Notice } from '@quorate/ui/notice';
import { useState } from 'react';
import { errorReason } from '../../lib/error-text.ts';
import { useSubmission } from '../../lib/use-submission.ts';
import { resendVerification } from './account.api.ts';

/** Offered when sign-in asks for a verified address. */
export function ResendOffer({ email }: { email: string }) {
  const [said, setSaid] = useState<string | null>(null);
  const { busy, error, submit } = useSubmission(async () => {
    setSaid(await resendVerification(email));
  });
  return (
    <div className="space-y-3">
      {said !== null && (
        <Notice tone="success" live>
          {said}
        </Notice>
      )}
      {error !== null && (
        <Notice tone="error" live title="Failed to resend verification email">
          {errorReason(error)}
        </Notice>
      )}
      {said === null && (
        <Button
          variant="secondary"
          className="w-full"
          busy={busy}
          disabled={email === ''}
          onClick={() => submit(undefined)}
        >
          Resend Verification Email
        </Button>
      )}
    </div>
  );
}
