import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';

/** 256 bits that nobody guesses, as 43 characters of an address or a header. */
export function newSecret(): string {
  return randomBytes(32).toString('base64url');
}

/** Takes as long for a nearly right guess as for a wholly wrong one, whatever its length. */
export function isSameSecret(one: string, other: string): boolean {
  return timingSafeEqual(digest(one), digest(other));
}

/** What may be looked up in a table without telling how much of a guess was right. */
export function digestText(secret: string): string {
  return digest(secret).toString('base64');
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
