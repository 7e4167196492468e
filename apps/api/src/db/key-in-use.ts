import { sql } from 'kysely';
import type { Db } from './tables.ts';

/**
 * Writes down which key the service seals and signs with from now on.
 *
 * @returns the id of another key that the data was used with until now; null where there was none
 */
export async function noteKeyInUse(db: Db, keyId: string): Promise<string | null> {
  const before = await findKeyInUse(db);
  if (before === keyId) return null;
  await db
    .insertInto('key_in_use')
    .values({ key_id: keyId, since: sql<Date>`now()` })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet({ key_id: keyId, since: sql<Date>`now()` }),
    )
    .execute();
  return before;
}

/** @returns null where nothing is known: no service has started on this schema */
export async function findKeyInUse(db: Db): Promise<string | null> {
  const { rows } = await sql<{ there: boolean }>`
    select to_regclass('key_in_use') is not null as there
  `.execute(db);
  if (!rows[0]?.there) return null;
  const row = await db.selectFrom('key_in_use').select('key_id').executeTakeFirst();
  return row?.key_id ?? null;
}
