import { getPerformance, getSimulation } from '@quorate/contract/performance';
import type { UserId } from '@quorate/values/ids';
import type { Reads } from '../../db/reads.ts';
import type { Route } from '../../http/endpoint.ts';
import { answerKey } from './answer-key.ts';
import { createTurns } from './in-turn.ts';
import { createKeptAnswers } from './kept-answers.ts';
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
