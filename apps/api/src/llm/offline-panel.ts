import { ANALYSIS_DEPTHS } from '@quorate/contract/decisions';
import { OFFLINE_ANALYSTS } from '@quorate/trading/analysts/offline-analysts';
import { canonicalJson } from '@quorate/trading/canonical-json';
import { type Panel, type PanelVote, type Question, tokensOf, type Voter } from './panel.ts';
import { countTokens } from './tokens.ts';

const VOTERS: readonly Voter[] = OFFLINE_ANALYSTS.map(({ name, model }) => ({
  analyst: name,
  provider: 'offline',
  model,
  family: name,
}));

/**
 * Votes without any key or network. Metered as a model would be: what it reads, the snapshot, and what
 * it writes, the vote, so that a plan's tokens last as long as they will with models.
 */
export const offlinePanel: Panel = {
  voters: VOTERS,
  offline: true,
  // They see one thing in one snapshot, however long they look.
  depths: ANALYSIS_DEPTHS.map((depth) => ({ depth, voters: VOTERS.length, rounds: 1 })),
  votersAt: () => VOTERS,
  resting: () => [],
  // The votes are pure and take a tenth of a millisecond: what they cost is known, not guessed.
  estimateOf: (question) => tokensOf(offlineVotes(question)),
  ask: async (question) => offlineVotes(question),
};

/** Votes of the offline analysts that are asked, in their order. */
export function offlineVotes({ snapshot, only }: Question): PanelVote[] {
  const inputTokens = countTokens(canonicalJson(snapshot));
  return OFFLINE_ANALYSTS.filter(({ name }) => !only || only.includes(name)).map((analyst) => {
    const vote = analyst.vote(snapshot);
    const outputTokens = countTokens(JSON.stringify(vote));
    return {
      ...vote,
      provider: 'offline',
      family: analyst.name,
      fault: null,
      round: 1,
      first: null,
      tokens: inputTokens + outputTokens,
      inputTokens,
      outputTokens,
      costMicroUsd: 0,
      latencyMs: 0,
    };
  });
}
