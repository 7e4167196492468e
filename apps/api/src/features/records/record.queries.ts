import type { Pagination } from '@quorate/contract/reply';
import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import { offsetOf, type PageRequest, paginate } from '../../http/paging.ts';

export type StoredStream = Readonly<{
  subject_id: string;
  id: string;
  key: string;
  entries: number;
}>;

/** The user's streams; of one account, where one is named. */
export function listStreams(db: Db, userId: string, accountId?: string): Promise<StoredStream[]> {
  return db
    .selectFrom('record_streams')
    .select(['subject_id', 'id', 'key', 'entries'])
    .where('user_id', '=', userId)
    .$if(accountId !== undefined, (rows) => rows.where('subject_id', '=', accountId as string))
    .orderBy('subject_id')
    .execute();
}

export type LoggedLeaf = Readonly<{
  leaf_index: number;
  stream: string;
  position: number;
  leaf: string;
}>;

/**
 * Leaves of several streams in the order of the log.
 *
 * @param after by stream: the position behind which they begin
 * @param below only those before this index
 */
export async function listLogged(
  db: Db,
  after: ReadonlyMap<string, number>,
  { below, limit }: Readonly<{ below: number; limit: number }>,
): Promise<LoggedLeaf[]> {
  const { rows } = await sql<LoggedLeaf>`
    select found.leaf_index, found.stream, found.position, found.leaf
    from unnest(${[...after.keys()]}::text[], ${[...after.values()]}::bigint[]) as each (stream, after),
      lateral (
        select * from log_leaves as leaf
        where leaf.stream = each.stream and leaf.position > each.after and leaf.leaf_index < ${below}
        order by leaf.position limit ${limit}
      ) as found
    order by found.leaf_index limit ${limit}
  `.execute(db);
  return rows;
}

/** How many entries of each stream are among the first of the log. */
export async function countLogged(
  db: Db,
  streams: readonly string[],
  below: number,
): Promise<Map<string, number>> {
  const { rows } = await sql<{ stream: string; entries: number }>`
    select each.stream, last.position as entries
    from unnest(${streams}::text[]) as each (stream),
      lateral (
        select position from log_leaves as leaf
        where leaf.stream = each.stream and leaf.leaf_index < ${below}
        order by leaf.position desc limit 1
      ) as last
  `.execute(db);
  return new Map(rows.map(({ stream, entries }) => [stream, entries]));
}

export type StoredParts = Readonly<{
  subject_id: string;
  position: number;
  body: string | null;
  body_salt: Uint8Array | null;
  private: string | null;
  private_salt: Uint8Array | null;
}>;

/** What entries say. */
export async function listParts(
  db: Db,
  userId: string,
  places: readonly Readonly<{ subjectId: string; position: number }>[],
): Promise<StoredParts[]> {
  const { rows } = await sql<StoredParts>`
    select entry.subject_id, entry.position, entry.body, entry.body_salt, entry.private, entry.private_salt
    from unnest(${places.map(({ subjectId }) => subjectId)}::uuid[],
      ${places.map(({ position }) => position)}::bigint[]) as each (subject_id, position)
    join record_entries as entry on entry.user_id = ${userId}::uuid
      and entry.subject_id = each.subject_id and entry.position = each.position
  `.execute(db);
  return rows;
}

/** Rows of the log's tiles, by `LEVEL INDEX`. */
export async function findTiles(
  db: Db,
  places: readonly Readonly<{ level: number; index: number }>[],
): Promise<Map<string, Uint8Array>> {
  if (places.length === 0) return new Map();
  const { rows } = await sql<{ level: number; tile: number; hashes: Uint8Array }>`
    select row.level, row.tile, row.hashes
    from unnest(${places.map(({ level }) => level)}::smallint[],
      ${places.map(({ index }) => index)}::bigint[]) as each (level, tile)
    join log_tiles as row on row.level = each.level and row.tile = each.tile
  `.execute(db);
  return new Map(rows.map(({ level, tile, hashes }) => [`${level} ${tile}`, hashes]));
}

export type ShownStream = Readonly<{
  id: string;
  subject_id: string;
  server: string | null;
  login: string | null;
  entries: number;
  last_at: Date;
}>;

/** A page of the user's streams with their accounts, those with the newest entry first. */
export async function listShownStreams(
  db: Db,
  userId: string,
  page: PageRequest,
): Promise<{ rows: ShownStream[]; pagination: Pagination }> {
  const { rows } = await sql<ShownStream & { total: number }>`
    select stream.id, stream.subject_id, account.server, account.login, stream.entries, last.at as last_at,
      count(*) over () as total
    from record_streams as stream
    join record_entries as last on last.user_id = stream.user_id and last.subject_id = stream.subject_id
      and last.position = stream.entries
    left join trading_accounts as account on account.user_id = stream.user_id and account.id = stream.subject_id
    where stream.user_id = ${userId}::uuid
    order by last.at desc, stream.id
    limit ${page.per_page} offset ${offsetOf(page)}
  `.execute(db);
  const total = rows[0]?.total ?? (await countStreams(db, userId));
  return { rows, pagination: paginate(page, total) };
}

/** A page behind the last one has no row to tell how many there are. */
async function countStreams(db: Db, userId: string): Promise<number> {
  const { total } = await db
    .selectFrom('record_streams')
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return total;
}
