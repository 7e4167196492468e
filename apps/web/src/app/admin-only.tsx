import { Navigate, Outlet } from 'react-router';
import { useSession } from '../lib/session/use-session.ts';
import { PagePlace } from './page-place.tsx';

/** Pages for operators of the service. For everybody else they are not there. */
export default function AdminOnly() {
  const { status, user } = useSession();
  if (status === 'checking') return <PagePlace />;
  return user?.role === 'admin' ? <Outlet /> : <Navigate to="/" replace />;
}
