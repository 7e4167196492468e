import type { NotificationChange, NotificationSettings } from '@quorate/contract/notifications';
import type { PushSubscriptionId } from '@quorate/values/ids';
import type { Db } from '../../db/tables.ts';
import type { PushTarget } from '../../push/push.ts';

/** No row: every notice is wanted. */
const EVERYTHING: NotificationSettings = { silent_bot_mail: true, silent_bot_push: true };

export async function findSettings(db: Db, userId: string): Promise<NotificationSettings> {
  const row = await db
    .selectFrom('notification_settings')
    .select(['silent_bot_mail', 'silent_bot_push'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return row ?? EVERYTHING;
}

/** @returns all of them, as they are from then on */
export function storeSettings(
  db: Db,
  userId: string,
  change: NotificationChange,
): Promise<NotificationSettings> {
  return db
    .insertInto('notification_settings')
    .values({ user_id: userId, ...EVERYTHING, ...change })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(change))
    .returning(['silent_bot_mail', 'silent_bot_push'])
    .executeTakeFirstOrThrow();
}

/** Oldest first. */
export function listBrowsers(db: Db, userId: string) {
  return db
    .selectFrom('push_subscriptions')
    .select(['id', 'name', 'endpoint', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

/** Holds the account, so that two pages together do not pass the limit. */
export async function lockOwner(tx: Db, userId: string): Promise<void> {
  await tx.selectFrom('users').select('id').where('id', '=', userId).forUpdate().execute();
}

/** Stores a browser; one that is known keeps its id and gets the newest keys. */
export function storeBrowser(
  db: Db,
  userId: string,
  browser: PushTarget & { id: PushSubscriptionId; name: string; now: Date },
) {
  const { id, endpoint, p256dh, auth, name, now } = browser;
  return db
    .insertInto('push_subscriptions')
    .values({ user_id: userId, id, endpoint, p256dh, auth, name, created_at: now })
    .onConflict((conflict) =>
      conflict
        .columns(['user_id', 'endpoint'])
        .doUpdateSet({ p256dh, auth, name, created_at: now }),
    )
    .returning(['id', 'name', 'endpoint', 'created_at'])
    .executeTakeFirstOrThrow();
}
