import { idOf, type SessionId, type UserId } from '@quorate/values/ids';
import { DAY_MS, MINUTE_MS } from '@quorate/values/instant';
import type { ExpressionBuilder, Selectable } from 'kysely';
import type { SessionsTable, UsersTable } from '../../../db/account-tables.ts';
import { newId } from '../../../db/ids.ts';
import { statement } from '../../../db/prepared.ts';
import type { Db, Tables } from '../../../db/tables.ts';
import type { SignedInUser } from '../../../http/auth.ts';
import type { Clock } from '../../../process/clock.ts';
import { newSecret } from '../secrets.ts';

/** Sessions last used before these moments, by kind, have lain idle too long. */
export type SessionLimits = Readonly<{
  now: Date;
  browserIdleSince: Date;
  deviceIdleSince: Date;
}>;

/**
 * Opens a session; whoever signs in has just proved to be there.
 *
 * @param session.withFactor whether a second factor was given to open it
 * @returns its token, which is kept nowhere
 */
export async function insertSession(
  { db, clock }: { db: Db; clock: Clock },
  session: {
    userId: string;
    kind: SessionsTable['kind'];
    name: string;
    address: string | null;
    withFactor: boolean;
  },
): Promise<string> {
  const { userId, kind, name, address, withFactor } = session;
  const { token, tokenHash } = newSecret();
  const now = new Date(clock.now());
  const days = ABSOLUTE_DAYS[kind === 'browser' ? 'browser' : 'device'];
  await db
    .insertInto('sessions')
    .values({
      token_hash: tokenHash,
      id: newId<SessionId>(),
      user_id: userId,
      kind,
      name,
      address,
      created_at: now,
      last_used_at: now,
      expires_at: new Date(now.getTime() + days * DAY_MS),
      confirmed_at: now,
      factor_at: withFactor ? now : null,
    })
    .execute();
  return token;
}

export type LiveSession = {
  user: Omit<SignedInUser, 'session'>;
  id: SessionId;
  kind: 'browser' | 'bot' | 'desktop';
  address: string | null;
  lastUsedAt: Date;
  expiresAt: Date;
  confirmedAt: Date | null;
  factorAt: Date | null;
};

type LiveRow = Pick<Selectable<UsersTable>, 'id' | 'username' | 'email' | 'role' | 'locale'> &
  Pick<
    Selectable<SessionsTable>,
    'token_hash' | 'kind' | 'address' | 'last_used_at' | 'expires_at' | 'confirmed_at' | 'factor_at'
  > & { session_id: string };

const FIND_LIVE = statement<LiveRow>(`
  select users.id, users.username, users.email, users.role, users.locale, sessions.id as session_id,
    sessions.token_hash, sessions.kind, sessions.address, sessions.last_used_at, sessions.expires_at,
    sessions.confirmed_at, sessions.factor_at
  from sessions join users on users.id = sessions.user_id
  where sessions.token_hash = any($1::text[]) and sessions.expires_at > $2
    and (sessions.last_used_at > $3 or (sessions.kind <> 'browser' and sessions.last_used_at > $4))
`);

/** The sessions and their users, by the hash of the token: those that have neither expired nor lain idle. */
export async function findLiveSessions(
  db: Db,
  tokenHashes: readonly string[],
  { now, browserIdleSince, deviceIdleSince }: SessionLimits,
): Promise<Map<string, LiveSession>> {
  const rows = await FIND_LIVE(db, [tokenHashes, now, browserIdleSince, deviceIdleSince]);
  return new Map(rows.map((row) => [row.token_hash, sessionOf(row)]));
}

function sessionOf(row: LiveRow): LiveSession {
  return {
    user: {
      id: idOf<UserId>(row.id),
      username: row.username,
      email: row.email,
      role: row.role,
      locale: row.locale,
    },
    id: idOf<SessionId>(row.session_id),
    kind: row.kind,
    address: row.address,
    lastUsedAt: row.last_used_at,
    expiresAt: row.expires_at,
    confirmedAt: row.confirmed_at,
    factorAt: row.factor_at,
  };
}

export async function touchSession(
  db: Db,
  tokenHash: string,
  use: { now: Date; address: string },
): Promise<void> {
  await db
    .updateTable('sessions')
    .set({ last_used_at: use.now, address: use.address })
    .where('token_hash', '=', tokenHash)
    .execute();
}

export async function deleteSession(db: Db, tokenHash: string): Promise<void> {
  await db.deleteFrom('sessions').where('token_hash', '=', tokenHash).execute();
}

export async function deleteSessionsOf(db: Db, userId: string): Promise<void> {
  await db.deleteFrom('sessions').where('user_id', '=', userId).execute();
}

/** An expired session is refused whether or not its row is gone. */
export async function removeExpiredSessions({
  db,
  clock,
}: {
  db: Db;
  clock: Clock;
}): Promise<void> {
  const limits = limitsAt(clock.now());
  await db
    .deleteFrom('sessions')
    .where((row) => row.not(isLive(row, limits)))
    .execute();
}

/** Without a request for so many days a session ends. A bot may rest over a holiday. */
export const IDLE_DAYS = { browser: 7, device: 60 } as const;
/** After so many it ends in any case. */
export const ABSOLUTE_DAYS = { browser: 30, device: 365 } as const;

/** Use is written down at most this often: a busy session must not mean a write for every read. */
export const TOUCH_MS = 5 * MINUTE_MS;
/** From another address it is written down sooner. */
export const MOVED_MS = MINUTE_MS;

export function limitsAt(nowMs: number): SessionLimits {
  return {
    now: new Date(nowMs),
    browserIdleSince: new Date(nowMs - IDLE_DAYS.browser * DAY_MS),
    deviceIdleSince: new Date(nowMs - IDLE_DAYS.device * DAY_MS),
  };
}

/** Neither expired nor idle for too long for its kind. */
export function isLive(row: ExpressionBuilder<Tables, 'sessions'>, limits: SessionLimits) {
  return row.and([
    row('expires_at', '>', limits.now),
    row.or([
      row('last_used_at', '>', limits.browserIdleSince),
      row.and([row('kind', '!=', 'browser'), row('last_used_at', '>', limits.deviceIdleSince)]),
    ]),
  ]);
}
