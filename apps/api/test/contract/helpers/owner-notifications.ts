import { v7 } from 'uuid';
import type { Db } from '../../../src/db/tables.ts';
import type { Clock } from '../../../src/process/clock.ts';
import type { MarkMaker } from './marks.ts';

/** A bot that was silent once, and a browser that takes notices, with one on its way to it. */
export async function addNotifications(
  { db, clock }: { db: Db; clock: Clock },
  { userId, botId }: { userId: string; botId: string },
  mark: MarkMaker,
) {
  const now = new Date(clock.now());
  const later = new Date(now.getTime() + 600_000);
  const owner = { user_id: userId };
  const ids = { browser: v7() };
  const auth = mark('pushAuth');
  await db
    .insertInto('notification_settings')
    .values({ ...owner, silent_bot_mail: true, silent_bot_push: true })
    .execute();
  await db
    .insertInto('push_subscriptions')
    .values({
      ...owner,
      id: ids.browser,
      endpoint: `https://fcm.googleapis.com/fcm/send/${mark('pushEndpoint')}`,
      p256dh: mark('pushKey'),
      auth,
      name: mark('pushBrowser'),
      created_at: now,
    })
    .execute();
  await db
    .insertInto('tasks')
    .values({
      ...owner,
      kind: 'push',
      subject: `${ids.browser} bot`,
      payload: JSON.stringify({ browser_id: ids.browser, notice: { title: mark('pushTitle') } }),
      rank: 0,
      run_at: later,
      expires_at: later,
      last_error: null,
      asked_by: null,
      created_at: now,
    })
    .execute();
  await db
    .insertInto('bot_silences')
    .values({
      ...owner,
      bot_id: botId,
      since: new Date(now.getTime() - 120_000),
      noticed_at: new Date(now.getTime() - 60_000),
      open_positions: 3,
      told: true,
      ended_at: now,
    })
    .execute();
  return { ...ids, secrets: [auth] };
}
