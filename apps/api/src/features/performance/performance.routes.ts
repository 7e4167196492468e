import { getDecisionSums } from '@quorate/contract/decision-sums';
import { getEquityCurve } from '@quorate/contract/equity-curve';
import type { LiveCounts } from '@quorate/contract/live-stream';
import { getPerformance, getSimulation } from '@quorate/contract/performance';
import { getTradeProvenance } from '@quorate/contract/trade-provenance';
import { tradeProvenance } from '@quorate/contract/trades';
import type { UserId } from '@quorate/values/ids';
import { type Instant, MINUTE_MS } from '@quorate/values/instant';
import { LRUCache } from 'lru-cache';
import type { Reads } from '../../db/reads.ts';
import type { Db } from '../../db/tables.ts';
import type { Route } from '../../http/endpoint.ts';
import { periodRange } from '../../http/period-range.ts';
import { readLiveCounts } from '../../process/announcer.ts';
import { countProvenances } from '../trades/provenance.queries.ts';
import { filterOf } from '../trades/trades.service.ts';
import { readDecisionSums } from './decision-sums.ts';
import { readEquityCurve } from './equity-curve.ts';
import { readVersion } from './performance.queries.ts';
import { type PerformanceDeps, readPerformance, readSimulation } from './performance.service.ts';

/** An answer is some 10,000 characters, so that this is room for about 3,000 of them. */
const KEPT_CHARACTERS = 32 * 1024 * 1024;

const GRADES_RISE_MS = 10 * MINUTE_MS;

/** For 50,000 trades an answer is a second of work: it is kept until a trade of the user changes, or an hour begins. */
export function registerPerformance(route: Route, deps: PerformanceDeps & { reads: Reads }): void {
  const inTurn = createTurns();
  const keep = createKeptAnswers(KEPT_CHARACTERS);
  const answer = async <T extends object>(
    what: string,
    userId: UserId,
    query: Asked,
    read: (db: Db) => Promise<T>,
    /** Changes with what else the answer is made of. */
    more = (_counts: LiveCounts) => '',
  ): Promise<T> => {
    const [counts, others] = await Promise.all([
      readLiveCounts(deps.db, userId),
      readVersion(deps.db, userId),
    ]);
    const version = `${counts.trades}.${others}.${more(counts)}`;
    return keep(answerKey({ what, userId, version }, query, deps.clock.now()), () =>
      inTurn(userId, () => deps.reads(userId, read)),
    );
  };
  route(getPerformance, ({ query }, { user }) =>
    answer('performance', user.id, query, (db) => readPerformance({ ...deps, db }, user.id, query)),
  );
  route(getEquityCurve, ({ query }, { user }) =>
    answer('equity-curve', user.id, query, async (db) => ({
      success: true,
      ...(await readEquityCurve({ ...deps, db }, user.id, query)),
    })),
  );
  route(getDecisionSums, async ({ query }, { user }) => ({
    success: true,
    ...(await deps.reads(user.id, (db) => readDecisionSums({ ...deps, db }, user.id, query))),
  }));
  route(getTradeProvenance, ({ query }, { user }) =>
    answer(
      'trade-provenance',
      user.id,
      query,
      async (db) => {
        const filter = { ...filterOf(deps.clock, user.id, query), currency: query.currency };
        const counts = await countProvenances(db, filter, query.account_id);
        const provenances = tradeProvenance.options.flatMap((provenance) => {
          const trades = counts.get(provenance);
          return trades === undefined ? [] : [{ provenance, trades }];
        });
        const total = provenances.reduce((sum, { trades }) => sum + trades, 0);
        return { success: true as const, total_trades: total, provenances };
      },
      // A decision's grade rises by a job, which is no news of its own.
      ({ usage }) => `${usage}.${Math.floor(deps.clock.now() / GRADES_RISE_MS)}`,
    ),
  );
  route(getSimulation, ({ query }, { user }) =>
    answer('simulation', user.id, query, (db) => readSimulation({ ...deps, db }, user.id, query)),
  );
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
 * size. What they are made of is a part of the key, so that nothing has to be thrown away in time. A call
 * for one that is being made waits for it; one that failed is tried again.
 *
 * @param maxCharacters of all answers together, written as JSON
 * @example await keep('amina 17 all', () => readPerformance(deps, userId, query))
 */
export function createKeptAnswers(maxCharacters: number) {
  const answers = new LRUCache<string, object, Work>({
    maxSize: maxCharacters,
    sizeCalculation: (answer, key) => JSON.stringify(answer).length + key.length,
    // One that is pushed out while it is being made still goes to its caller.
    ignoreFetchAbort: true,
    fetchMethod: (_key, _stale, { context: work }) => work(),
  });
  return async <T extends object>(key: string, work: () => Promise<T>): Promise<T> =>
    (await answers.forceFetch(key, { context: work })) as T;
}

/**
 * Runs the work of one user after another, that of different users side by side: ten calls of one
 * user at once cost the service no more at a time than a single one.
 */
export function createTurns() {
  const last = new Map<string, Promise<unknown>>();
  return async <T>(who: string, work: () => Promise<T>): Promise<T> => {
    const before = last.get(who) ?? Promise.resolve();
    // A failure is its caller's, not the next one's.
    const mine = before.then(work, work);
    last.set(who, mine);
    try {
      return await mine;
    } finally {
      if (last.get(who) === mine) last.delete(who);
    }
  };
}
