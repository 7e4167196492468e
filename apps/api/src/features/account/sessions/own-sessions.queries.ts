import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import type { Db, Tables } from '../../../db/tables.ts';
import type { SessionLimits } from './sessions.queries.ts';

type Row = ExpressionBuilder<Tables, 'sessions'>;

/** Ends a session of this user; undefined when it is nobody's, somebody else's, or gone already. */
export function deleteOwnSession(db: Db, userId: string, sessionId: string) {
  return db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', sessionId)
    .returning(['kind', 'name'])
    .executeTakeFirst();
}

/** @returns those that still lived, for what is said about them */
export async function deleteOtherSessions(
  db: Db,
  userId: string,
  other: { than: string | null; devices: boolean; limits: SessionLimits },
): Promise<{ kind: 'browser' | 'bot' | 'desktop'; name: string }[]> {
  const rows = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .$if(other.than !== null, (query) => query.where('id', '!=', other.than ?? ''))
    .$if(!other.devices, (query) => query.where('kind', '=', 'browser'))
    .returning((row) => ['kind', 'name', isLive(row, other.limits).as('live')])
    .execute();
  return rows.filter((row) => row.live).map(({ kind, name }) => ({ kind, name }));
}

/** The user's live sessions, last used first. */
export function listLiveSessions(
  db: Db,
  userId: string,
  limits: SessionLimits,
  page: { offset: number; limit: number },
) {
  return db
    .selectFrom('sessions')
    .select(['id', 'kind', 'name', 'address', 'created_at', 'last_used_at', 'expires_at'])
    .where('user_id', '=', userId)
    .where((row) => isLive(row, limits))
    .orderBy('last_used_at', 'desc')
    .orderBy('id', 'desc')
    .offset(page.offset)
    .limit(page.limit)
    .execute();
}

export async function countLiveSessions(
  db: Db,
  userId: string,
  limits: SessionLimits,
): Promise<number> {
  const { count } = await db
    .selectFrom('sessions')
    .select((row) => row.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where((row) => isLive(row, limits))
    .executeTakeFirstOrThrow();
  return count;
}

export function countLiveByKind(db: Db, userId: string, limits: SessionLimits) {
  return db
    .selectFrom('sessions')
    .select((row) => ['kind', row.fn.countAll<number>().as('count')])
    .where('user_id', '=', userId)
    .where((row) => isLive(row, limits))
    .groupBy('kind')
    .execute();
}

/** Neither expired nor idle for too long for its kind. */
function isLive(row: Row, limits: SessionLimits): ExpressionWrapper<Tables, 'sessions', SqlBool> {
  return row.and([
    row('expires_at', '>', limits.now),
    row.or([
      row('last_used_at', '>', limits.browserIdleSince),
      row.and([row('kind', '!=', 'browser'), row('last_used_at', '>', limits.deviceIdleSince)]),
    ]),
  ]);
}
