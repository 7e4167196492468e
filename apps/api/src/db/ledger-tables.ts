import type { Moment } from './column-types.ts';

/** How long each user's chain is, and the hash of its last record. */
export type LedgerChainsTable = { user_id: string; records: number; hash: string };

export type LedgerRecordsTable = {
  user_id: string;
  /** From 1 on, without a gap. */
  position: number;
  /** Canonical JSON: the very bytes that were hashed. */
  record: string;
  hash: string;
};

/** What was signed of each chain, once a day. */
export type LedgerHeadsTable = {
  user_id: string;
  /** UTC day, 2025-01-02. */
  day: string;
  records: number;
  hash: string;
  signed_at: Moment;
  key_id: string;
  signature: string;
};

/** Tokens that the assistant's model has read and written on a UTC day, those set aside included. */
export type AssistantSpendingTable = { day: string; tokens: number };
