import { GENESIS, RECORD_END } from '@quorate/ledger/format';
import { type RawBuilder, sql } from 'kysely';
import { prepared } from '../../db/prepared.ts';
import type { Db } from '../../db/tables.ts';

/** Where a chain ends. */
export type ChainEnd = Readonly<{ records: number; hash: string }>;

export type ChainedRecord = Readonly<{ position: number; text: string; hash: string }>;

/**
 * Chains one record in one statement. Of several at once each waits for the one before on the row of the
 * chain, and is chained to it.
 *
 * @param record its text up to the place, and its hash if it is the first of the chain
 */
export async function appendRecord(
  db: Db,
  userId: string,
  { start, hashIfFirst }: { start: string; hashIfFirst: string },
): Promise<void> {
  await sql`${prepared}
    with said as (
      select ${start}::text as start
    ), chain as (
      insert into ledger_chains as c (user_id, records, prev, hash)
      values (${userId}, 1, ${GENESIS}, ${hashIfFirst})
      on conflict (user_id) do update set
        records = c.records + 1,
        prev = c.hash,
        hash = encode(sha256(convert_to(${textOf(sql`c.records + 1`, sql`c.hash`)}, 'UTF8')), 'hex')
      returning records, prev, hash
    )
    insert into ledger_records (user_id, position, record, hash)
    select ${userId}, records, ${textOf(sql`records`, sql`prev`)}, hash from chain
  `.execute(db);
}

/** The whole text of the record that `said` begins. */
function textOf(position: RawBuilder<unknown>, prev: RawBuilder<unknown>): RawBuilder<unknown> {
  const [before, between, end] = [RECORD_END.position, RECORD_END.prev, RECORD_END.end].map(
    (text) => sql.lit(text),
  );
  return sql`(select start from said) || ${before} || (${position})::text || ${between} || ${prev} || ${end}`;
}

/** Where a chain ends; nobody moves it until the transaction is over. */
export async function lockChain(db: Db, userId: string): Promise<ChainEnd> {
  return db
    .insertInto('ledger_chains')
    .values({ user_id: userId, records: 0, prev: GENESIS, hash: GENESIS })
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet((row) => ({ records: row.ref('ledger_chains.records') })),
    )
    .returning(['records', 'hash'])
    .executeTakeFirstOrThrow();
}

/** Adds records to a chain that is locked. @param prev hash of the last but one of them */
export async function addRecords(
  db: Db,
  userId: string,
  records: readonly ChainedRecord[],
  end: ChainEnd & { prev: string },
): Promise<void> {
  await db
    .with('chain', (inside) =>
      inside.updateTable('ledger_chains').set(end).where('user_id', '=', userId),
    )
    .insertInto('ledger_records')
    .values(
      records.map(({ position, text, hash }) => ({
        user_id: userId,
        position,
        record: text,
        hash,
      })),
    )
    .execute();
}

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
