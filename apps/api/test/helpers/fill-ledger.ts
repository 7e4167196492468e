import { GENESIS, recordEnd, recordStart, sha256 } from '@quorate/ledger/format';
import type { Db } from '../../src/db/tables.ts';

/** Gives a user a ledger of one record, and a head of it that was kept; nobody has signed it. */
export async function fillLedger(
  db: Db,
  userId: string,
  { body, signature, now }: { body: string; signature: string; now: Date },
): Promise<void> {
  const start = recordStart({ at: now.toISOString(), kind: 'decision', body });
  const record = start + recordEnd(1, GENESIS);
  const hash = sha256(record);
  const whose = { user_id: userId };
  await db
    .insertInto('ledger_chains')
    .values({ ...whose, records: 1, prev: GENESIS, hash })
    .execute();
  await db
    .insertInto('ledger_records')
    .values({ ...whose, position: 1, record, hash })
    .execute();
  await db
    .insertInto('ledger_heads')
    .values({
      ...whose,
      day: now.toISOString().slice(0, 10),
      records: 1,
      hash,
      signed_at: now,
      key_id: 'key',
      public_key: 'public key',
      signature,
    })
    .execute();
}
