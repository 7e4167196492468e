import type { FirstTouch, OutcomeInput } from '@quorate/contract/decision-outcomes';
import type { UserId } from '@quorate/values/ids';
import { inTransaction } from '../../db/in-transaction.ts';
import { AppError } from '../../http/app-error.ts';
import type { DecisionDeps } from './decisions.deps.ts';
import { expectPossible } from './expect-possible.ts';
import { outcomeEntry } from './outcome-entry.ts';
import {
  findOutcomes,
  lockDecisions,
  markDecisions,
  noteFirstTouches,
  upsertOutcomes,
} from './outcomes.queries.ts';

/** What an outcome stands under in the lists. */
const KINDS = { ordered: 'traded', vetoed: 'vetoed', held: 'held' } as const;

type OutcomeDeps = Pick<
  DecisionDeps,
  'db' | 'clock' | 'announce' | 'learn' | 'forgetTrust' | 'appendRecords'
>;

export type OutcomesStored = { stored: number; unchanged: number; unknown: string[] };

/**
 * Stores what became of decisions, all of it or nothing: with what it teaches about the voters, and with
 * its records on the ledger. An older revision never overwrites a newer one; of two in one batch the
 * newer counts. What price did first is a fact: the first answer stands, whichever revision brought it.
 *
 * @throws AppError validation_failed for bars and fills that cannot have been
 */
export async function storeOutcomes(
  deps: OutcomeDeps,
  userId: UserId,
  outcomes: readonly OutcomeInput[],
  nameOf = (index: number, field: string) => `outcomes.${index}.${field}`,
): Promise<OutcomesStored> {
  const newest = newestOf(outcomes);
  const touches = firstTouchesOf(outcomes);
  const { learned, ...stored } = await inTransaction(deps.db, async (tx) => {
    // The account and the decisions first, in one order: every other row that is touched is behind them.
    const known = await lockDecisions(tx, userId, [...newest.keys()]);
    expectPossible(outcomes, known, deps.clock.now(), nameOf);
    const kept = [...newest.values()].filter(({ decision_id }) => known.has(decision_id));
    const now = new Date(deps.clock.now());
    const written = new Set(await upsertOutcomes(tx, { userId, now }, kept));
    for (const [verdict, kind] of Object.entries(KINDS)) {
      const ids = kept
        .filter((outcome) => outcome.verdict === verdict && written.has(outcome.decision_id))
        .map(({ decision_id }) => decision_id);
      await markDecisions(tx, userId, ids, kind);
    }
    const touched = await noteFirstTouches(tx, { userId, now }, touches);
    const changed = [...written.union(new Set(touched.map(({ decisionId }) => decisionId)))];
    if (changed.length > 0) {
      await deps.learn(tx, userId, touched);
      const rows = await findOutcomes(tx, userId, changed);
      await deps.appendRecords(tx, userId, rows.map(outcomeEntry));
      await deps.announce(tx, userId, 'usage');
    }
    return {
      stored: changed.length,
      unchanged:
        outcomes.filter(({ decision_id }) => known.has(decision_id)).length - changed.length,
      unknown: [...newest.keys()].filter((id) => !known.has(id)),
      learned: touched.length > 0,
    };
  });
  if (learned) deps.forgetTrust(userId);
  return stored;
}

function newestOf(outcomes: readonly OutcomeInput[]): Map<string, OutcomeInput> {
  const newest = new Map<string, OutcomeInput>();
  for (const outcome of outcomes) {
    const other = newest.get(outcome.decision_id);
    if (!other || other.revision < outcome.revision) newest.set(outcome.decision_id, outcome);
  }
  return newest;
}

/** Of the oldest revision that tells it. */
function firstTouchesOf(outcomes: readonly OutcomeInput[]): Map<string, FirstTouch> {
  const touches = new Map<string, FirstTouch>();
  for (const { decision_id, first_touch } of outcomes.toSorted((a, b) => a.revision - b.revision)) {
    if (first_touch !== null && !touches.has(decision_id)) touches.set(decision_id, first_touch);
  }
  return touches;
}

/** @throws AppError validation_failed when two decisions are named, not_found for one that is not the user's */
export async function storeOutcome(
  deps: OutcomeDeps,
  userId: UserId,
  decisionId: string,
  outcome: OutcomeInput,
): Promise<boolean> {
  if (outcome.decision_id !== decisionId) {
    throw new AppError('validation_failed', {
      details: { reason: 'decision_id: must be the decision of the address' },
    });
  }
  const { stored, unknown } = await storeOutcomes(deps, userId, [outcome], (_, field) => field);
  if (unknown.length > 0) throw new AppError('not_found');
  return stored > 0;
}
