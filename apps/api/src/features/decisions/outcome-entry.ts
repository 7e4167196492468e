import { z } from 'zod';
import type { LedgerEntry } from '../ledger-entry.ts';
import { toOutcomeReply } from './outcome-reply.ts';
import type { StoredOutcome } from './outcomes.queries.ts';

/** Exactly what JSON can hold: a column of jsonb and the reply's own fields are nothing else. */
const document = z.record(z.string(), z.json());

/** What the ledger keeps of what became of a decision: all that was told, but for the bars of the chart. */
export function outcomeEntry(row: StoredOutcome): LedgerEntry {
  return {
    kind: 'outcome',
    at: row.reported_at,
    body: document.parse({ decision_id: row.decision_id, ...toOutcomeReply(row) }),
  };
}
