import type { SignedHead } from '@quorate/contract/ledger';
import { headStatement } from '@quorate/ledger/format';
import { isoFromInstant } from '@quorate/values/instant';
import type { Db } from '../../db/tables.ts';
import type { Clock } from '../../process/clock.ts';
import { type KeptHead, keepHeads, listChainsToSign } from './heads.queries.ts';
import type { ChainEnd } from './ledger.queries.ts';
import type { LedgerKey } from './ledger-key.ts';

/** Chains that are signed at once. */
const BATCH = 200;

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

/**
 * Signs and keeps, once a UTC day, where each chain ends that has grown since: a chain that is cut or
 * written again afterwards cannot match. Safe to run twice and by several services.
 */
export async function signLedgerHeads(
  { db, clock, ledgerKey }: { db: Db; clock: Clock; ledgerKey: LedgerKey },
  batch = BATCH,
): Promise<void> {
  const signedAt = isoFromInstant(clock.now());
  const day = signedAt.slice(0, 10);
  let after: string | null = null;
  for (;;) {
    const chains: Awaited<ReturnType<typeof listChainsToSign>> = await listChainsToSign(db, {
      day,
      after,
      limit: batch,
    });
    const last = chains.at(-1);
    if (!last) return;
    await keepHeads(
      db,
      chains.map(({ user_id, ...end }): KeptHead => {
        const { signature } = signHead(ledgerKey, user_id, end, signedAt);
        const { id: key_id, publicKey: public_key } = ledgerKey;
        return {
          user_id,
          day,
          ...end,
          signed_at: new Date(signedAt),
          key_id,
          public_key,
          signature,
        };
      }),
    );
    after = last.user_id;
  }
}
