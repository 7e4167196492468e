import { EMAIL_MAX } from '@quorate/contract/email-address';
import { normalForm } from '@quorate/contract/fields';
import type { Locale } from '@quorate/contract/locales';
import { skeletonOf } from '@quorate/contract/usernames';
import type { UserId } from '@quorate/values/ids';
import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import { addressKeys, earlierKey, mailboxOf } from '../../mail/address.ts';

/** What makes two usernames the same: case and compatible characters do not count. */
export function accountKey(name: string): string {
  return normalForm(name, 'NFKC', EMAIL_MAX).toLowerCase();
}

type NewUser = {
  id: UserId;
  username: string;
  email: string;
  /** null for an account that signs in with a provider. */
  passwordHash: string | null;
  /** English, unless it is known. */
  locale?: Locale | undefined;
  createdAt: Date;
};

/**
 * @param user.email in its one form
 * @returns false when the username, one that looks the same, the address or its mailbox is taken
 */
export async function insertUser(db: Db, user: NewUser): Promise<boolean> {
  const inserted = await db
    .insertInto('users')
    .values({
      id: user.id,
      username: user.username,
      username_key: accountKey(user.username),
      username_skeleton: skeletonOf(user.username),
      email: user.email,
      email_key: user.email,
      mailbox_key: mailboxOf(user.email),
      password_hash: user.passwordHash,
      ...(user.locale && { locale: user.locale }),
      created_at: user.createdAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted !== undefined;
}

/**
 * The account of a mailbox, under whichever of its addresses. What is mailed goes to the account's own
 * address: the one typed proves nothing.
 */
export function findByEmail(db: Db, email: string) {
  return (
    db
      .selectFrom('users')
      .selectAll()
      .where((user) =>
        user.or([
          user('email_key', 'in', addressKeys(email)),
          user('mailbox_key', '=', mailboxOf(email)),
        ]),
      )
      // Accounts from before there was one form may share a mailbox: the one that was typed comes first.
      .orderBy(sql`email_key = ${earlierKey(email.trim())}`, 'desc')
      .orderBy(sql`email_key in (${sql.join(addressKeys(email))})`, 'desc')
      .limit(1)
      .executeTakeFirst()
  );
}

/** By address when there is an @, which no username has; by username otherwise. */
export function findByLogin(db: Db, usernameOrEmail: string) {
  if (usernameOrEmail.includes('@')) return findByEmail(db, usernameOrEmail);
  return db
    .selectFrom('users')
    .selectAll()
    .where('username_key', '=', accountKey(usernameOrEmail))
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

/** Holds the account until the transaction ends: of two that do so one waits for the other. */
export function lockAccount(tx: Db, userId: string) {
  return tx
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', userId)
    .forNoKeyUpdate()
    .executeTakeFirst();
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
