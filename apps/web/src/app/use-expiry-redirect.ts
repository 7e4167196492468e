import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { subscribeToExpiry } from '../lib/session/session.ts';

/** Goes to the sign-in page when the service no longer knows the session; signing in leads back. */
export function useExpiryRedirect(): void {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const leave = useEffectEvent(() => {
    const place = `${pathname}${search}${hash}`;
    // Every public page would load this for the few whose session ends there.
    void import('../lib/after-sign-in.ts').then(({ keepPlace }) => keepPlace(place));
    void navigate('/login');
  });
  useEffect(() => subscribeToExpiry(() => leave()), []);
}
