import type { Db } from '../../../db/tables.ts';
import { mailboxOf } from '../../../mail/address.ts';

type PendingEmail = {
  tokenHash: string;
  userId: string;
  newEmail: string;
  now: Date;
  expiresAt: Date;
};

/**
 * One address waits at a time: the newest wish counts.
 *
 * @param tx an open transaction; the account is held until it ends, so that two wishes do not both stay
 */
export async function replacePendingEmail(tx: Db, pending: PendingEmail): Promise<void> {
  await tx
    .selectFrom('users')
    .select('id')
    .where('id', '=', pending.userId)
    .forUpdate()
    .executeTakeFirst();
  await deletePendingEmail(tx, pending.userId);
  await tx
    .insertInto('email_tokens')
    .values({
      token_hash: pending.tokenHash,
      user_id: pending.userId,
      purpose: 'change_email',
      new_email: pending.newEmail,
      created_at: pending.now,
      expires_at: pending.expiresAt,
    })
    .execute();
}

export async function deletePendingEmail(db: Db, userId: string): Promise<void> {
  await db
    .deleteFrom('email_tokens')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'change_email')
    .execute();
}

/** Uses the link up; of any number of parallel uses one gets the change. */
export async function usePendingEmail(
  db: Db,
  link: { tokenHash: string; now: Date },
): Promise<{ userId: string; newEmail: string } | null> {
  const row = await db
    .updateTable('email_tokens')
    .set({ used_at: link.now })
    .where('token_hash', '=', link.tokenHash)
    .where('purpose', '=', 'change_email')
    .where('used_at', 'is', null)
    .where('expires_at', '>', link.now)
    .returning(['user_id', 'new_email'])
    .executeTakeFirst();
  return row?.new_email ? { userId: row.user_id, newEmail: row.new_email } : null;
}

/** @returns how the change link stands; undefined when there is no such link */
export function findChangeLink(db: Db, tokenHash: string) {
  return db
    .selectFrom('email_tokens')
    .select('used_at')
    .where('token_hash', '=', tokenHash)
    .where('purpose', '=', 'change_email')
    .executeTakeFirst();
}

export function findAccount(db: Db, userId: string) {
  return db
    .selectFrom('users')
    .select(['id', 'username', 'email'])
    .where('id', '=', userId)
    .executeTakeFirst();
}

/** @throws the database's unique violation when another account has the address or its mailbox */
export async function setEmail(db: Db, userId: string, email: string, now: Date): Promise<void> {
  await db
    .updateTable('users')
    .set({ email, email_key: email, mailbox_key: mailboxOf(email), email_verified_at: now })
    .where('id', '=', userId)
    .execute();
}

/** Links that were mailed to an address which is no longer the account's. */
export async function deleteOldLinks(db: Db, userId: string): Promise<void> {
  await db
    .deleteFrom('email_tokens')
    .where('user_id', '=', userId)
    .where('purpose', 'in', ['verify', 'reset'])
    .execute();
}
