import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { keepPlace } from '../lib/after-sign-in.ts';
import { subscribeToExpiry } from '../lib/session/session.ts';

/** Goes to the sign-in page when the service no longer knows the session; signing in leads back. */
export function useExpiryRedirect(): void {
  const navigate = useNavigate();
  const { pathname, search, hash } = useLocation();
  const leave = useEffectEvent(() => {
    keepPlace(`${pathname}${search}${hash}`);
    void navigate('/login');
  });
  useEffect(() => subscribeToExpiry(() => leave()), []);
}
