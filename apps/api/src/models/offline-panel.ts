import { ANALYSIS_DEPTHS } from '@quorate/contract/decisions';
import { OFFLINE_DECISION_TOKENS } from '@quorate/contract/usage';
import { OFFLINE_ANALYSTS } from '@quorate/trading/analysts/offline-analysts';
import { type Panel, type PanelVote, type Question, tokensOf, type Voter } from './panel.ts';

const VOTERS: readonly Voter[] = OFFLINE_ANALYSTS.map(({ name, model }) => ({
  analyst: name,
  provider: 'offline',
  model,
  family: name,
  paid: false,
}));

/**
 * Votes without any key or network. They read and write no tokens; a flat figure is metered all the same, so
 * that usage can be seen to move.
 */
export const offlinePanel: Panel = {
  voters: VOTERS,
  offline: true,
  // They see one thing in one snapshot, however long they look.
  depths: ANALYSIS_DEPTHS.map((depth) => ({ depth, voters: VOTERS.length, rounds: 1 })),
  votersAt: () => VOTERS,
  resting: () => [],
  // The votes are pure and take a tenth of a millisecond: what they cost is known, not guessed.
  estimateOf: (question) => ({ all: tokensOf(offlineVotes(question)), paid: 0 }),
  ask: async (question) => offlineVotes(question),
};

/** Votes of the offline analysts that are asked, in their order, which share the flat figure. */
export function offlineVotes({ snapshot, only }: Question): PanelVote[] {
  const asked = OFFLINE_ANALYSTS.filter(({ name }) => !only || only.includes(name));
  const share = Math.floor(OFFLINE_DECISION_TOKENS / Math.max(1, asked.length));
  return asked.map((analyst, index) => ({
    ...analyst.vote(snapshot),
    provider: 'offline',
    family: analyst.name,
    fault: null,
    round: 1,
    first: null,
    tokens: index > 0 ? share : OFFLINE_DECISION_TOKENS - share * (asked.length - 1),
    inputTokens: 0,
    outputTokens: 0,
    costMicroUsd: 0,
    latencyMs: 0,
  }));
}
