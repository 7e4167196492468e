import { CONFIRMED_MINUTES } from '@quorate/contract/security';
import { MINUTE_MS } from '@quorate/values/instant';
import { batchBy } from '../../../db/batch.ts';
import type { Db } from '../../../db/tables.ts';
import type { Sessions } from '../../../http/auth.ts';
import type { Clock } from '../../../process/clock.ts';
import { hashToken } from '../secrets.ts';
import {
  findLiveSessions,
  type LiveSession,
  limitsAt,
  MOVED_MS,
  type SessionLimits,
  TOUCH_MS,
  touchSession,
} from './sessions.queries.ts';

const CONFIRMED_MS = CONFIRMED_MINUTES * MINUTE_MS;

/**
 * How long a session that was looked up is believed without looking again. Where it is ended it is forgotten
 * at once; the other copies of the service believe it to the end of this second.
 */
export const BELIEVED_MS = 1_000;

type SessionsDeps = Readonly<{
  db: Db;
  clock: Clock;
  /** 0: looks at every request. */
  believedMs?: number | undefined;
}>;

/** Who a request comes from, by its bearer token. */
export function createSessions({ db, clock, believedMs = BELIEVED_MS }: SessionsDeps): Sessions {
  const memory = createSessionMemory(believedMs);
  const looking = new Map<string, { age: number; found: Promise<LiveSession | null> }>();
  const findTogether = batchBy(
    (tokenHashes: readonly string[]) =>
      findLiveSessions(db, [...new Set(tokenHashes)], limitsAt(clock.now())),
    { keyOf: () => 'sessions', atOnce: 2 },
  );

  async function look(tokenHash: string, now: Date): Promise<LiveSession | null> {
    const looked = { now: now.getTime(), age: memory.age() };
    const session = (await findTogether(tokenHash)).get(tokenHash) ?? null;
    if (session) memory.remember(tokenHash, session, looked);
    return session;
  }

  function recall(tokenHash: string, now: Date): LiveSession | undefined {
    const known = memory.recall(tokenHash, now.getTime());
    return known && isStillLive(known, limitsAt(now.getTime())) ? known : undefined;
  }

  /** A page sends many calls at once: they wait for one look, if nothing was forgotten since it began. */
  function lookOnce(tokenHash: string, now: Date): Promise<LiveSession | null> {
    const age = memory.age();
    const begun = looking.get(tokenHash);
    if (begun?.age === age) return begun.found;
    const found = look(tokenHash, now);
    const mine = { age, found };
    const end = () => {
      if (looking.get(tokenHash) === mine) looking.delete(tokenHash);
    };
    looking.set(tokenHash, mine);
    found.then(end, end);
    return found;
  }

  return {
    async find(token, address, { fresh }) {
      const now = new Date(clock.now());
      const tokenHash = hashToken(token);
      const session =
        fresh || believedMs === 0
          ? await look(tokenHash, now)
          : (recall(tokenHash, now) ?? (await lookOnce(tokenHash, now)));
      if (!session) return null;
      const { user, id, kind, confirmedAt, factorAt } = session;
      if (isToBeTouched(session, now, address)) {
        await touchSession(db, tokenHash, { now, address });
        memory.forget(user.id);
      }
      const confirmed = {
        confirmedUntil: until(confirmedAt, now),
        factorUntil: until(factorAt, now),
      };
      return { ...user, session: { id, tokenHash, kind, ...confirmed } };
    },
    forget: memory.forget,
  };
}

/** A device between two networks changes its address all the time. */
function isToBeTouched(session: LiveSession, now: Date, address: string): boolean {
  const unused = now.getTime() - session.lastUsedAt.getTime();
  return unused > (session.address === address ? TOUCH_MS : MOVED_MS);
}

function isStillLive({ expiresAt, lastUsedAt, kind }: LiveSession, limits: SessionLimits): boolean {
  const idleSince = kind === 'browser' ? limits.browserIdleSince : limits.deviceIdleSince;
  return expiresAt > limits.now && lastUsedAt > idleSince;
}

/** Those of the given sessions that have neither ended nor expired. Asking is no use of them. */
export function createFindLive({ db, clock }: { db: Db; clock: Clock }) {
  return async (tokenHashes: readonly string[]): Promise<ReadonlySet<string>> => {
    const limits = limitsAt(clock.now());
    return new Set((await findLiveSessions(db, tokenHashes, limits)).keys());
  };
}

function until(confirmedAt: Date | null, now: Date): Date | null {
  if (!confirmedAt) return null;
  const end = new Date(confirmedAt.getTime() + CONFIRMED_MS);
  return end > now ? end : null;
}

/** As many sessions as use the service within a second, and more: beyond it the memory begins again. */
const SESSIONS_MAX = 20_000;

/** Sessions that were looked up a moment ago, by the hash of their token. */
type SessionMemory = Readonly<{
  /** @param now of the service's clock; where it jumps, nothing is remembered */
  recall(tokenHash: string, now: number): LiveSession | undefined;
  /** @param age what `age` gave before the session was looked up; one that was overtaken is not kept */
  remember(tokenHash: string, session: LiveSession, looked: { now: number; age: number }): void;
  /** Grows whenever something is forgotten. */
  age(): number;
  /** @param userId null: everybody's */
  forget(userId: string | null): void;
}>;

/**
 * Keeps sessions for at most so long, by the computer's time that cannot be set: all of them are forgotten
 * together, on a timer that the first one starts. By the service's clock a session is kept no longer, too.
 *
 * @param keepMs 0 keeps none
 */
export function createSessionMemory(keepMs: number): SessionMemory {
  const kept = new Map<string, { session: LiveSession; at: number }>();
  let timer: NodeJS.Timeout | undefined;
  let age = 0;

  function forgetAll(): void {
    clearTimeout(timer);
    timer = undefined;
    kept.clear();
  }

  return {
    recall(tokenHash, now) {
      const known = kept.get(tokenHash);
      if (!known || now < known.at || now - known.at >= keepMs) return undefined;
      return known.session;
    },
    remember(tokenHash, session, looked) {
      if (looked.age !== age || keepMs === 0) return;
      if (kept.size >= SESSIONS_MAX) forgetAll();
      kept.set(tokenHash, { session, at: looked.now });
      timer ??= setTimeout(forgetAll, keepMs).unref();
    },
    age: () => age,
    forget(userId) {
      age += 1;
      if (userId === null) return forgetAll();
      for (const [tokenHash, { session }] of kept)
        if (session.user.id === userId) kept.delete(tokenHash);
    },
  };
}
