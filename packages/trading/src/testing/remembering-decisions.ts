import type { DecisionRequest } from '../analysts/decision.ts';
import { createOfflineDecisions, type OfflineDecisions } from '../analysts/offline-decisions.ts';

/** The offline panel, and everything it was asked: for a few thousand bars, for each question is kept. */
export function createRememberingDecisions(): OfflineDecisions &
  Readonly<{ asked: readonly DecisionRequest[] }> {
  const asked: DecisionRequest[] = [];
  const { decide, touched } = createOfflineDecisions({ learning: false });
  return {
    asked,
    touched,
    decide(request) {
      asked.push(request);
      return decide(request);
    },
  };
}
