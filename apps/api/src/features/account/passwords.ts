import { availableParallelism } from 'node:os';
import { hash, verify } from '@node-rs/argon2';
import pLimit from 'p-limit';
import { AppError } from '../../http/app-error.ts';

/** OWASP's second argon2id setting: 19 MiB, 2 passes, 1 lane. Runs off the main thread. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

/** Stands in for the hash of an account without one: the same settings, and so the same work. */
const ABSENT_HASH = `$argon2id$v=19$m=${ARGON2.memoryCost},t=${ARGON2.timeCost},p=${ARGON2.parallelism}$${unpadded(16)}$${unpadded(32)}`;

/** How many may wait for a core; whoever comes then is sent away at once instead of everybody waiting. */
const QUEUE_MAX = 20;
const BUSY_RETRY_S = 2;

/** One core stays free for everything else, where there is more than one. */
const SLOTS = Math.max(1, availableParallelism() - 1);

const slots = pLimit(SLOTS);

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
  const against = passwordHash ?? ABSENT_HASH;
  const matches = await inSlot(() => verify(against, normalise(password)));
  return matches && typeof passwordHash === 'string';
}

/** The same characters typed on another keyboard may come as other code points. */
function normalise(password: string): string {
  return password.normalize('NFKC');
}

/**
 * Sends a caller away before anything is done for it when its password could not be checked anyway: fifty
 * people who sign in at once must not keep the database from everybody else.
 *
 * @throws AppError busy
 */
export function expectRoomToHash(): void {
  if (slots.pendingCount >= QUEUE_MAX)
    throw new AppError('busy', { details: { retry_after_s: BUSY_RETRY_S } });
}

async function inSlot<T>(work: () => Promise<T>): Promise<T> {
  expectRoomToHash();
  return slots(work);
}

/** Zero bytes in the base64 of a PHC string. */
function unpadded(bytes: number): string {
  return Buffer.alloc(bytes).toString('base64').replaceAll('=', '');
}
