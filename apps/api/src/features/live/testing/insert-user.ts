import type { UserId } from '@quorate/values/ids';
import { newId } from '../../../db/ids.ts';
import type { Db } from '../../../db/tables.ts';

/** A user without a password, for what asks nothing else of one. */
export async function insertUser(db: Db): Promise<UserId> {
  const id = newId<UserId>();
  const names = { username: id, username_key: id, email: id, email_key: id };
  await db
    .insertInto('users')
    .values({ ...names, id, created_at: new Date('2026-03-02T10:00:00Z') })
    .execute();
  return id;
}
