import type { Pagination } from '@quorate/contract/reply';
import type { UserSession } from '@quorate/contract/security';
import type { ExpressionBuilder, ExpressionWrapper, SqlBool } from 'kysely';
import type { Db, Tables } from '../../../db/tables.ts';
import type { SignedInUser } from '../../../http/auth.ts';
import { isoTimes } from '../../../http/iso-times.ts';
import { type PageRequest, readPage } from '../../../http/paging.ts';
import type { AccountDeps } from '../account.deps.ts';
import { noteEvent } from '../security/events.ts';
import type { SessionLimits } from './sessions.queries.ts';
import { limitsAt } from './sessions.queries.ts';

/** More than these become one line of the activity list. */
const EVENTS_MAX = 20;

type SessionDeps = Pick<AccountDeps, 'db' | 'clock'>;

/** Where the user is signed in, last used first. */
export async function listOwnSessions(
  { db, clock }: SessionDeps,
  user: SignedInUser,
  page: PageRequest,
): Promise<{ sessions: UserSession[]; pagination: Pagination }> {
  const limits = limitsAt(new Date(clock.now()));
  const live = db
    .selectFrom('sessions')
    .where('user_id', '=', user.id)
    .where((row) => isLive(row, limits));
  const { rows, pagination } = await readPage(page, live, (found) =>
    found
      .select(['id as session_id', 'kind', 'name', 'address'])
      .select(['created_at', 'last_used_at', 'expires_at'])
      .orderBy('last_used_at', 'desc')
      .orderBy('id', 'desc'),
  );
  const sessions = rows.map((row) => ({
    ...isoTimes(row),
    current: row.session_id === user.session.id,
  }));
  return { sessions, pagination };
}

/** Where somebody is signed in, counted. */
export async function countSessions(
  { db, clock }: SessionDeps,
  userId: string,
): Promise<{ browsers: number; devices: number }> {
  const counted = await countLiveByKind(db, userId, limitsAt(new Date(clock.now())));
  const browsers = counted.find(({ kind }) => kind === 'browser')?.count ?? 0;
  const all = counted.reduce((sum, { count }) => sum + count, 0);
  return { browsers, devices: all - browsers };
}

/** Ends one of the user's own sessions. About any other id nothing is done, and nothing is said. */
export async function endOwnSession(
  { db, clock }: SessionDeps,
  user: SignedInUser,
  sessionId: string,
  address: string,
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const ended = await deleteOwnSession(tx, user.id, sessionId);
    if (!ended) return;
    await noteEvent({ db: tx, clock }, user.id, {
      kind: 'session_ended',
      about: ended.name,
      address,
    });
  });
}

/**
 * Ends every session of a user but the one given.
 *
 * @param deps with the transaction as `db`
 * @param which.except the session that stays; null to end all of them
 * @param which.address where that was asked for; null where its user did not ask
 * @returns how many it ended
 */
export async function endSessionsOf(
  { db, clock }: SessionDeps,
  userId: string,
  which: { except: string | null; devices: boolean; address: string | null },
): Promise<number> {
  const limits = limitsAt(new Date(clock.now()));
  const ended = await deleteOtherSessions(db, userId, {
    than: which.except,
    devices: which.devices,
    limits,
  });
  const told =
    ended.length > EVENTS_MAX ? [`${ended.length} sessions`] : ended.map((one) => one.name);
  for (const about of told) {
    await noteEvent({ db, clock }, userId, {
      kind: 'session_ended',
      about,
      address: which.address,
    });
  }
  return ended.length;
}

type Row = ExpressionBuilder<Tables, 'sessions'>;

/** Ends a session of this user; undefined when it is nobody's, somebody else's, or gone already. */
function deleteOwnSession(db: Db, userId: string, sessionId: string) {
  return db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', sessionId)
    .returning(['kind', 'name'])
    .executeTakeFirst();
}

/** @returns those that still lived, for what is said about them */
async function deleteOtherSessions(
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

function countLiveByKind(db: Db, userId: string, limits: SessionLimits) {
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
