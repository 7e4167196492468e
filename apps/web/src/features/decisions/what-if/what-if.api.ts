import {
  type DecisionReplay,
  type ReplayRisk,
  replayDecision,
} from '@quorate/contract/decision-replay';
import type { AnalysisDepth } from '@quorate/contract/decisions';
import { callApi } from '../../../lib/api-client.ts';

/** What is tried. Without voters the stored votes stand, and it is free. */
export type Trial = {
  voters: readonly string[];
  /** How deep the voters look; null: as deep as the plan allows. */
  depth: AnalysisDepth | null;
  risk: ReplayRisk;
};

/** Decides a stored snapshot once more. @throws ApiError as `callApi` does */
export function replay(
  decisionId: string,
  { voters, depth, risk }: Trial,
  signal: AbortSignal,
): Promise<DecisionReplay> {
  const asked = voters.length === 0 ? {} : { voters: [...voters], ...(depth && { depth }) };
  return callApi(
    replayDecision,
    { params: { decision_id: decisionId }, body: { ...asked, risk } },
    { signal },
  );
}
