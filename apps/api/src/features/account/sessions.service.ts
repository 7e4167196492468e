import type { SessionUser } from '@quorate/contract/account';
import { AppError } from '../../app-error.ts';
import type { Clock } from '../../clock.ts';
import type { Db } from '../../db/tables.ts';
import type { FindSession } from '../../plugins/auth.ts';
import {
  deleteExpiredSessions,
  deleteSession,
  findByLogin,
  findLiveSession,
  insertSession,
  touchSession,
} from './account.queries.ts';
import { hashToken, newSecret, verifyPassword } from './secrets.ts';

type SessionDeps = { db: Db; clock: Clock };

const DAY_MS = 86_400_000;
/** A session ends after this long without a request, and in any case after that long. */
const IDLE_MS = 7 * DAY_MS;
const ABSOLUTE_MS = 30 * DAY_MS;
/** Use is written down at most this often: a busy session must not mean a write for every read. */
const TOUCH_MS = 5 * 60_000;

/** @throws AppError invalid_credentials, or email_not_verified once the password is right */
export async function signIn(
  deps: SessionDeps,
  input: { username_or_email: string; password: string },
): Promise<{ accessToken: string; user: SessionUser }> {
  const account = await findByLogin(deps.db, input.username_or_email);
  const matches = await verifyPassword(account?.password_hash, input.password);
  if (!account || !matches) throw new AppError('invalid_credentials');
  if (account.email_verified_at === null) throw new AppError('email_not_verified');
  const { token, tokenHash } = newSecret();
  const now = new Date(deps.clock.now());
  await insertSession(deps.db, {
    tokenHash,
    userId: account.id,
    now,
    expiresAt: new Date(now.getTime() + ABSOLUTE_MS),
  });
  return {
    accessToken: token,
    user: { id: account.id, username: account.username, email: account.email, role: account.role },
  };
}

export function createFindSession(deps: SessionDeps): FindSession {
  return async (token) => {
    const now = new Date(deps.clock.now());
    const tokenHash = hashToken(token);
    const session = await findLiveSession(deps.db, tokenHash, { now, idleSince: idleSince(now) });
    if (!session) return null;
    if (now.getTime() - session.lastUsedAt.getTime() > TOUCH_MS)
      await touchSession(deps.db, tokenHash, now);
    return session.user;
  };
}

export function signOut(deps: SessionDeps, tokenHash: string): Promise<void> {
  return deleteSession(deps.db, tokenHash);
}

export function removeExpiredSessions(deps: SessionDeps): Promise<void> {
  const now = new Date(deps.clock.now());
  return deleteExpiredSessions(deps.db, { now, idleSince: idleSince(now) });
}

function idleSince(now: Date): Date {
  return new Date(now.getTime() - IDLE_MS);
}
