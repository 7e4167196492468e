import type { Db } from '../../../db/tables.ts';

type DeviceCode = { userId: string; codeHash: string; expiresAt: Date };

/** A user has one code at a time: a new one takes the place of the old. */
export async function replaceDeviceCode(db: Db, code: DeviceCode): Promise<void> {
  const { userId: user_id, codeHash: code_hash, expiresAt: expires_at } = code;
  await db
    .insertInto('device_codes')
    .values({ user_id, code_hash, expires_at })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet({ code_hash, expires_at }))
    .execute();
}

/** Uses a code up; of any number of parallel uses one succeeds. */
export async function takeDeviceCode(
  db: Db,
  { codeHash, now }: { codeHash: string; now: Date },
): Promise<boolean> {
  const row = await db
    .deleteFrom('device_codes')
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', now)
    .returning('user_id')
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteDeviceCodeOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('device_codes').where('user_id', '=', userId).execute();
}

export async function deleteExpiredDeviceCodes(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('device_codes').where('expires_at', '<=', now).execute();
}

/**
 * Whose code it is; the account is held until the transaction ends, so that a change of password that ends
 * every device does not overlook the one that is being signed in.
 */
export function lockCodeOwner(tx: Db, { codeHash, now }: { codeHash: string; now: Date }) {
  return tx
    .selectFrom('users')
    .innerJoin('device_codes', 'device_codes.user_id', 'users.id')
    .select(['users.id', 'users.username', 'users.email', 'users.role'])
    .where('code_hash', '=', codeHash)
    .where('expires_at', '>', now)
    .forNoKeyUpdate(['users'])
    .executeTakeFirst();
}
