import { offlinePanel, offlineVotes } from '../../models/offline-panel.ts';
import type { Panel } from '../../models/panel.ts';

/** The built-in analysts where their votes cost no tokens: in fast time, and for everybody to look at. */
export const freePanel: Panel = {
  ...offlinePanel,
  estimateOf: () => ({ all: 0, paid: 0 }),
  ask: async (question) => offlineVotes(question).map((vote) => ({ ...vote, tokens: 0 })),
};
