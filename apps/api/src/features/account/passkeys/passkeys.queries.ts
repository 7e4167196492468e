import type { PasskeyId } from '@quorate/values/ids';
import { sql } from 'kysely';
import type { Db } from '../../../db/tables.ts';

export type NewPasskeyRow = {
  id: PasskeyId;
  userId: string;
  credentialId: string;
  publicKey: Uint8Array;
  signCount: number;
  transports: readonly string[];
  name: string;
  synced: boolean;
  now: Date;
};

/** @returns false when the credential is known already, whoever's it is */
export async function insertPasskey(db: Db, passkey: NewPasskeyRow): Promise<boolean> {
  const row = await db
    .insertInto('passkeys')
    .values({
      id: passkey.id,
      user_id: passkey.userId,
      credential_id: passkey.credentialId,
      public_key: Buffer.from(passkey.publicKey).toString('base64url'),
      sign_count: passkey.signCount,
      transports: JSON.stringify(passkey.transports),
      name: passkey.name,
      synced: passkey.synced,
      created_at: passkey.now,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

export function listPasskeys(db: Db, userId: string) {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export function findPasskey(db: Db, credentialId: string) {
  return db
    .selectFrom('passkeys')
    .selectAll()
    .where('credential_id', '=', credentialId)
    .executeTakeFirst();
}

/**
 * Writes a use down. Counts only go up; an authenticator that does not count stays at 0. A copy of a
 * passkey, and the same answer sent twice at once, are found out by it.
 *
 * @returns false when the passkey is gone or its count has not gone up
 */
export async function notePasskeyUse(
  db: Db,
  use: { id: string; signCount: number; synced: boolean; now: Date },
): Promise<boolean> {
  const row = await db
    .updateTable('passkeys')
    .set({ sign_count: use.signCount, synced: use.synced, last_used_at: use.now })
    .where('id', '=', use.id)
    .where(
      sql<boolean>`(sign_count < ${use.signCount}::bigint or (sign_count = 0 and ${use.signCount}::bigint = 0))`,
    )
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}

/** @returns their names */
export async function deletePasskeysOf(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .deleteFrom('passkeys')
    .where('user_id', '=', userId)
    .returning('name')
    .execute();
  return rows.map(({ name }) => name);
}

/** @returns its name, or nothing when the user has no such passkey */
export async function deletePasskey(
  db: Db,
  userId: string,
  passkeyId: string,
): Promise<string | undefined> {
  const row = await db
    .deleteFrom('passkeys')
    .where('id', '=', passkeyId)
    .where('user_id', '=', userId)
    .returning('name')
    .executeTakeFirst();
  return row?.name;
}
