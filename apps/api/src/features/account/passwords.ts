import { randomBytes } from 'node:crypto';
import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { AppError } from '../../app-error.ts';

/** OWASP's second argon2id setting: 19 MiB, 2 passes, 1 lane. Runs off the main thread. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** How many may wait for a core; whoever comes then is sent away at once instead of everybody waiting. */
const QUEUE_MAX = 20;
const BUSY_RETRY_S = 2;

const slots = pLimit(availableParallelism());

/** @throws AppError busy when too many wait already */
export function hashPassword(password: string): Promise<string> {
  return inSlot(() => hash(normalise(password), ARGON2));
}

/**
 * False for a wrong password, and for an account without one; the same work is done when there is
 * nothing to check.
 *
 * @throws AppError busy when too many wait already
 */
export async function verifyPassword(
  passwordHash: string | null | undefined,
  password: string,
): Promise<boolean> {
  const against = passwordHash ?? (await absentHash());
  const matches = await inSlot(() => verify(against, normalise(password)));
  return matches && typeof passwordHash === 'string';
}

/** The same characters typed on another keyboard may come as other code points. */
function normalise(password: string): string {
  return password.normalize('NFKC');
}

async function inSlot<T>(work: () => Promise<T>): Promise<T> {
  if (slots.pendingCount >= QUEUE_MAX)
    throw new AppError('busy', { details: { retry_after_s: BUSY_RETRY_S } });
  return slots(work);
}

let absent: Promise<string> | undefined;

/** Stands in for the hash of an account that does not exist, so that its absence takes as long. */
function absentHash(): Promise<string> {
  absent ??= hash(randomBytes(16).toString('hex'), ARGON2);
  return absent;
}
