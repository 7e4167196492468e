import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';

/** Holds the account until the transaction ends: nothing new hangs itself on it meanwhile. */
export function lockUser(tx: Db, userId: string) {
  return tx
    .selectFrom('users')
    .select(['id', 'username', 'email'])
    .where('id', '=', userId)
    .forUpdate()
    .executeTakeFirst();
}

/** Addresses that wait to become the account's, and that are no other account's. */
export async function listPendingAddresses(tx: Db, userId: string): Promise<string[]> {
  const rows = await tx
    .selectFrom('email_tokens')
    .select('new_email')
    .where('user_id', '=', userId)
    .where('new_email', 'is not', null)
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('users')
            .select('users.id')
            .where(sql<boolean>`users.email_key = lower(email_tokens.new_email)`),
        ),
      ),
    )
    .execute();
  return rows.flatMap((row) => row.new_email ?? []);
}

/**
 * Removes the account. Every table with something of a user in it hangs on `users` and goes with it; the
 * large ones are emptied first, in one statement each, which is many times faster.
 */
export async function deleteUserRows(tx: Db, userId: string): Promise<void> {
  for (const table of ['votes', 'trades', 'decisions'] as const) {
    await tx.deleteFrom(table).where('user_id', '=', userId).execute();
  }
  await tx.deleteFrom('users').where('id', '=', userId).execute();
}

/** What stands under an address or a name instead of under a user. */
export async function deleteByAddress(
  tx: Db,
  from: {
    userId: string;
    username: string;
    email: string;
    pending: readonly string[];
    /** Where messages of the contact form went, which name who wrote them. */
    support: string;
  },
): Promise<void> {
  const mailed = [from.email, ...from.pending].map(lower);
  await tx
    .deleteFrom('outbox')
    .where((row) =>
      row.or([
        row('about_user', '=', from.userId),
        row(row.fn<string>('lower', ['to_address']), 'in', mailed),
        row.and([
          row('to_address', '=', from.support),
          sql<boolean>`position(${lower(`<${from.email}>`)} in lower(text)) > 0`,
        ]),
      ]),
    )
    .execute();
  await tx
    .deleteFrom('contact_messages')
    .where((row) => row(row.fn<string>('lower', ['email']), '=', lower(from.email)))
    .execute();
  await tx
    .deleteFrom('mail_requests')
    .where((row) =>
      row(row.fn<string>('lower', ['asked_for']), 'in', [from.email, from.username].map(lower)),
    )
    .execute();
}

function lower(text: string): string {
  return text.toLowerCase();
}
