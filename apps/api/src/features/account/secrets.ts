import { hash, randomBytes } from 'node:crypto';

/** A bearer token or mailed link: 256 random bits, of which the database keeps only the hash. */
export function newSecret(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: hashToken(token) };
}

export function hashToken(token: string): string {
  return hash('sha256', token);
}

/** Stands for a password without being one: the same as long as the password is. */
export function passwordMark(passwordHash: string | null | undefined): string {
  return hashToken(passwordHash ?? '');
}
