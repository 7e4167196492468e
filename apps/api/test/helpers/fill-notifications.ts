import type { Db } from '../../src/db/tables.ts';

/** Gives a user a silence of one of their bots, and a browser with a notice on its way. */
export async function fillNotifications(
  db: Db,
  userId: string,
  { secret, now }: { secret: () => string; now: Date },
): Promise<void> {
  const whose = { user_id: userId };
  const browser = crypto.randomUUID();
  await db
    .insertInto('notification_settings')
    .values({ ...whose, silent_bot_mail: true, silent_bot_push: false })
    .execute();
  await db
    .insertInto('push_subscriptions')
    .values({
      ...whose,
      id: browser,
      endpoint: `https://fcm.googleapis.com/fcm/send/${secret()}`,
      p256dh: secret(),
      auth: secret(),
      name: 'Firefox on Linux',
      created_at: now,
    })
    .execute();
  await db
    .insertInto('tasks')
    .values({
      ...whose,
      kind: 'push',
      subject: `${browser} bot`,
      payload: JSON.stringify({ browser_id: browser, notice: {} }),
      rank: 0,
      run_at: now,
      expires_at: now,
      last_error: null,
      asked_by: null,
      created_at: now,
    })
    .execute();
  const bot = await db
    .selectFrom('bots')
    .select('id')
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  await db
    .insertInto('bot_silences')
    .values({ ...whose, bot_id: bot.id, since: now, noticed_at: now, open_positions: 2 })
    .execute();
}
