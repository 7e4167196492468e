import type { LiveSession } from './sessions.queries.ts';

/** As many sessions as use the service within a second, and more: beyond it the memory begins again. */
const SESSIONS_MAX = 20_000;

/** Sessions that were looked up a moment ago, by the hash of their token. */
export type SessionMemory = Readonly<{
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
