import type { JsonValue } from '@quorate/trading/market/canonical-json';

/** What the decision ledger takes: a document that is chained to the one before it, for good. */
export type LedgerEntry = Readonly<{
  kind: 'decision' | 'outcome' | 'correction' | 'grade';
  at: Date;
  body: { readonly [key: string]: JsonValue };
}>;
