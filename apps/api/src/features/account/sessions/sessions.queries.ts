import type { SessionId, UserId } from '@quorate/values/ids';
import { idOf } from '@quorate/values/ids';
import { prepared } from '../../../db/prepared.ts';
import type { Db } from '../../../db/tables.ts';
import type { SignedInUser } from '../../../plugins/auth.ts';

/** Sessions last used before these moments, by kind, have lain idle too long. */
export type SessionLimits = Readonly<{
  now: Date;
  browserIdleSince: Date;
  deviceIdleSince: Date;
}>;

export type NewSession = {
  id: SessionId;
  tokenHash: string;
  userId: string;
  kind: 'browser' | 'bot' | 'desktop';
  name: string;
  address: string | null;
  now: Date;
  expiresAt: Date;
};

export async function insertSession(db: Db, session: NewSession): Promise<void> {
  await db
    .insertInto('sessions')
    .values({
      token_hash: session.tokenHash,
      id: session.id,
      user_id: session.userId,
      kind: session.kind,
      name: session.name,
      address: session.address,
      created_at: session.now,
      last_used_at: session.now,
      expires_at: session.expiresAt,
      // Whoever signs in has just proved to be there.
      confirmed_at: session.now,
    })
    .execute();
}

export type LiveSession = {
  user: Omit<SignedInUser, 'session'>;
  id: SessionId;
  kind: 'browser' | 'bot' | 'desktop';
  address: string | null;
  lastUsedAt: Date;
  confirmedAt: Date | null;
};

/** The session and its user, when it has neither expired nor lain idle for its kind. */
export async function findLiveSession(
  db: Db,
  tokenHash: string,
  limits: SessionLimits,
): Promise<LiveSession | null> {
  const row = await db
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .modifyFront(prepared)
    .select([
      'users.id',
      'users.username',
      'users.email',
      'users.role',
      'sessions.id as session_id',
      'sessions.kind',
      'sessions.address',
      'sessions.last_used_at',
      'sessions.confirmed_at',
    ])
    .where('sessions.token_hash', '=', tokenHash)
    .where('sessions.expires_at', '>', limits.now)
    .where((row) =>
      row.or([
        row('sessions.last_used_at', '>', limits.browserIdleSince),
        row.and([
          row('sessions.kind', '!=', 'browser'),
          row('sessions.last_used_at', '>', limits.deviceIdleSince),
        ]),
      ]),
    )
    .executeTakeFirst();
  if (!row) return null;
  const user = {
    id: idOf<UserId>(row.id),
    username: row.username,
    email: row.email,
    role: row.role,
  };
  return {
    user,
    id: idOf<SessionId>(row.session_id),
    kind: row.kind,
    address: row.address,
    lastUsedAt: row.last_used_at,
    confirmedAt: row.confirmed_at,
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

export async function deleteExpiredSessions(db: Db, limits: SessionLimits): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((row) =>
      row.or([
        row('expires_at', '<=', limits.now),
        row('last_used_at', '<=', limits.deviceIdleSince),
        row.and([row('kind', '=', 'browser'), row('last_used_at', '<=', limits.browserIdleSince)]),
      ]),
    )
    .execute();
}
