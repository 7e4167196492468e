import { useEffect, useRef, useState } from 'react';
import { errorText } from '../../lib/error-text.ts';
import { verifyEmail } from './account.api.ts';

export type Verification =
  | { state: 'verifying' }
  | { state: 'success' }
  /** The link was used before: the reader can sign in. */
  | { state: 'already' }
  | { state: 'error'; message: string };

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
      () => setResult({ state: 'success' }),
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
  return /already verified|invalid or expired/i.test(message)
    ? { state: 'already' }
    : { state: 'error', message };
}
