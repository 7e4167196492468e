import type { Moment } from './column-types.ts';

/** How long each user's chain is, and the hashes of its last record and of the one before. */
export type LedgerChainsTable = { user_id: string; records: number; prev: string; hash: string };

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
  /** SubjectPublicKeyInfo as DER, in base64: a key may be replaced, and what it signed stays. */
  public_key: string;
  signature: string;
};

/** Tokens that models have read and written on a UTC day for many callers, those set aside included. */
export type DaySpendingTable = { day: string; tokens: number };
