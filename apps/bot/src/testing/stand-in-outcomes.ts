import type { OutcomeInput } from '@quorate/contract/decision-outcomes';
import type { DecisionReply } from '@quorate/contract/decisions';

type Kept = { decisions: Map<string, DecisionReply>; outcomes: Map<string, OutcomeInput> };

/** Keeps the newest revision of each outcome, and what price is first said to have done, as the service does. */
export function reported(state: Kept, { outcomes }: { outcomes: readonly OutcomeInput[] }) {
  const known = new Set([...state.decisions.values()].map(({ decision_id }) => decision_id));
  const unknown: string[] = [];
  let changed = 0;
  for (const outcome of outcomes) {
    const { decision_id, revision } = outcome;
    const stored = state.outcomes.get(decision_id);
    if (!known.has(decision_id)) unknown.push(decision_id);
    else if ((stored?.revision ?? 0) < revision) {
      const first_touch = stored?.first_touch ?? outcome.first_touch;
      state.outcomes.set(decision_id, { ...outcome, first_touch });
      changed++;
    }
  }
  const unchanged = outcomes.length - changed - unknown.length;
  return { status: 200, document: { success: true, stored: changed, unchanged, unknown } };
}
