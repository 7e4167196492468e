import { CONFIRMED_MINUTES } from '@quorate/contract/security';
import type { Clock } from '../../../clock.ts';
import type { Db } from '../../../db/tables.ts';
import type { FindSession } from '../../../plugins/auth.ts';
import { hashToken } from '../secrets.ts';
import { limitsAt, TOUCH_MS } from './lifetimes.ts';
import { findLiveSession, touchSession } from './sessions.queries.ts';

const CONFIRMED_MS = CONFIRMED_MINUTES * 60_000;

/** Looks sessions up in the database at every request, so that an ended one ends at once everywhere. */
export function createFindSession({ db, clock }: { db: Db; clock: Clock }): FindSession {
  return async (token, address) => {
    const now = new Date(clock.now());
    const tokenHash = hashToken(token);
    const session = await findLiveSession(db, tokenHash, limitsAt(now));
    if (!session) return null;
    const { user, id, kind, lastUsedAt, confirmedAt } = session;
    const elsewhere = session.address !== address;
    if (elsewhere || now.getTime() - lastUsedAt.getTime() > TOUCH_MS)
      await touchSession(db, tokenHash, { now, address });
    return { ...user, session: { id, tokenHash, kind, confirmedUntil: until(confirmedAt, now) } };
  };
}

/** Whether a session has neither ended nor expired. Asking is no use of it. */
export function createStillSignedIn({ db, clock }: { db: Db; clock: Clock }) {
  return async ({ tokenHash }: { tokenHash: string }): Promise<boolean> => {
    const limits = limitsAt(new Date(clock.now()));
    return (await findLiveSession(db, tokenHash, limits)) !== null;
  };
}

function until(confirmedAt: Date | null, now: Date): Date | null {
  if (!confirmedAt) return null;
  const end = new Date(confirmedAt.getTime() + CONFIRMED_MS);
  return end > now ? end : null;
}
