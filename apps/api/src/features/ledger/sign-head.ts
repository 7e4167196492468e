import type { SignedHead } from '@quorate/contract/ledger';
import { headStatement } from '@quorate/ledger/format';
import type { ChainEnd } from './ledger.queries.ts';
import type { LedgerKey } from './ledger-key.ts';

/** Says where a chain ends, and signs it. @param signedAt ISO 8601, UTC */
export function signHead(
  key: LedgerKey,
  userId: string,
  { records, hash }: ChainEnd,
  signedAt: string,
): SignedHead {
  const head = { user: userId, records, hash, signedAt, keyId: key.id };
  const signature = key.sign(headStatement(head));
  return { records, hash, signed_at: signedAt, key_id: key.id, signature };
}
