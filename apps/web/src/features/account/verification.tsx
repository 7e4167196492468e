import { t } from '@lingui/core/macro';
import { verifyEmail } from '@quorate/contract/account';
import { Notice } from '@quorate/ui/notice';
import { Spinner } from '@quorate/ui/spinner';
import { useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { callApi } from '../../lib/api-client.ts';
import { ApiError } from '../../lib/api-error.ts';
import { errorText } from '../../lib/error-text.ts';
import { useSession } from '../../lib/session/use-session.ts';
import { useDelayed } from '../../lib/use-delayed.ts';
import { LinkButton } from '../../ui/link-button.tsx';

type Verification =
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
    callApi(verifyEmail, { body: { token } }).then(
      ({ message }) => setResult({ state: 'success', message }),
      (error: unknown) => setResult(failed(error)),
    );
  }, [token]);

  return token === null ? { state: 'error', message: t`No verification token provided` } : result;
}

function failed(error: unknown): Verification {
  const message = errorText(
    error,
    t`Verification failed`,
    t`Verification failed. The link may have expired.`,
  );
  if (error instanceof ApiError && error.code === 'email_taken') return { state: 'taken', message };
  return /already verified|invalid or expired/i.test(message)
    ? { state: 'already' }
    : { state: 'error', message };
}

const REDIRECT_MS = 3_000;

export function VerificationResult({ verification }: { verification: Verification }) {
  const navigate = useNavigate();
  const { user } = useSession();
  useDelayed(
    verification.state === 'success',
    REDIRECT_MS,
    () => void navigate('/login?verified=true'),
  );

  switch (verification.state) {
    case 'verifying':
      return (
        <div className="grid min-h-36 place-items-center">
          <Spinner label={t`Verifying your email`} />
        </div>
      );
    case 'success':
      return (
        <div className="space-y-5">
          <Notice
            tone="success"
            live
            title={user ? verification.message : t`Your email is verified.`}
          >
            {user
              ? t`You are taken to your dashboard in a few seconds.`
              : t`You are taken to the sign-in page in a few seconds.`}
          </Notice>
          <LinkButton to={user ? '/dashboard' : '/login?verified=true'} className="w-full">
            {user ? t`Go to Dashboard` : t`Go to Login`}
          </LinkButton>
        </div>
      );
    case 'already':
      return (
        <div className="space-y-5">
          <Notice live>{t`This email has already been verified. You can log in now.`}</Notice>
          <LinkButton to="/login" className="w-full">{t`Go to Login`}</LinkButton>
        </div>
      );
    case 'taken':
      return (
        <div className="space-y-5">
          <Notice
            tone="error"
            live
            title={verification.message}
          >{t`Your account keeps the address it has.`}</Notice>
          <LinkButton
            to="/dashboard/security"
            variant="secondary"
            className="w-full"
          >{t`Go to Security`}</LinkButton>
        </div>
      );
    case 'error':
      return (
        <div className="space-y-5">
          <Notice tone="error" live>
            {verification.message}
          </Notice>
          <LinkButton
            to="/resend-verification"
            variant="secondary"
            className="w-full"
          >{t`Resend Verification Email`}</LinkButton>
        </div>
      );
  }
}
