import type { PushNoticeId } from '@quorate/values/ids';
import { sql } from 'kysely';
import { acrossUsers } from '../db/across-users.ts';
import { newId } from '../db/ids.ts';
import type { Db } from '../db/tables.ts';
import { currentAsker } from '../process/telemetry/context.ts';

/** Whose notice on its way; every query about one is about this one alone. */
export type WaitingNotice = Readonly<{ user_id: string; id: string }>;

/** One that is due, with the browser that it goes to. */
export type ClaimedNotice = WaitingNotice &
  Readonly<{
    subscription_id: string;
    payload: string;
    attempts: number;
    expires_at: Date;
    asked_by: string | null;
    endpoint: string;
    p256dh: string;
    auth: string;
    /** Another user has it since. */
    taken_over: boolean;
  }>;

/** One notice for each of the browsers of these users, or for the one that is named. */
export async function insertNotices(
  db: Db,
  notices: readonly { userId: string; tag: string; payload: string; browserId?: string }[],
  { now, expiresAt }: { now: Date; expiresAt: Date },
): Promise<number> {
  if (notices.length === 0) return 0;
  const users = [...new Set(notices.map(({ userId }) => userId))];
  const browsers = await db
    .selectFrom('push_subscriptions')
    .select(['user_id', 'id'])
    .where('user_id', 'in', users)
    .$if(users.length > 1, (query) =>
      query.modifyFront(acrossUsers('browsers of users whose bots are offline')),
    )
    .execute();
  const rows = notices.flatMap(({ userId, payload, browserId }) =>
    browsers
      .filter(({ user_id, id }) => user_id === userId && (browserId ?? id) === id)
      .map(({ user_id, id }) => ({
        user_id,
        id: newId<PushNoticeId>(),
        subscription_id: id,
        payload,
        expires_at: expiresAt,
        next_attempt_at: now,
        asked_by: currentAsker(),
      })),
  );
  if (rows.length === 0) return 0;
  const mark = acrossUsers('older word of bots that there is newer word of');
  const tag = sql<string>`${users.length > 1 ? mark : sql``} payload::jsonb ->> 'tag'`;
  const tags = notices.map((notice) => notice.tag);
  await db.deleteFrom('push_outbox').where('user_id', 'in', users).where(tag, 'in', tags).execute();
  await db.insertInto('push_outbox').values(rows).execute();
  return rows.length;
}

/** Claims those that are due by moving their next attempt on, so that several services share them. */
export async function claimNotices(
  db: Db,
  { now, until, limit }: { now: Date; until: Date; limit: number },
) {
  const { rows } = await sql<ClaimedNotice>`
    ${acrossUsers('notices of everybody that are due are sent')}
    with due as (
      select user_id, id from push_outbox
      where next_attempt_at <= ${now} and expires_at > ${now}
      order by next_attempt_at limit ${limit} for update skip locked
    ), claimed as (
      update push_outbox as notice
      set attempts = attempts + 1, next_attempt_at = ${until}
      from due where notice.user_id = due.user_id and notice.id = due.id
      returning notice.*
    )
    select claimed.user_id, claimed.id, claimed.subscription_id, claimed.payload, claimed.attempts,
      claimed.expires_at, claimed.asked_by, browser.endpoint, browser.p256dh, browser.auth,
      exists (
        select from push_subscriptions as newer
        where newer.endpoint = browser.endpoint and newer.user_id <> browser.user_id
          and newer.created_at > browser.created_at
      ) as taken_over
    from claimed join push_subscriptions as browser
      on browser.user_id = claimed.user_id and browser.id = claimed.subscription_id
  `.execute(db);
  return rows;
}

export async function deleteNotice(db: Db, { user_id, id }: WaitingNotice): Promise<void> {
  await db.deleteFrom('push_outbox').where('user_id', '=', user_id).where('id', '=', id).execute();
}

export async function postponeNotice(
  db: Db,
  { user_id, id }: WaitingNotice,
  { nextAttemptAt, error }: { nextAttemptAt: Date; error: string },
): Promise<void> {
  await db
    .updateTable('push_outbox')
    .set({ next_attempt_at: nextAttemptAt, last_error: error })
    .where('user_id', '=', user_id)
    .where('id', '=', id)
    .execute();
}

/** With every notice that is on its way to it. */
export async function deleteBrowser(db: Db, userId: string, browserId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('push_subscriptions')
    .where('user_id', '=', userId)
    .where('id', '=', browserId)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

export async function deleteExpiredNotices(db: Db, now: Date): Promise<void> {
  await sql`
    ${acrossUsers('notices that nobody needs any more are forgotten')}
    delete from push_outbox where expires_at <= ${now}
  `.execute(db);
}
