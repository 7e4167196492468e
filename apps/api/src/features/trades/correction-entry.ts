import type { AccountInput } from '@quorate/contract/trade-sync';
import type { LedgerEntry } from '../ledger-entry.ts';
import type { Corrected } from './sync.queries.ts';

/** What the ledger keeps of a closed trade that was reported again with other figures: both, side by side. */
export function correctionEntry(
  { server, login, currency }: AccountInput,
  { position_ticket, now, was: { at, revision, replaced_by, ...was } }: Corrected,
): LedgerEntry {
  return {
    kind: 'correction',
    at: new Date(at),
    body: {
      account: { server, login },
      position_ticket,
      // Money is in minor units of it.
      currency,
      revision: { was: revision, now: replaced_by },
      was,
      now,
    },
  };
}
