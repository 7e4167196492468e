import { Navigate, Outlet } from 'react-router';
import { useSession } from '../lib/session/use-session.ts';
import { PagePlace } from './page-place.tsx';

/** Pages that need a signed-in user. */
export default function SignedInOnly() {
  const { status, user } = useSession();
  if (status === 'checking') return <PagePlace />;
  return user ? <Outlet /> : <Navigate to="/login" replace />;
}
