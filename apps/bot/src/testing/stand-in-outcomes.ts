import type { OutcomeInput } from '@quorate/contract/decision-outcomes';
import type { DecisionReply } from '@quorate/contract/decisions';

type Kept = { decisions: Map<string, DecisionReply>; outcomes: Map<string, OutcomeInput> };

/** Keeps the newest revision of each outcome, as the service does. */
export function reported(state: Kept, { outcomes }: { outcomes: readonly OutcomeInput[] }) {
  const known = new Set([...state.decisions.values()].map(({ decision_id }) => decision_id));
  const unknown: string[] = [];
  let stored = 0;
  for (const outcome of outcomes) {
    const { decision_id, revision } = outcome;
    if (!known.has(decision_id)) unknown.push(decision_id);
    else if ((state.outcomes.get(decision_id)?.revision ?? 0) < revision) {
      state.outcomes.set(decision_id, outcome);
      stored++;
    }
  }
  const unchanged = outcomes.length - stored - unknown.length;
  return { status: 200, document: { success: true, stored, unchanged, unknown } };
}
