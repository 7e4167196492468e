import { createHash, randomBytes } from 'node:crypto';
import { hash, verify } from '@node-rs/argon2';

/** A bearer token or mailed link: 256 random bits, of which the database keeps only the hash. */
export function newSecret(): { token: string; tokenHash: string } {
  const token = randomBytes(32).toString('base64url');
  return { token, tokenHash: hashToken(token) };
}

export function hashToken(token: string): string {
  return createHash('sha256').update(token).digest('hex');
}

/** OWASP's second argon2id setting: 19 MiB, 2 passes, 1 lane. Runs off the main thread. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

export function hashPassword(password: string): Promise<string> {
  return hash(normalise(password), ARGON2);
}

/** False for a wrong password; the same work is done when there is no account to check. */
export async function verifyPassword(
  passwordHash: string | undefined,
  password: string,
): Promise<boolean> {
  const matches = await verify(passwordHash ?? (await absentHash), normalise(password));
  return matches && passwordHash !== undefined;
}

/** The same characters typed on another keyboard may come as other code points. */
function normalise(password: string): string {
  return password.normalize('NFKC');
}

/** Stands in for the hash of an account that does not exist, so that its absence takes as long. */
const absentHash = hashPassword(randomBytes(16).toString('hex'));
