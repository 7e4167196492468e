import { acrossUsers } from '../../../db/across-users.ts';
import type { Db } from '../../../db/tables.ts';

/**
 * Sets when a session's user last proved to be there.
 *
 * @param withFactor whether by a second factor; without one, an earlier proof by it stands
 */
export async function markConfirmed(
  db: Db,
  sessionId: string,
  { now, withFactor }: { now: Date; withFactor: boolean },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ confirmed_at: now, ...(withFactor && { factor_at: now }) })
    .where('id', '=', sessionId)
    .execute();
}

/** The address that waits for its link to be opened; null without one. */
export async function findPendingEmail(db: Db, userId: string, now: Date): Promise<string | null> {
  const row = await db
    .selectFrom('email_tokens')
    .select('new_email')
    .where('user_id', '=', userId)
    .where('purpose', '=', 'change_email')
    .where('used_at', 'is', null)
    .where('expires_at', '>', now)
    .orderBy('created_at', 'desc')
    .executeTakeFirst();
  return row?.new_email ?? null;
}

export function listProviders(db: Db, userId: string) {
  return db
    .selectFrom('provider_accounts')
    .select(['provider', 'email', 'linked_at'])
    .where('user_id', '=', userId)
    .orderBy('provider')
    .execute();
}

export function listEvents(
  db: Db,
  userId: string,
  page: { since: Date; offset: number; limit: number },
) {
  return db
    .selectFrom('security_events')
    .select(['id', 'kind', 'about', 'address', 'at'])
    .where('user_id', '=', userId)
    .where('at', '>', page.since)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .offset(page.offset)
    .limit(page.limit)
    .execute();
}

export async function countEvents(db: Db, userId: string, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('security_events')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('at', '>', since)
    .executeTakeFirstOrThrow();
  return count;
}

export async function deleteEventsBefore(db: Db, moment: Date): Promise<void> {
  await db
    .deleteFrom('security_events')
    .where('at', '<=', moment)
    .modifyEnd(acrossUsers('a job removes old events once an hour'))
    .execute();
}
