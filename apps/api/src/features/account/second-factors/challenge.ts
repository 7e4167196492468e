import { provider } from '@quorate/contract/providers';
import { type Device, device } from '@quorate/contract/session';
import { sql } from 'kysely';
import { z } from 'zod';
import type { SignInChallengesTable } from '../../../db/account-tables.ts';
import type { Db } from '../../../db/tables.ts';
import type { Clock } from '../../../process/clock.ts';
import type { AccountDeps } from '../account.deps.ts';
import { listPasskeys } from '../passkeys/passkeys.queries.ts';
import { hashToken, newSecret } from '../secrets.ts';
import type { Origin } from '../sessions/open-session.ts';
import { findById } from '../users.queries.ts';

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

type Purpose = SignInChallengesTable['purpose'];

type NewChallenge = {
  tokenHash: string;
  purpose: Purpose;
  /** null while nobody is known yet. */
  userId: string | null;
  data: Record<string, unknown>;
  now: Date;
  expiresAt: Date;
};

export async function insertChallenge(db: Db, challenge: NewChallenge): Promise<void> {
  await db
    .insertInto('sign_in_challenges')
    .values({
      token_hash: challenge.tokenHash,
      purpose: challenge.purpose,
      user_id: challenge.userId,
      data: JSON.stringify(challenge.data),
      created_at: challenge.now,
      expires_at: challenge.expiresAt,
    })
    .execute();
}

/**
 * Uses a challenge up; of any number of parallel uses one gets it.
 *
 * @param challenge.userId null for one that names nobody
 * @returns false when it is unknown, over, used, or somebody else's
 */
export async function takeChallenge(
  db: Db,
  challenge: { tokenHash: string; purpose: Purpose; userId: string | null; now: Date },
): Promise<boolean> {
  const row = await db
    .deleteFrom('sign_in_challenges')
    .where('token_hash', '=', challenge.tokenHash)
    .where('purpose', '=', challenge.purpose)
    .where('user_id', challenge.userId === null ? 'is' : '=', challenge.userId)
    .where('expires_at', '>', challenge.now)
    .returning('token_hash')
    .executeTakeFirst();
  return row !== undefined;
}

/** Counts one more try of a sign-in that waits for its code; nothing when it is over or has none left. */
export async function countTry(
  db: Db,
  challenge: { tokenHash: string; now: Date; tries: number },
): Promise<{ userId: string; data: Record<string, unknown> } | null> {
  const row = await db
    .updateTable('sign_in_challenges')
    .set({ data: sql`jsonb_set(data, '{tries}', to_jsonb((data->>'tries')::int + 1))` })
    .where('token_hash', '=', challenge.tokenHash)
    .where('purpose', '=', 'second_factor')
    .where('expires_at', '>', challenge.now)
    .where(sql<boolean>`(data->>'tries')::int < ${challenge.tries}`)
    .returning(['user_id', 'data'])
    .executeTakeFirst();
  return row?.user_id ? { userId: row.user_id, data: row.data } : null;
}

export async function deleteChallengesOf(db: Db, userId: string, purpose: Purpose): Promise<void> {
  await db
    .deleteFrom('sign_in_challenges')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .execute();
}

async function deleteExpiredChallenges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sign_in_challenges').where('expires_at', '<=', now).execute();
}

/** An expired challenge is refused whether or not its row is gone. */
export function removeExpiredChallenges({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  return deleteExpiredChallenges(db, new Date(clock.now()));
}
