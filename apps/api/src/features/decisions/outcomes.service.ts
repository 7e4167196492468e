import type { OutcomeInput } from '@quorate/contract/decision-outcomes';
import type { UserId } from '@quorate/values/ids';
import { AppError } from '../../app-error.ts';
import type { DecisionDeps } from './decisions.deps.ts';
import { lockDecisions, markDecisions, upsertOutcomes } from './outcomes.queries.ts';

/** What an outcome stands under in the lists. */
const KINDS = { ordered: 'traded', vetoed: 'vetoed', held: 'held' } as const;

type OutcomeDeps = Pick<DecisionDeps, 'db' | 'clock' | 'announce'>;

export type OutcomesStored = { stored: number; unchanged: number; unknown: string[] };

/**
 * Stores what became of decisions, all of it or nothing. An older revision never overwrites a newer one;
 * of two in one batch the newer counts.
 */
export function storeOutcomes(
  { db, clock, announce }: OutcomeDeps,
  userId: UserId,
  outcomes: readonly OutcomeInput[],
): Promise<OutcomesStored> {
  const newest = new Map<string, OutcomeInput>();
  for (const outcome of outcomes) {
    const other = newest.get(outcome.decision_id);
    if (!other || other.revision < outcome.revision) newest.set(outcome.decision_id, outcome);
  }
  return db.transaction().execute(async (tx) => {
    const known = await lockDecisions(tx, userId, [...newest.keys()]);
    const kept = [...newest.values()].filter(({ decision_id }) => known.has(decision_id));
    const now = new Date(clock.now());
    const changed = new Set(await upsertOutcomes(tx, { userId, now }, kept));
    for (const [verdict, kind] of Object.entries(KINDS)) {
      const ids = kept
        .filter((outcome) => outcome.verdict === verdict && changed.has(outcome.decision_id))
        .map(({ decision_id }) => decision_id);
      await markDecisions(tx, userId, ids, kind);
    }
    if (changed.size > 0) await announce(tx, userId, 'usage');
    return {
      stored: changed.size,
      unchanged: outcomes.filter(({ decision_id }) => known.has(decision_id)).length - changed.size,
      unknown: [...newest.keys()].filter((id) => !known.has(id)),
    };
  });
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
  const { stored, unknown } = await storeOutcomes(deps, userId, [outcome]);
  if (unknown.length > 0) throw new AppError('not_found');
  return stored > 0;
}
