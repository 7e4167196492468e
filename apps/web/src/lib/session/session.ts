import type { SessionUser } from '@quorate/contract/session';
import { readStored, removeDatabase, removeStored, writeStored } from '../browser-storage.ts';

/**
 * The session lives in browser storage under these keys. `token` alone means logged in; `user` is set
 * only when both are stored and the user parses.
 */
const TOKEN_KEY = 'authToken';
const USER_KEY = 'user';

/** The database of what was read for the user, for a time without a network. No other user may find it. */
export const KEPT_ANSWERS = 'kept-answers';

export type Session = Readonly<{
  /** `checking` until browser storage was read: on the server, and while a prerendered page hydrates. */
  status: 'checking' | 'ready';
  token: string | null;
  user: SessionUser | null;
  /** The service ended the session, not the user. */
  expired: boolean;
}>;

const CHECKING: Session = { status: 'checking', token: null, user: null, expired: false };
const SIGNED_OUT: Session = { status: 'ready', token: null, user: null, expired: false };

let current: Session = CHECKING;
const listeners = new Set<() => void>();
const expiryListeners = new Set<() => void>();

/** The session now. The first call reads browser storage. */
export function getSession(): Session {
  if (current.status === 'checking' && typeof window !== 'undefined') {
    current = readSession();
    window.addEventListener('storage', followOtherTabs);
  }
  return current;
}

export function getServerSession(): Session {
  return CHECKING;
}

export function subscribeToSession(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Called when a call was answered with 401: the browser should go to the sign-in page. */
export function subscribeToExpiry(listener: () => void): () => void {
  expiryListeners.add(listener);
  return () => expiryListeners.delete(listener);
}

export function signIn(token: string, user: SessionUser): void {
  getSession();
  // The user goes first, so that no other tab ever sees a token without its user.
  writeStored(USER_KEY, JSON.stringify(user));
  writeStored(TOKEN_KEY, token);
  change({ status: 'ready', token, user, expired: false });
}

/** Notes what a user may do by now; the session stays as it is otherwise. */
export function renewRole(userId: string, role: SessionUser['role']): void {
  const { token, user } = getSession();
  if (token === null || user?.id !== userId || user.role === role) return;
  signIn(token, { ...user, role });
}

export function clearSession(): void {
  getSession();
  forget();
  change(SIGNED_OUT);
}

/**
 * Ends the session after a 401.
 *
 * @param sentToken the token the refused call carried: an answer to an earlier session ends nothing
 */
export function expireSession(sentToken: string | null): void {
  if (sentToken !== getSession().token) return;
  forget();
  change({ ...SIGNED_OUT, expired: true });
  for (const listener of expiryListeners) listener();
}

function readSession(): Session {
  const token = readStored(TOKEN_KEY);
  const userText = readStored(USER_KEY);
  if (token === null || userText === null) {
    return { status: 'ready', token, user: null, expired: false };
  }
  const user = parseStoredUser(userText);
  if (user) return { status: 'ready', token, user, expired: false };
  forget();
  return SIGNED_OUT;
}

function forget(): void {
  removeStored(TOKEN_KEY);
  removeStored(USER_KEY);
}

function followOtherTabs(event: StorageEvent): void {
  // The key is null when another tab cleared the whole storage.
  if (event.key !== null && event.key !== TOKEN_KEY && event.key !== USER_KEY) return;
  change(readSession());
}

function change(next: Session): void {
  const same =
    next.token === current.token &&
    next.user?.id === current.user?.id &&
    next.user?.role === current.user?.role;
  if (same && next.status === current.status && next.expired === current.expired) return;
  if (next.user?.id !== current.user?.id) removeDatabase(KEPT_ANSWERS);
  current = next;
  for (const listener of listeners) listener();
}

/**
 * Reads the stored user. By hand, not with the contract's schema: this runs on every public page, which
 * would otherwise load the whole validator.
 *
 * @returns null when the text is not a user, as after an older release or a hand-made change
 */
export function parseStoredUser(text: string): SessionUser | null {
  try {
    const value: unknown = JSON.parse(text);
    return isSessionUser(value) ? value : null;
  } catch {
    return null;
  }
}

function isSessionUser(value: unknown): value is SessionUser {
  if (typeof value !== 'object' || value === null) return false;
  return (
    'id' in value &&
    typeof value.id === 'string' &&
    value.id !== '' &&
    'username' in value &&
    typeof value.username === 'string' &&
    'email' in value &&
    typeof value.email === 'string' &&
    'role' in value &&
    (value.role === 'user' || value.role === 'admin')
  );
}
