import { createHash, hash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../apps/api/src/db/tables.ts';
import { lockLog, storeTiles } from '../../apps/api/src/features/records/log/log.queries.ts';
import { createTreeHead, leafHash } from '../../packages/tlog/src/merkle.ts';
import { type GrownTile, growTiles } from '../../packages/tlog/src/tiles.ts';

const STREAMS = 1_000;
/** Leaves that are hashed and stored as tiles at once: whole tiles of two levels. */
const BATCH = 65_536;
const ROWS = 1_000_000;

/**
 * Fills an empty log with entries of a thousand accounts, as if they had been taken in one after the other.
 *
 * @returns the root of their tree, computed from left to right, which the tiles have to give, too
 */
export async function fillLog(
  db: Db,
  entries: number,
  { origin, say }: Readonly<{ origin: string; say: (line: string) => void }>,
): Promise<Uint8Array> {
  await lockLog(db, origin);
  for (let from = 0; from < entries; from += ROWS) {
    await insertLeaves(db, from, Math.min(entries, from + ROWS));
    say(`${Math.min(entries, from + ROWS)} entries stored`);
  }
  const streams = Array.from({ length: STREAMS }, (_, at) =>
    createHash('md5').update(String(at)).digest('hex'),
  );
  const head = createTreeHead();
  /** The last tile of each level, which the next batch goes on with. */
  const last = new Map<number, GrownTile>();
  for (let size = 0; size < entries; ) {
    const count = Math.min(BATCH, entries - size);
    const leaves = Array.from({ length: count }, (_, at) => {
      const index = size + at;
      return leafHash(Buffer.from(leafOf(index, streams[index % STREAMS] ?? '')));
    });
    for (const leaf of leaves) head.add(leaf);
    const grown = await growTiles(
      async ({ level }) => last.get(level)?.hashes ?? new Uint8Array(),
      size,
      leaves,
    ).catch((error: unknown) => {
      throw new Error(`the tiles of ${size} entries do not go on`, { cause: error });
    });
    for (const tile of grown.tiles) last.set(tile.level, tile);
    await storeTiles(db, grown.tiles);
    size = grown.size;
    if ((size / BATCH) % 32 === 0) say(`${size} entries hashed`);
  }
  await db.updateTable('log_state').set({ size: entries }).execute();
  await sql`vacuum analyze log_leaves, log_tiles`.execute(db);
  return head.root();
}

/** The text that `insertLeaves` makes in the database, where ten million of them are soonest made. */
function leafOf(index: number, stream: string): string {
  const body = hash('sha256', String(index));
  const position = Math.floor(index / STREAMS) + 1;
  return `{"at":"2026-03-02T10:00:00.000Z","body":"${body}","kind":"decision","position":${position},"private":"${body}","stream":"${stream}","v":2}`;
}

async function insertLeaves(db: Db, from: number, to: number): Promise<void> {
  await sql`
    insert into log_leaves (leaf_index, stream, position, leaf)
    select index, stream, position, '{"at":"2026-03-02T10:00:00.000Z","body":"' || body
      || '","kind":"decision","position":' || position || ',"private":"' || body
      || '","stream":"' || stream || '","v":2}'
    from generate_series(${from}::bigint, ${to - 1}::bigint) as index,
      lateral (select encode(sha256(index::text::bytea), 'hex') as body,
        md5((index % ${STREAMS})::text) as stream, index / ${STREAMS} + 1 as position) as each
  `.execute(db);
}
