import { useSyncExternalStore } from 'react';
import { getServerSession, getSession, type Session, subscribeToSession } from './session.ts';

/** The session, followed: signing in or out here or in another tab renders again. */
export function useSession(): Session {
  return useSyncExternalStore(subscribeToSession, getSession, getServerSession);
}
