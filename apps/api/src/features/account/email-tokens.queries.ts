import type { Db } from '../../db/tables.ts';
import type { AccountDeps } from './account.deps.ts';
import { newSecret } from './secrets.ts';

type NewEmailToken = {
  tokenHash: string;
  userId: string;
  purpose: 'verify' | 'reset';
  now: Date;
  expiresAt: Date;
};

async function insertEmailToken(db: Db, token: NewEmailToken): Promise<void> {
  await db
    .insertInto('email_tokens')
    .values({
      token_hash: token.tokenHash,
      user_id: token.userId,
      purpose: token.purpose,
      created_at: token.now,
      expires_at: token.expiresAt,
    })
    .execute();
}

/** Uses a mailed token up; of any number of parallel uses one gets the user's id, the others nothing. */
export async function useEmailToken(
  db: Db,
  token: { tokenHash: string; purpose: 'verify' | 'reset'; now: Date },
): Promise<string | undefined> {
  const row = await db
    .updateTable('email_tokens')
    .set({ used_at: token.now })
    .where('token_hash', '=', token.tokenHash)
    .where('purpose', '=', token.purpose)
    .where('used_at', 'is', null)
    .where('expires_at', '>', token.now)
    .returning('user_id')
    .executeTakeFirst();
  return row?.user_id;
}

export function findEmailToken(db: Db, tokenHash: string, purpose: 'verify' | 'reset') {
  return db
    .selectFrom('email_tokens')
    .innerJoin('users', 'users.id', 'email_tokens.user_id')
    .select(['email_tokens.expires_at', 'email_tokens.used_at', 'users.email_verified_at'])
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', purpose)
    .executeTakeFirst();
}

/** Whose a reset link is, as long as it works. */
export async function findResettable(
  db: Db,
  { tokenHash, now }: { tokenHash: string; now: Date },
): Promise<{ id: string; username: string; email: string } | undefined> {
  return db
    .selectFrom('email_tokens')
    .innerJoin('users', 'users.id', 'email_tokens.user_id')
    .select(['users.id', 'users.username', 'users.email'])
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', 'reset')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst();
}

/** Ends every other link of this purpose: the newest deed makes older mails worthless. */
export async function deleteEmailTokens(
  db: Db,
  userId: string,
  purpose: 'verify' | 'reset' | 'change_email',
): Promise<void> {
  await db
    .deleteFrom('email_tokens')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .execute();
}

/** A link that has expired is refused whether or not its row is gone; a day long it is told apart from one that never was. */
async function deleteExpiredEmailTokens(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('email_tokens').where('expires_at', '<', before).execute();
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const LIFETIME_MS = { verify: DAY_MS, reset: HOUR_MS / 2 } as const;

/** A token for a mailed link, stored as its hash. */
export async function issueToken(
  { db, clock }: Pick<AccountDeps, 'db' | 'clock'>,
  userId: string,
  purpose: 'verify' | 'reset',
): Promise<string> {
  const { token, tokenHash } = newSecret();
  const now = new Date(clock.now());
  const expiresAt = new Date(now.getTime() + LIFETIME_MS[purpose]);
  await insertEmailToken(db, { tokenHash, userId, purpose, now, expiresAt });
  return token;
}

export function removeOldLinks({ db, clock }: Pick<AccountDeps, 'db' | 'clock'>): Promise<void> {
  return deleteExpiredEmailTokens(db, new Date(clock.now() - DAY_MS));
}
