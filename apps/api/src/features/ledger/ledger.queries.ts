import { GENESIS, RECORD_END } from '@quorate/ledger/format';
import { type RawBuilder, sql } from 'kysely';
import { prepared } from '../../db/prepared.ts';
import { FREES_ROWS_SOON } from '../../db/query-limit.ts';
import type { Db } from '../../db/tables.ts';
import { TextArray } from '../../db/text-array.ts';

/** Where a chain ends. */
export type ChainEnd = Readonly<{ records: number; hash: string }>;

export type ChainedRecord = Readonly<{ position: number; text: string; hash: string }>;

/** A record up to its place in the chain, and its hash if it is the first. */
export type FirstRecord = Readonly<{ userId: string; start: string; hashIfFirst: string }>;

/**
 * Chains one record of each user in one statement. Of several at once each waits for the one before on the row of the
 * chain, and is chained to it.
 *
 * @param records of different users
 */
export async function appendEach(db: Db, records: readonly FirstRecord[]): Promise<void> {
  const inOrder = records.toSorted((one, other) => (one.userId < other.userId ? -1 : 1));
  const ids = inOrder.map(({ userId }) => userId);
  const starts = new TextArray(inOrder.map(({ start }) => start));
  const hashes = inOrder.map(({ hashIfFirst }) => hashIfFirst);
  await sql`${prepared}
    with said as (
      select * from unnest(${ids}::uuid[], ${starts}::text[], ${hashes}::text[]) as each (user_id, start, hash)
    ), chain as (
      insert into ledger_chains as c (user_id, records, prev, hash)
      select user_id, 1, ${GENESIS}, hash from said
      on conflict (user_id) do update set
        records = c.records + 1,
        prev = c.hash,
        hash = encode(sha256(convert_to(${textOf(
          sql`(select start from said where said.user_id = c.user_id)`,
          sql`c.records + 1`,
          sql`c.hash`,
        )}, 'UTF8')), 'hex')
      returning user_id, records, prev, hash
    )
    insert into ledger_records (user_id, position, record, hash)
    select chain.user_id, records, ${textOf(sql`start`, sql`records`, sql`prev`)}, chain.hash
    from chain join said on said.user_id = chain.user_id
  `.execute(db);
}

/** The whole text of the record that begins so. */
function textOf(
  start: RawBuilder<unknown>,
  position: RawBuilder<unknown>,
  prev: RawBuilder<unknown>,
): RawBuilder<unknown> {
  const [before, between, end] = [RECORD_END.position, RECORD_END.prev, RECORD_END.end].map(
    (text) => sql.lit(text),
  );
  return sql`${start} || ${before} || (${position})::text || ${between} || ${prev} || ${end}`;
}

/** Nobody adds to these chains until the transaction is over, or has said nothing for some seconds. */
export async function lockChains(db: Db, userIds: readonly string[]): Promise<void> {
  await sql`${prepared}
    select from ledger_chains, (select ${sql.raw(FREES_ROWS_SOON)}) as patience
    where user_id = any(${userIds}::uuid[]) order by user_id for update of ledger_chains
  `.execute(db);
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
