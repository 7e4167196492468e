import { useEffect, useRef, useState } from 'react';
import { ApiError } from '../../lib/api-error.ts';
import { errorText } from '../../lib/error-text.ts';
import { verifyEmail } from './account.api.ts';

export type Verification =
  | { state: 'verifying' }
  /** The service's sentence tells a first address from a new one. */
  | { state: 'success'; message: string }
  /** The link was used before: the reader can sign in. */
  | { state: 'already' }
  | { state: 'error'; message: string }
  /** A new address that another account took meanwhile: no new link helps. */
  | { state: 'taken'; message: string };

/**
 * Sends the token of the mailed link, exactly once for each token.
 *
 * @param token null when the address has none
 */
export function useVerification(token: string | null): Verification {
  const [result, setResult] = useState<Verification>({ state: 'verifying' });
  // An effect may run twice for one mount; the service must see the token once.
  const sent = useRef<string | null>(null);

  useEffect(() => {
    if (token === null || sent.current === token) return;
    sent.current = token;
    setResult({ state: 'verifying' });
    verifyEmail(token).then(
      (message) => setResult({ state: 'success', message }),
      (error: unknown) => setResult(failed(error)),
    );
  }, [token]);

  return token === null ? { state: 'error', message: 'No verification token provided' } : result;
}

function failed(error: unknown): Verification {
  const message = errorText(
    error,
    'Verification failed',
    'Verification failed. The link may have expired.',
  );
  if (error instanceof ApiError && error.code === 'email_taken') return { state: 'taken', message };
  return /already verified|invalid or expired/i.test(message)
    ? { state: 'already' }
    : { state: 'error', message };
}
