import type { Db } from '../../../db/tables.ts';

/**
 * Sets a password in the place of the one that was proved.
 *
 * @returns false when the account has another one by now
 */
export async function swapPassword(
  db: Db,
  userId: string,
  hashes: { from: string | null; to: string },
): Promise<boolean> {
  const row = await db
    .updateTable('users')
    .set({ password_hash: hashes.to })
    .where('id', '=', userId)
    .where('password_hash', 'is not distinct from', hashes.from)
    .returning('id')
    .executeTakeFirst();
  return row !== undefined;
}
