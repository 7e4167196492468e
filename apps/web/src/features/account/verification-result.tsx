import { Notice } from '@quorate/ui/notice';
import { Spinner } from '@quorate/ui/spinner';
import { useNavigate } from 'react-router';
import { useSession } from '../../lib/session/use-session.ts';
import { useDelayed } from '../../lib/use-delayed.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import type { Verification } from './use-verification.ts';

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
          <Spinner label="Verifying your email" />
        </div>
      );
    case 'success':
      return (
        <div className="space-y-5">
          <Notice
            tone="success"
            live
            title={user ? verification.message : 'Your email is verified.'}
          >
            You are taken to {user ? 'your dashboard' : 'the sign-in page'} in a few seconds.
          </Notice>
          <LinkButton to={user ? '/dashboard' : '/login?verified=true'} className="w-full">
            {user ? 'Go to Dashboard' : 'Go to Login'}
          </LinkButton>
        </div>
      );
    case 'already':
      return (
        <div className="space-y-5">
          <Notice live>This email has already been verified. You can log in now.</Notice>
          <LinkButton to="/login" className="w-full">
            Go to Login
          </LinkButton>
        </div>
      );
    case 'taken':
      return (
        <div className="space-y-5">
          <Notice tone="error" live title={verification.message}>
            Your account keeps the address it has.
          </Notice>
          <LinkButton to="/dashboard/security" variant="secondary" className="w-full">
            Go to Security
          </LinkButton>
        </div>
      );
    case 'error':
      return (
        <div className="space-y-5">
          <Notice tone="error" live>
            {verification.message}
          </Notice>
          <LinkButton to="/resend-verification" variant="secondary" className="w-full">
            Resend Verification Email
          </LinkButton>
        </div>
      );
  }
}
