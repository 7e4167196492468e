import type { UserId } from '@quorate/values/ids';
import { idOf } from '@quorate/values/ids';
import type { Db } from '../../db/tables.ts';
import type { SignedInUser } from '../../plugins/auth.ts';

/** What makes two usernames or addresses the same: case and compatible characters do not count. */
function accountKey(name: string): string {
  return name.normalize('NFKC').toLowerCase();
}

type NewUser = {
  id: UserId;
  username: string;
  email: string;
  passwordHash: string;
  createdAt: Date;
};

/** @returns false when the username or the address is taken */
export async function insertUser(db: Db, user: NewUser): Promise<boolean> {
  const inserted = await db
    .insertInto('users')
    .values({
      id: user.id,
      username: user.username,
      username_key: accountKey(user.username),
      email: user.email,
      email_key: accountKey(user.email),
      password_hash: user.passwordHash,
      created_at: user.createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export function findByEmail(db: Db, email: string) {
  return db
    .selectFrom('users')
    .selectAll()
    .where('email_key', '=', accountKey(email))
    .executeTakeFirst();
}

/** By address when there is an @, which no username has; by username otherwise. */
export function findByLogin(db: Db, usernameOrEmail: string) {
  const column = usernameOrEmail.includes('@') ? 'email_key' : 'username_key';
  return db
    .selectFrom('users')
    .selectAll()
    .where(column, '=', accountKey(usernameOrEmail))
    .executeTakeFirst();
}

type NewSession = { tokenHash: string; userId: string; now: Date; expiresAt: Date };

export async function insertSession(db: Db, session: NewSession): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      token_hash: session.tokenHash,
      user_id: session.userId,
      created_at: session.now,
      last_used_at: session.now,
      expires_at: session.expiresAt,
    })
    .execute();
}

export type LiveSession = { user: SignedInUser; lastUsedAt: Date };

/** The session and its user, when it has neither expired nor lain idle since `idleSince`. */
export async function findLiveSession(
  db: Db,
  tokenHash: string,
  limits: { now: Date; idleSince: Date },
): Promise<LiveSession | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .select([
      'users.id',
      'users.username',
      'users.email',
      'users.role',
      'users.plan_name',
      'users.created_at',
      'sessions.last_used_at',
    ])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', limits.now)
    .where('sessions.last_used_at', '>', limits.idleSince)
    .executeTakeFirst();
  if (!row) return null;
  const user: SignedInUser = {
    id: idOf<UserId>(row.id),
    username: row.username,
    email: row.email,
    role: row.role,
    planName: row.plan_name,
    createdAt: row.created_at,
    tokenHash,
  };
  return { user, lastUsedAt: row.last_used_at };
}

export async function touchSession(db: Db, tokenHash: string, now: Date): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_used_at: now })
    .where('token_hash', '=', tokenHash)
    .execute();
}

export async function deleteSession(db: Db, tokenHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

export async function deleteSessionsOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

export async function deleteExpiredSessions(
  db: Db,
  limits: { now: Date; idleSince: Date },
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((row) =>
      row.or([row('expires_at', '<=', limits.now), row('last_used_at', '<=', limits.idleSince)]),
    )
    .execute();
}

type NewEmailToken = {
  tokenHash: string;
  userId: string;
  purpose: 'verify' | 'reset';
  now: Date;
  expiresAt: Date;
};

export async function insertEmailToken(db: Db, token: NewEmailToken): Promise<void> {
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

/** Ends every other link of this purpose: the newest deed makes older mails worthless. */
export async function deleteEmailTokens(
  db: Db,
  userId: string,
  purpose: 'verify' | 'reset',
): Promise<void> {
  await db
    .deleteFrom('email_tokens')
    .where('user_id', '=', userId)
    .where('purpose', '=', purpose)
    .execute();
}

export async function markVerified(db: Db, userId: string, now: Date): Promise<void> {
  await db
    .updateTable('users')
    .set({ email_verified_at: now })
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .execute();
}

export async function setPassword(db: Db, userId: string, passwordHash: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', userId)
    .execute();
}
