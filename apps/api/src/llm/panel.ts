import type { Snapshot } from '@quorate/trading/snapshot';
import type { Vote } from '@quorate/trading/vote';

/** A vote and what it cost. */
export type PanelVote = Vote & { readonly tokens: number };

/** Whoever votes on a snapshot: language models where they are configured, the offline analysts otherwise. */
export type Panel = {
  vote(snapshot: Snapshot, snapshotHash: string): Promise<readonly PanelVote[]>;
};
