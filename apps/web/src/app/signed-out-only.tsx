import { useEffect, useState } from 'react';
import { Navigate, Outlet } from 'react-router';
import { forgetPlace, placeAfterSignIn } from '../lib/after-sign-in.ts';
import { useSession } from '../lib/session/use-session.ts';
import { PagePlace } from './page-place.tsx';

/** Pages that make no sense to whoever is signed in. */
export default function SignedOutOnly() {
  const { status, user } = useSession();
  const [signedInHere, setSignedInHere] = useState(false);
  useEffect(() => {
    if (status === 'ready' && !user) setSignedInHere(true);
  }, [status, user]);
  if (status === 'checking') return <PagePlace />;
  if (!user) return <Outlet />;
  return signedInHere ? <GoOn /> : <Navigate to="/dashboard" replace />;
}

/** Who has just signed in goes on where they wanted to, once. */
function GoOn() {
  const [place] = useState(placeAfterSignIn);
  useEffect(forgetPlace, []);
  return <Navigate to={place} replace />;
}
