import { sql } from 'kysely';
import type { SignInChallengesTable } from '../../../db/account-tables.ts';
import type { Db } from '../../../db/tables.ts';

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

export async function deleteExpiredChallenges(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('sign_in_challenges').where('expires_at', '<=', now).execute();
}
