import { GENESIS } from '@quorate/ledger/format';
import type { Db } from '../../db/tables.ts';

/** Where a chain ends. */
export type ChainEnd = Readonly<{ records: number; hash: string }>;

/** @returns an end at the beginning for whoever has no record */
export async function findChainEnd(db: Db, userId: string): Promise<ChainEnd> {
  const end = await db
    .selectFrom('ledger_chains')
    .select(['records', 'hash'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return end ?? { records: 0, hash: GENESIS };
}

/** Records of a chain in their order, from behind one place up to another. */
export function listRecords(
  db: Db,
  userId: string,
  { after, upTo, limit }: { after: number; upTo: number; limit: number },
) {
  return db
    .selectFrom('ledger_records')
    .select(['position', 'record', 'hash'])
    .where('user_id', '=', userId)
    .where('position', '>', after)
    .where('position', '<=', upTo)
    .orderBy('position')
    .limit(limit)
    .execute();
}
