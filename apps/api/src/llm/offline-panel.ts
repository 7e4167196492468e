import { OFFLINE_ANALYSTS } from '@quorate/trading/analysts/offline-analysts';
import { canonicalJson } from '@quorate/trading/canonical-json';
import type { Snapshot } from '@quorate/trading/snapshot';
import { type Panel, type PanelVote, tokensOf } from './panel.ts';
import { countTokens } from './tokens.ts';

/**
 * Votes without any key or network. Metered as a model would be: what it reads, the snapshot, and what
 * it writes, the vote, so that a plan's tokens last as long as they will with models.
 */
export const offlinePanel: Panel = {
  // The votes are pure and take a tenth of a millisecond: what they cost is known, not guessed.
  estimate: (snapshot) => tokensOf(votesOn(snapshot)),
  vote: async (snapshot) => votesOn(snapshot),
};

function votesOn(snapshot: Snapshot): PanelVote[] {
  const readTokens = countTokens(canonicalJson(snapshot));
  return OFFLINE_ANALYSTS.map((analyst) => {
    const vote = analyst.vote(snapshot);
    return { ...vote, tokens: readTokens + countTokens(JSON.stringify(vote)) };
  });
}
