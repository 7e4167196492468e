import { acrossUsers } from '../../db/across-users.ts';
import type { Db } from '../../db/tables.ts';

/** Those of these users who have turned something off. */
export function listUnwanted(db: Db, userIds: readonly string[]) {
  return db
    .selectFrom('notification_settings')
    .modifyFront(acrossUsers('who of those with a silent bot wants to be told of it, and how'))
    .select(['user_id', 'silent_bot_mail', 'silent_bot_push'])
    .where('user_id', 'in', userIds)
    .execute();
}
