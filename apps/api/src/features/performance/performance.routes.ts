import { getPerformance, getSimulation } from '@quorate/contract/performance';
import type { UserId } from '@quorate/values/ids';
import type { Instant } from '@quorate/values/instant';
import { LRUCache } from 'lru-cache';
import type { Reads } from '../../db/reads.ts';
import type { Route } from '../../http/endpoint.ts';
import { periodRange } from '../../http/period-range.ts';
import { countKnownTypes } from './performance.queries.ts';
import { type PerformanceDeps, readPerformance, readSimulation } from './performance.service.ts';

/** An answer is some 10,000 characters, so that this is room for about 3,000 of them. */
const KEPT_CHARACTERS = 32 * 1024 * 1024;

/** For 50,000 trades an answer is a second of work: it is kept until a trade of the user changes. */
export function registerPerformance(
  route: Route,
  deps: PerformanceDeps & {
    reads: Reads;
    /** Goes up with each change of the user's trades. */
    tradesVersion: (userId: string) => Promise<number>;
  },
): void {
  const inTurn = createTurns();
  const keep = createKeptAnswers(KEPT_CHARACTERS);
  const versionOf = async (userId: UserId) =>
    (await Promise.all([deps.tradesVersion(userId), countKnownTypes(deps.db, userId)])).join('.');
  route(getPerformance, async ({ query }, { user }) => {
    const version = await versionOf(user.id);
    const about = { what: 'performance', userId: user.id, version };
    return keep(answerKey(about, query, deps.clock.now()), () =>
      inTurn(user.id, () =>
        deps.reads(user.id, (db) => readPerformance({ ...deps, db }, user.id, query)),
      ),
    );
  });
  route(getSimulation, async ({ query }, { user }) => {
    const version = await versionOf(user.id);
    const about = { what: 'simulation', userId: user.id, version };
    return keep(answerKey(about, query, deps.clock.now()), () =>
      inTurn(user.id, () =>
        deps.reads(user.id, (db) => readSimulation({ ...deps, db }, user.id, query)),
      ),
    );
  });
}

type Asked = Parameters<typeof periodRange>[0] & Readonly<Record<string, unknown>>;

/**
 * A text that is the same for the same question about the same record. The period is told by its ends:
 * "today" is another question tomorrow.
 *
 * @param version another one after each change of what the answer is made of
 */
export function answerKey(
  about: { what: string; userId: string; version: string },
  query: Asked,
  now: Instant,
): string {
  const { from, to } = periodRange(query, now);
  const { period: _period, start_date: _start, end_date: _end, ...rest } = query;
  const asked = Object.entries(rest)
    .filter(([, value]) => value !== undefined)
    .toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([about.what, about.userId, about.version, from, to, asked]);
}

type Work = () => Promise<object>;

/**
 * Answers that stay right until something they are made of changes, the most recently asked ones up to a
 * size. What they are made of is a part of the key, so that nothing has to be thrown away in time. Whoever
 * asks for one that is being made waits for it; one that failed is made again.
 *
 * @param maxCharacters of all answers together, written as JSON
 * @example await keep('amina 17 all', () => readPerformance(deps, userId, query))
 */
export function createKeptAnswers(maxCharacters: number) {
  const answers = new LRUCache<string, object, Work>({
    maxSize: maxCharacters,
    sizeCalculation: (answer, key) => JSON.stringify(answer).length + key.length,
    // One that is pushed out while it is being made still goes to whoever asked.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context: work }) => work(),
  });
  return async <T extends object>(key: string, work: () => Promise<T>): Promise<T> =>
    (await answers.forceFetch(key, { context: work })) as T;
}

/**
 * Runs the work of one user after another, that of different users side by side: whoever asks ten times
 * at once costs the service no more than whoever asks once.
 */
export function createTurns() {
  const last = new Map<string, Promise<unknown>>();
  return async <T>(who: string, work: () => Promise<T>): Promise<T> => {
    const before = last.get(who) ?? Promise.resolve();
    // A failure is told to whoever asked for it, not to the next.
    const mine = before.then(work, work);
    last.set(who, mine);
    try {
      return await mine;
    } finally {
      if (last.get(who) === mine) last.delete(who);
    }
  };
}
