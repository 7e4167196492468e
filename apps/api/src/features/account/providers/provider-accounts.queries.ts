import type { Provider } from '@quorate/contract/providers';
import type { Db } from '../../../db/tables.ts';
import { addressKeys, mailboxOf } from '../../../mail/address.ts';

type Link = { provider: Provider; subject: string; userId: string; email: string; now: Date };

/** Whom a provider's person is here, held until the transaction ends; undefined for nobody yet. */
export function lockLinkedUser(tx: Db, provider: Provider, subject: string) {
  return tx
    .selectFrom('provider_accounts')
    .innerJoin('users', 'users.id', 'provider_accounts.user_id')
    .select(['users.id', 'users.username', 'users.email', 'users.role'])
    .where('provider', '=', provider)
    .where('subject', '=', subject)
    .forNoKeyUpdate(['users'])
    .executeTakeFirst();
}

/**
 * Holds the account until the transaction ends: whether it is verified must stay true meanwhile. By the very
 * address that the provider has verified, never by its mailbox: others may tell "a+b" and "a" apart.
 */
export function lockByEmail(tx: Db, email: string) {
  return tx
    .selectFrom('users')
    .select(['id', 'username', 'email', 'role', 'email_verified_at'])
    .where('email_key', 'in', addressKeys(email))
    .orderBy('email_verified_at', 'asc')
    .limit(1)
    .forUpdate()
    .executeTakeFirst();
}

/** The mailbox is no longer an account's that has never shown it can read there. */
export async function releaseMailbox(tx: Db, email: string): Promise<void> {
  await tx
    .updateTable('users')
    .set({ mailbox_key: null })
    .where('mailbox_key', '=', mailboxOf(email))
    .where('email_verified_at', 'is', null)
    .execute();
}

/** Whether an account under another address has its mailbox. */
export async function isMailboxTaken(tx: Db, email: string): Promise<boolean> {
  const row = await tx
    .selectFrom('users')
    .select('id')
    .where('mailbox_key', '=', mailboxOf(email))
    .executeTakeFirst();
  return row !== undefined;
}

/**
 * An account has one person of a provider: the one who shows up with its verified address takes the
 * place of the one before.
 */
export async function linkPerson(tx: Db, link: Link): Promise<void> {
  const { provider, subject, userId: user_id, email, now: linked_at } = link;
  await tx
    .insertInto('provider_accounts')
    .values({ provider, subject, user_id, email, linked_at })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'provider']).doUpdateSet({ subject, email, linked_at }),
    )
    .execute();
}

/** @returns the address of the link that was taken away; undefined without one */
export async function unlinkPerson(
  db: Db,
  userId: string,
  provider: Provider,
): Promise<string | undefined> {
  const row = await db
    .deleteFrom('provider_accounts')
    .where('user_id', '=', userId)
    .where('provider', '=', provider)
    .returning('email')
    .executeTakeFirst();
  return row?.email;
}

/**
 * Takes an account out of the hands of whoever made it with an address that was never theirs: nothing
 * they may have set opens it any more.
 */
export async function clearUnproved(tx: Db, userId: string, now: Date): Promise<void> {
  await tx
    .updateTable('users')
    .set({ password_hash: null, email_verified_at: now })
    .where('id', '=', userId)
    .execute();
  for (const table of [
    'sessions',
    'email_tokens',
    'device_codes',
    'totp_secrets',
    'recovery_codes',
    'passkeys',
    'provider_accounts',
    'sign_in_challenges',
  ] as const) {
    await tx.deleteFrom(table).where('user_id', '=', userId).execute();
  }
}
