import type { SessionUser } from '@quorate/contract/session';

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
