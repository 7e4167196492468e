import type { Snapshot } from '@quorate/trading/snapshot';
import type { Vote } from '@quorate/trading/vote';

/** A vote and what it cost. */
export type PanelVote = Vote & { readonly tokens: number };

/** Whoever votes on a snapshot: language models where they are configured, the offline analysts otherwise. */
export type Panel = {
  /** The most tokens that a vote on the snapshot can take, told without asking anybody. */
  estimate(snapshot: Snapshot): number;
  /** Answers or throws within minutes: whoever asks a network has a time limit of its own. */
  vote(snapshot: Snapshot, snapshotHash: string): Promise<readonly PanelVote[]>;
};

export function tokensOf(votes: readonly PanelVote[]): number {
  return votes.reduce((sum, vote) => sum + vote.tokens, 0);
}
