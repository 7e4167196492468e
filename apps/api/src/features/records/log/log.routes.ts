import { HASH_BYTES } from '@quorate/tlog/merkle';
import { readTilePath, TILE_WIDTH, widthAt } from '@quorate/tlog/tiles';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { LRUCache } from 'lru-cache';
import type { Db } from '../../../db/tables.ts';
import { AppError } from '../../../http/app-error.ts';
import {
  findLog,
  findNewestCheckpoint,
  findTile,
  keyOfLog,
  listKeyNotes,
  listLeaves,
} from './log.queries.ts';
import type { LogKey } from './log-key.ts';

/** A tile says the same for ever. */
const FOR_EVER = 'public, max-age=31536000, immutable';
/** Recently read tiles stay in memory: every reader of the log needs the upper ones. */
const CACHED_BYTES = 16 * 1024 * 1024;

/**
 * Serves the log in the layout of C2SP tlog-tiles, for any tool. Leaves name no user, so every site may read it.
 */
export function registerLog(
  app: FastifyInstance,
  { db, logKey, publicUrl }: Readonly<{ db: Db; logKey: LogKey; publicUrl: string }>,
): void {
  app.get('/.well-known/log-key', async (_request, reply) => {
    const key = await keyOfLog({ db, logKey, publicUrl });
    return asText(reply, 'public, max-age=60').send(`${key}\n`);
  });

  app.get('/.well-known/log-key/changes', async (_request, reply) =>
    reply
      .type('application/json; charset=utf-8')
      .header('cache-control', 'public, max-age=60')
      .header('access-control-allow-origin', '*')
      .send(JSON.stringify(await listKeyNotes(db))),
  );

  app.get('/log/checkpoint', async (_request, reply) => {
    const newest = await findNewestCheckpoint(db);
    if (!newest) throw new AppError('not_found');
    return asText(reply, 'no-cache').send(newest.note);
  });

  const cached = new LRUCache<string, Buffer>({
    maxSize: CACHED_BYTES,
    sizeCalculation: ({ length }) => length,
  });
  app.get('/log/*', async (request, reply) => {
    const { '*': path } = request.params as { '*': string };
    const body = cached.get(path) ?? (await readTile(db, path));
    cached.set(path, body);
    return reply
      .type('application/octet-stream')
      .header('cache-control', FOR_EVER)
      .header('access-control-allow-origin', '*')
      .send(body);
  });
}

async function readTile(db: Db, path: string): Promise<Buffer> {
  const place = readTilePath(path);
  const { size } = (place && (await findLog(db))) ?? { size: 0 };
  // What is not signed yet is not told.
  if (
    !place ||
    place.width > widthAt(place.level === 'entries' ? 0 : place.level, place.index, size)
  )
    throw new AppError('not_found');
  const { level, index, width } = place;
  const body =
    level === 'entries'
      ? await readEntries(db, index, width)
      : (await findTile(db, { level, index }))?.subarray(0, width * HASH_BYTES);
  if (!body) throw new Error(`${path} of a log of ${size} entries is not there`);
  return Buffer.from(body.buffer, body.byteOffset, body.byteLength);
}

function asText(reply: FastifyReply, caching: string): FastifyReply {
  return reply
    .type('text/plain; charset=utf-8')
    .header('cache-control', caching)
    .header('access-control-allow-origin', '*');
}

/** Entries of a tile, each behind its length in two bytes. */
async function readEntries(db: Db, index: number, width: number): Promise<Uint8Array | undefined> {
  const from = index * TILE_WIDTH;
  const leaves = await listLeaves(db, from, from + width);
  if (leaves.length < width) return undefined;
  return Buffer.concat(
    leaves.flatMap((leaf) => {
      const bytes = Buffer.from(leaf);
      const length = Buffer.alloc(2);
      length.writeUInt16BE(bytes.length);
      return [length, bytes];
    }),
  );
}
