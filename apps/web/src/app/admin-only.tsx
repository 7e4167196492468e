import { Navigate, Outlet } from 'react-router';
import { useSession } from '../lib/session/use-session.ts';
import { PageSpinner } from '../ui/page-spinner.tsx';

/** Pages for operators of the service. For everybody else they are not there. */
export default function AdminOnly() {
  const { status, user } = useSession();
  if (status === 'checking') return <PageSpinner />;
  return user?.role === 'admin' ? <Outlet /> : <Navigate to="/" replace />;
}
