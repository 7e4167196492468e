import { provider } from '@quorate/contract/providers';
import { type Device, device } from '@quorate/contract/session';
import { z } from 'zod';
import type { Db } from '../../../db/tables.ts';
import type { AccountDeps } from '../account.deps.ts';
import { listPasskeys } from '../passkeys/passkeys.queries.ts';
import { hashToken, newSecret } from '../secrets.ts';
import type { Origin } from '../sessions/open-session.ts';
import { findById } from '../users.queries.ts';
import { insertChallenge } from './challenges.queries.ts';

/** How long a code may take to be typed after the password. */
const CHALLENGE_MS = 5 * 60_000;

/** Wrong codes that one sign-in may give. */
export const CHALLENGE_TRIES = 5;

/** What a sign-in that waits for its code remembers. */
export const challengeData = z.object({
  tries: z.number().int(),
  /** Set by a bot or desktop app: the session will be its own. */
  device: device.optional(),
  /** A person at a provider who becomes one of the account's once the code was given. */
  link: z.object({ provider, subject: z.string(), email: z.string() }).optional(),
  /** Where the password was given. */
  address: z.string(),
  /** The password that was given, by the hash of its hash: when it changes, the sign-in is over. */
  password: z.string(),
});
export type ChallengeData = z.output<typeof challengeData>;

/** Whether the account asks for a code after the password. */
export async function hasSecondFactor(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('totp_secrets')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('enabled_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether the account has anything beside its password: an authenticator app that is on, or a passkey. */
export async function hasFactor(db: Db, userId: string): Promise<boolean> {
  if (await hasSecondFactor(db, userId)) return true;
  return (await listPasskeys(db, userId)).length > 0;
}

/**
 * Begins the second step of a sign-in whose first step succeeded.
 *
 * @returns the token that goes with the code to `loginWithCode`
 */
export async function issueChallenge(
  deps: Pick<AccountDeps, 'db' | 'clock'>,
  userId: string,
  from: { device?: Device | undefined; link?: ChallengeData['link']; origin: Origin },
): Promise<string> {
  const { db, clock } = deps;
  const { token, tokenHash } = newSecret();
  const now = clock.now();
  const account = await findById(db, userId);
  const data: ChallengeData = {
    tries: 0,
    device: from.device,
    link: from.link,
    address: from.origin.address,
    password: passwordMark(account?.password_hash ?? null),
  };
  await insertChallenge(db, {
    tokenHash,
    purpose: 'second_factor',
    userId,
    data,
    now: new Date(now),
    expiresAt: new Date(now + CHALLENGE_MS),
  });
  return token;
}

/** Stands for a password without being one: the same as long as the password is. */
export function passwordMark(passwordHash: string | null): string {
  return hashToken(passwordHash ?? '');
}
