import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { subscribeToExpiry } from '../lib/session/session.ts';

/** Goes to the sign-in page when the service no longer knows the session. */
export function useExpiryRedirect(): void {
  const navigate = useNavigate();
  useEffect(() => subscribeToExpiry(() => void navigate('/login')), [navigate]);
}
