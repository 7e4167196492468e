import { useNavigate } from 'react-router';
import { useDelayed } from '../../lib/use-delayed.ts';
import { LinkButton } from '../../ui/link-button.tsx';
import { AccountFrame } from './account-frame.tsx';

const REDIRECT_MS = 3_000;

/** Says where the verification mail went, and goes on to sign-in by itself. */
export function SignupSuccess({ email }: { email: string }) {
  const navigate = useNavigate();
  useDelayed(true, REDIRECT_MS, () => void navigate('/login'));
  return (
    <AccountFrame title="Registration Successful!" focused>
      <div role="status" className="text-center">
        <p>
          We sent a verification link to <strong className="font-medium break-all">{email}</strong>.
          Open it to activate your account.
        </p>
        <p className="mt-2 text-small text-muted">
          You are taken to the sign-in page in a few seconds.
        </p>
        <LinkButton to="/login" className="mt-6">
          Go to Sign In
        </LinkButton>
      </div>
    </AccountFrame>
  );
}
