import { latencyBound } from '@quorate/trading/ensemble/board-figures';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Db } from '../../db/tables.ts';
import type { Clock } from '../../process/clock.ts';
import {
  addCells,
  addLatencies,
  addMoments,
  type CountedVote,
  findCountedVotes,
  findWaitingUsers,
  paysNow,
  takeWaiting,
} from './count-board.queries.ts';

type CountDeps = Readonly<{ db: Db; clock: Clock }>;

const USERS = 200;
/** Decisions of a user in one transaction. */
const BATCH = 1_000;

/**
 * Adds to the board's sums what was agreed since the last time: each decision once, in the transaction that takes it
 * from those that wait. Of somebody who pays nothing then it never counts, whatever is paid later.
 *
 * @returns how many decisions were counted
 */
export async function countBoard({ db, clock }: CountDeps): Promise<number> {
  let counted = 0;
  for (;;) {
    const users = await findWaitingUsers(db, USERS);
    for (const userId of users)
      counted += await inTransaction(db, (tx) => countSome(tx, userId, new Date(clock.now())));
    if (users.length === 0) return counted;
  }
}

async function countSome(db: Db, userId: string, now: Date): Promise<number> {
  const ids = await takeWaiting(db, userId, BATCH);
  if (ids.length === 0 || !(await paysNow(db, userId, now))) return 0;
  const votes = await findCountedVotes(db, userId, ids);
  if (votes.length === 0) return 0;
  await addCells(db, userId, cellsOf(votes));
  await addLatencies(db, userId, latenciesOf(votes));
  await addMoments(db, momentsOf(votes));
  return new Set(votes.map(({ decision_id }) => decision_id)).size;
}

/** Abstentions stand under 0. */
function hundredthOf({ abstained, p_up }: CountedVote): number {
  return abstained ? 0 : Math.min(99, Math.max(1, Math.round(p_up * 100)));
}

function voterOf({ symbol, timeframe, analyst, model, provider }: CountedVote) {
  return { symbol, timeframe, analyst, model, provider };
}

function cellsOf(votes: readonly CountedVote[]) {
  return summed(
    votes,
    (vote) => ({
      account_id: vote.account_id,
      ...voterOf(vote),
      hundredth: hundredthOf(vote),
    }),
    (of) => ({
      ups: of.filter(({ first_touch }) => first_touch === 'up').length,
      downs: of.filter(({ first_touch }) => first_touch === 'down').length,
      cost_micro_usd: of.reduce((sum, { cost_micro_usd }) => sum + cost_micro_usd, 0),
    }),
  );
}

function latenciesOf(votes: readonly CountedVote[]) {
  return summed(
    votes,
    (vote) => ({
      account_id: vote.account_id,
      ...voterOf(vote),
      bound_ms: latencyBound(vote.latency_ms),
    }),
    (of) => ({ votes: of.length }),
  );
}

function momentsOf(votes: readonly CountedVote[]) {
  return summed(
    votes.filter(({ abstained }) => !abstained),
    (vote) => ({ ...voterOf(vote), as_of: vote.as_of.toISOString() }),
    (of) => ({ votes: of.length }),
  );
}

/** Rows by key, in the order of their keys: two counts wait for each other and never in a circle. */
function summed<Key extends object, Sums extends object>(
  votes: readonly CountedVote[],
  keyOf: (vote: CountedVote) => Key,
  sum: (votes: readonly CountedVote[]) => Sums,
): (Key & Sums)[] {
  const groups = Map.groupBy(votes, (vote) => JSON.stringify(Object.values(keyOf(vote))));
  return [...groups]
    .toSorted(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, of]) => {
      const [first] = of;
      return first ? [{ ...keyOf(first), ...sum(of) }] : [];
    });
}
