import { GENESIS, recordEnd, recordStart, sha256 } from '@quorate/ledger/format';
import { canonicalJson } from '@quorate/trading/market/canonical-json';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Db } from '../../db/tables.ts';
import {
  addRecords,
  appendEach,
  type ChainedRecord,
  type FirstRecord,
  lockChain,
} from './ledger.queries.ts';
import type { LedgerEntry } from './ledger-entry.ts';

/** Records of one statement: far below what PostgreSQL takes as parameters. */
const BATCH = 500;

/**
 * Chains records to the user's ledger, in the caller's transaction: with it they are stored or gone. The
 * chain is locked until that ends, so that this is best among its last statements.
 */
export async function appendRecords(
  db: Db,
  userId: string,
  entries: readonly LedgerEntry[],
): Promise<void> {
  const starts = entries.map(startOf);
  const [start] = starts;
  if (start === undefined) return;
  if (starts.length > 1) return inTransaction(db, (tx) => appendMany(tx, userId, starts));
  await appendEach(db, [firstRecord(userId, start)]);
}

/** One record of each user: the chains are best locked by `lockChains` before whatever else is. */
export async function appendOfEach(
  db: Db,
  entries: readonly Readonly<{ userId: string; entry: LedgerEntry }>[],
): Promise<void> {
  await appendEach(
    db,
    entries.map(({ userId, entry }) => firstRecord(userId, startOf(entry))),
  );
}

function startOf({ at, body, kind }: LedgerEntry): string {
  return recordStart({ at: at.toISOString(), body: canonicalJson(body), kind });
}

function firstRecord(userId: string, start: string): FirstRecord {
  return { userId, start, hashIfFirst: sha256(start + recordEnd(1, GENESIS)) };
}

async function appendMany(db: Db, userId: string, starts: readonly string[]): Promise<void> {
  let { records: position, hash } = await lockChain(db, userId);
  for (let from = 0; from < starts.length; from += BATCH) {
    let prev = hash;
    const chained: ChainedRecord[] = [];
    for (const start of starts.slice(from, from + BATCH)) {
      prev = hash;
      position += 1;
      const text = start + recordEnd(position, prev);
      hash = sha256(text);
      chained.push({ position, text, hash });
    }
    await addRecords(db, userId, chained, { records: position, hash, prev });
  }
}
