import { Navigate, Outlet } from 'react-router';
import { useSession } from '../lib/session/use-session.ts';
import { PageSpinner } from '../ui/page-spinner.tsx';

/** Pages that make no sense to whoever is signed in. */
export default function SignedOutOnly() {
  const { status, user } = useSession();
  if (status === 'checking') return <PageSpinner />;
  return user ? <Navigate to="/dashboard" replace /> : <Outlet />;
}
