import { EMAIL_MAX } from '@quorate/contract/account';
import { normalForm } from '@quorate/contract/fields';
import type { UserId } from '@quorate/values/ids';
import type { Db } from '../../db/tables.ts';

/** What makes two usernames or addresses the same: case and compatible characters do not count. */
export function accountKey(name: string): string {
  return normalForm(name, 'NFKC', EMAIL_MAX).toLowerCase();
}

type NewUser = {
  id: UserId;
  username: string;
  email: string;
  /** null for an account that signs in with a provider. */
  passwordHash: string | null;
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

export async function markVerified(db: Db, userId: string, now: Date): Promise<void> {
  await db
    .updateTable('users')
    .set({ email_verified_at: now })
    .where('id', '=', userId)
    .where('email_verified_at', 'is', null)
    .execute();
}

/** The password's hash as it stands, held until the transaction ends: nobody changes it meanwhile. */
export async function lockPasswordHash(tx: Db, userId: string): Promise<string | null | undefined> {
  const row = await tx
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .forShare()
    .executeTakeFirst();
  return row?.password_hash;
}

export async function setPassword(db: Db, userId: string, passwordHash: string): Promise<void> {
  await db
    .updateTable('users')
    .set({ password_hash: passwordHash })
    .where('id', '=', userId)
    .execute();
}

export function findById(db: Db, userId: string) {
  return db.selectFrom('users').selectAll().where('id', '=', userId).executeTakeFirst();
}
