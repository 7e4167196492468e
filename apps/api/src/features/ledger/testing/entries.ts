import { GENESIS, recordEnd, recordStart, sha256 } from '@quorate/ledger/format';
import { canonicalJson } from '@quorate/trading/market/canonical-json';
import type { Db } from '../../../db/tables.ts';
import { findChainEnd } from '../ledger.queries.ts';
import { type LedgerKey, signHead } from '../ledger-key.ts';

/** A made-up record, unlike others by its number; with text that has to be escaped. */
export function entryOf(number: number) {
  return {
    kind: number % 2 === 0 ? 'outcome' : 'decision',
    at: new Date(Date.UTC(2026, 2, 2) + number * 60_000),
    body: {
      reason: reasonOf(number),
      p_up: 0.61,
      votes: [{ analyst: 'trend', share: 1 / 3 }, null],
    },
  };
}

function reasonOf(number: number): string {
  return `Nº ${number}: “up”, 'down' \\ \u0000 {not, an, "array"} %s $1 ✓`;
}

/** Chains records to a ledger, as the service did before there was the record. */
export async function chainRecords(
  db: Db,
  userId: string,
  entries: readonly ReturnType<typeof entryOf>[],
): Promise<void> {
  if (entries.length === 0) return;
  let { records: position, hash } = await findChainEnd(db, userId);
  let prev = GENESIS;
  const rows = entries.map(({ at, kind, body }) => {
    prev = hash;
    position += 1;
    const start = recordStart({ at: at.toISOString(), body: canonicalJson(body), kind });
    const record = start + recordEnd(position, prev);
    hash = sha256(record);
    return { user_id: userId, position, record, hash };
  });
  const end = { records: position, prev, hash };
  await db
    .insertInto('ledger_chains')
    .values({ user_id: userId, ...end })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(end))
    .execute();
  await db.insertInto('ledger_records').values(rows).execute();
}

/** Signs and keeps where a ledger ends, as the service did once a day. */
export async function keepHead(
  db: Db,
  key: LedgerKey,
  userId: string,
  signedAt: Date,
): Promise<void> {
  const end = await findChainEnd(db, userId);
  const { signature } = signHead(key, userId, end, signedAt.toISOString());
  const head = { day: signedAt.toISOString().slice(0, 10), ...end, signed_at: signedAt, signature };
  const signer = { key_id: key.id, public_key: key.publicKey };
  await db
    .insertInto('ledger_heads')
    .values({ user_id: userId, ...head, ...signer })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
