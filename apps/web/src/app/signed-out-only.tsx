import { Navigate, Outlet } from 'react-router';
import { useSession } from '../lib/session/use-session.ts';
import { PagePlace } from './page-place.tsx';

/** Pages that make no sense to whoever is signed in. */
export default function SignedOutOnly() {
  const { status, user } = useSession();
  if (status === 'checking') return <PagePlace />;
  return user ? <Navigate to="/dashboard" replace /> : <Outlet />;
}
