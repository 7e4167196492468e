import { verifierKeyText } from '@quorate/tlog/note';
import { sql } from 'kysely';
import { acrossUsers } from '../../../db/across-users.ts';
import { prepared } from '../../../db/prepared.ts';
import type { Db } from '../../../db/tables.ts';
import { TextArray } from '../../../db/text-array.ts';
import { type LogKey, originOf, verifierKeyOf } from './log-key.ts';

export type LogState = Readonly<{ origin: string; size: number }>;

/** Nobody else adds to the log until the transaction is over. @param origin what it is called if it is new */
export async function lockLog(db: Db, origin: string): Promise<LogState> {
  return db
    .insertInto('log_state')
    .values({ one: true, origin, size: 0 })
    .onConflict((conflict) =>
      conflict.column('one').doUpdateSet((row) => ({ size: row.ref('log_state.size') })),
    )
    .returning(['origin', 'size'])
    .executeTakeFirstOrThrow();
}

export async function findLog(db: Db): Promise<LogState | undefined> {
  return db
    .selectFrom('log_state')
    .modifyFront(prepared)
    .select(['origin', 'size'])
    .executeTakeFirst();
}

export type WaitingLeaf = Readonly<{ stream: string; position: number; leaf: string }>;

/** Takes leaves out of the outbox, those of one stream in their order. */
export async function takeWaiting(db: Db, limit: number): Promise<WaitingLeaf[]> {
  const { rows } = await sql<WaitingLeaf>`
    with taken as ${acrossUsers('the log takes in entries of everybody')} (
      delete from log_outbox where id in (select id from log_outbox order by id limit ${limit})
      returning id, stream, position, leaf
    )
    select stream, position, leaf from taken order by id
  `.execute(db);
  return rows;
}

/** @param from index of the first of them */
export async function storeLeaves(
  db: Db,
  from: number,
  leaves: readonly WaitingLeaf[],
): Promise<void> {
  await sql`${prepared}
    insert into log_leaves (leaf_index, stream, position, leaf)
    select ${from}::bigint + number - 1, stream, position, leaf
    from unnest(${leaves.map(({ stream }) => stream)}::text[], ${leaves.map(({ position }) => position)}::bigint[],
      ${new TextArray(leaves.map(({ leaf }) => leaf))}::text[])
      with ordinality as each (stream, position, leaf, number)
  `.execute(db);
}

export async function findTile(
  db: Db,
  { level, index }: Readonly<{ level: number; index: number }>,
): Promise<Uint8Array | undefined> {
  const row = await db
    .selectFrom('log_tiles')
    .modifyFront(prepared)
    .select('hashes')
    .where('level', '=', level)
    .where('tile', '=', index)
    .executeTakeFirst();
  return row?.hashes;
}

export async function storeTiles(
  db: Db,
  tiles: readonly Readonly<{ level: number; index: number; hashes: Uint8Array }>[],
): Promise<void> {
  await db
    .insertInto('log_tiles')
    .values(tiles.map(({ level, index, hashes }) => ({ level, tile: index, hashes })))
    .onConflict((conflict) =>
      conflict
        .columns(['level', 'tile'])
        .doUpdateSet((row) => ({ hashes: row.ref('excluded.hashes') })),
    )
    .execute();
}

export type KeptCheckpoint = Readonly<{ size: number; note: string; signed_at: Date }>;

/** Stores the newest checkpoint. Of the earlier ones the last of each minute stays, and each that was stamped. */
export async function storeCheckpoint(db: Db, checkpoint: KeptCheckpoint): Promise<void> {
  await db.updateTable('log_state').set({ size: checkpoint.size }).execute();
  await sql`
    delete from log_checkpoints
    where id = (select max(id) from log_checkpoints) and stamp is null
      and date_trunc('minute', signed_at) = date_trunc('minute', ${checkpoint.signed_at}::timestamptz)
  `.execute(db);
  await db.insertInto('log_checkpoints').values(checkpoint).execute();
}

export async function findNewestCheckpoint(db: Db): Promise<KeptCheckpoint | undefined> {
  return db
    .selectFrom('log_checkpoints')
    .modifyFront(prepared)
    .select(['size', 'note', 'signed_at'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** The key that the log is signed with; undefined before its first entry. */
export async function findKey(db: Db): Promise<string | undefined> {
  const row = await db
    .selectFrom('log_keys')
    .select('key')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.key;
}

/**
 * The key that the log is signed with, as people hand it on: what the service would sign with where it has signed nothing
 * yet. After another SECRET_KEY the log still has its own key.
 */
export async function keyOfLog({
  db,
  logKey,
  publicUrl,
}: Readonly<{ db: Db; logKey: LogKey; publicUrl: string }>): Promise<string> {
  const known = await findKey(db);
  if (known !== undefined) return known;
  const { origin = originOf(publicUrl) } = (await findLog(db)) ?? {};
  return verifierKeyText(verifierKeyOf(logKey, origin));
}

export async function storeKey(
  db: Db,
  key: Readonly<{ key: string; note: string | null; since: Date }>,
): Promise<void> {
  await db.insertInto('log_keys').values(key).execute();
}

/** Entries about the log itself belong to no user. */
const NOBODY = '00000000-0000-0000-0000-000000000000';

/** The log goes on with another key; what says so becomes an entry of it. */
export async function storeKeyChange(
  db: Db,
  change: Readonly<{ key: string; note: string; since: Date }>,
): Promise<void> {
  await storeKey(db, change);
  const position = (await listKeyNotes(db)).length;
  await db
    .insertInto('log_outbox')
    .values({ user_id: NOBODY, stream: 'key', position, leaf: change.note })
    .execute();
}

/** Keys of the log, the newest first. */
export async function listKeys(db: Db, limit: number) {
  return db
    .selectFrom('log_keys')
    .select(['key', 'note', 'since'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}

/** What says that one key follows another, oldest first. */
export async function listKeyNotes(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('log_keys').select('note').orderBy('id').execute();
  return rows.flatMap(({ note }) => note ?? []);
}

/** Leaves from one index up to another, which is not among them. */
export async function listLeaves(db: Db, from: number, to: number): Promise<string[]> {
  const rows = await db
    .selectFrom('log_leaves')
    .modifyFront(prepared)
    .select('leaf')
    .where('leaf_index', '>=', from)
    .where('leaf_index', '<', to)
    .orderBy('leaf_index')
    .execute();
  return rows.map(({ leaf }) => leaf);
}
