import { readLeaf } from '@quorate/record/leaf';
import type { CheckedRecord } from '@quorate/record/verify-record';
import { type Checkpoint, readCheckpoint } from '@quorate/tlog/checkpoint';
import { createTreeHead, HASH_BYTES, type Hash, isSameHash, leafHash } from '@quorate/tlog/merkle';
import { readNote, type VerifierKey, verifyNote } from '@quorate/tlog/note';
import { consistencyProof, isGrownFrom } from '@quorate/tlog/proofs';
import {
  entriesPath,
  rootInTile,
  rootsFrom,
  TILE_WIDTH,
  type TilePlace,
  tilePath,
} from '@quorate/tlog/tiles';

/** What is wrong with a log, in a sentence. */
class LogError extends Error {
  override name = 'LogError';
}

const WAIT_MS = 30_000;
/** A checkpoint or a tile is some kilobytes. */
const BYTES_MAX = 32 * 1024 * 1024;

async function get(url: string): Promise<Uint8Array> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(WAIT_MS), redirect: 'error' });
  if (!answer.ok) {
    await answer.body?.cancel();
    throw new LogError(`${url} answered ${answer.status}`);
  }
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of answer.body ?? []) {
    length += chunk.length;
    if (length > BYTES_MAX) throw new LogError(`${url} is longer than any file of a log`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** Hashes of a tile. @throws LogError where they are more or fewer than its place says */
async function getTile(log: string, place: TilePlace): Promise<Uint8Array> {
  const path = tilePath(place);
  const bytes = await get(`${log}/${path}`);
  if (bytes.length === place.width * HASH_BYTES) return bytes;
  throw new LogError(`${path} does not hold ${place.width} hashes`);
}

/** A checkpoint, and the witnesses that have cosigned it, with their time in seconds since 1970. */
export type SignedCheckpoint = Checkpoint &
  Readonly<{ cosigned: readonly Readonly<{ name: string; at: number }>[] }>;

/**
 * The tree that a log has signed now.
 *
 * @param witnesses whose cosignatures are checked; that one is missing is no fault, it may not have been asked yet
 * @throws LogError unless the key has signed it, and where a cosignature is false
 */
export async function fetchCheckpoint(
  log: string,
  key: VerifierKey,
  witnesses: readonly VerifierKey[] = [],
): Promise<SignedCheckpoint> {
  const note = readNote(new TextDecoder().decode(await get(`${log}/checkpoint`)));
  const checkpoint = note && readCheckpoint(note.text);
  if (!note || !checkpoint || checkpoint.origin !== key.name)
    throw new LogError(`${log}/checkpoint is no checkpoint of ${key.name}`);
  if ((await verifyNote(note, key)).kind !== 'signed')
    throw new LogError(`${log}/checkpoint is not signed with the key ${key.name} ${key.id}`);
  const cosigned: { name: string; at: number }[] = [];
  for (const { name, id, ...witness } of witnesses) {
    const seen = await verifyNote(note, { name, id, ...witness });
    if (seen.kind === 'false')
      throw new LogError(`${log}/checkpoint bears a false cosignature of ${name} ${id}`);
    if (seen.kind === 'signed' && seen.at !== null) cosigned.push({ name, at: seen.at });
  }
  return { ...checkpoint, cosigned };
}

/** @throws LogError where the log does not begin with what an earlier checkpoint has signed */
export async function expectGrown(
  log: string,
  earlier: Checkpoint,
  now: Checkpoint,
): Promise<void> {
  if (now.size < earlier.size)
    throw new LogError(
      `the log has ${now.size} entries, and had ${earlier.size}: it was cut, or shows different people different trees`,
    );
  const rootOf = rootsFrom((place) => getTile(log, place), now.size);
  const proof = await consistencyProof(earlier.size, now.size, rootOf);
  if (!isGrownFrom(earlier, now, proof))
    throw new LogError(
      `the log of ${now.size} entries does not begin with the ${earlier.size} that it has signed before: it was written again`,
    );
}

/**
 * Reads every entry of a log, does its tree again, and holds its tiles to it.
 *
 * @param say takes progress
 * @param onEntry takes each entry with its place, before it is known whether all of them give the tree
 * @throws LogError where the entries do not give the tiles or the tree that is signed
 */
export async function readWholeLog(
  log: string,
  { size, root }: Checkpoint,
  say: (line: string) => void,
  onEntry: (entry: Uint8Array, index: number) => void = () => undefined,
): Promise<void> {
  const head = createTreeHead();
  const tiles = createTileCheck(log);
  for (let from = 0; from < size; from += TILE_WIDTH) {
    const place = { index: from / TILE_WIDTH, width: Math.min(TILE_WIDTH, size - from) };
    const path = entriesPath(place);
    const [bytes, tile] = await Promise.all([
      get(`${log}/${path}`),
      getTile(log, { ...place, level: 0 }),
    ]);
    const entries = entriesOf(path, bytes);
    for (const [at, entry] of entries.entries()) onEntry(entry, from + at);
    const hashes = entries.map(leafHash);
    if (hashes.length !== place.width)
      throw new LogError(`${path} does not hold ${place.width} entries`);
    for (const hash of hashes) head.add(hash);
    await tiles.take(hashes, tile);
    if (from > 0 && (from / TILE_WIDTH) % 400 === 0) say(`read ${from} of ${size} entries`);
  }
  await tiles.end();
  if (!isSameHash(head.root(), root))
    throw new LogError('the entries of the log do not give the tree that it has signed');
}

/**
 * Reads a whole log and finds the entries of a file's streams in it: the service alone signs how many they are.
 *
 * @throws LogError where the log has more of them below the file's tree than the file
 */
export async function expectNoneLeftOut(
  log: string,
  now: Checkpoint,
  { size, streams }: Readonly<{ size: number; streams: CheckedRecord['streams'] }>,
  say: (line: string) => void,
): Promise<void> {
  const found = new Map(streams.map(({ id }) => [id, 0]));
  await readWholeLog(log, now, say, (entry, index) => {
    const id = index < size ? readLeaf(new TextDecoder().decode(entry))?.stream : undefined;
    const count = id === undefined ? undefined : found.get(id);
    if (id !== undefined && count !== undefined) found.set(id, count + 1);
  });
  for (const { id, entries } of streams)
    if (found.get(id) !== entries)
      throw new LogError(
        `the log has ${found.get(id)} entries of the stream ${id} up to ${size}, and the file has ${entries}: entries were left out`,
      );
}

/** Tiles of every level, held to the hashes below them as they come. */
function createTileCheck(log: string) {
  /** Of each level above the lowest: the hashes of its last tile, and how many tiles were full before. */
  const levels: { hashes: Hash[]; full: number }[] = [];
  let leaves = 0;

  const expectTile = (place: TilePlace, hashes: readonly Hash[], tile: Uint8Array) => {
    const isSame = hashes.every((hash, at) =>
      isSameHash(hash, tile.subarray(at * HASH_BYTES, (at + 1) * HASH_BYTES)),
    );
    if (!isSame)
      throw new LogError(`${tilePath(place)} does not hold the hashes of what lies below it`);
  };

  const add = async (level: number, hash: Hash): Promise<void> => {
    const own = levels[level] ?? { hashes: [], full: 0 };
    levels[level] = own;
    own.hashes.push(hash);
    if (own.hashes.length < TILE_WIDTH) return;
    const tile = await expectLast(level);
    levels[level] = { hashes: [], full: own.full + 1 };
    await add(level + 1, rootInTile(tile, 0, TILE_WIDTH));
  };

  const expectLast = async (level: number): Promise<Uint8Array> => {
    const { hashes, full } = levels[level] ?? { hashes: [], full: 0 };
    const place = { level, index: full, width: hashes.length };
    const tile = await getTile(log, place);
    expectTile(place, hashes, tile);
    return tile;
  };

  return {
    /** @param tile as the log has it of these leaves, at most 256 */
    async take(hashes: readonly Hash[], tile: Uint8Array): Promise<void> {
      const index = Math.floor(leaves / TILE_WIDTH);
      expectTile({ level: 0, index, width: hashes.length }, hashes, tile);
      leaves += hashes.length;
      if (hashes.length === TILE_WIDTH) await add(1, rootInTile(tile, 0, TILE_WIDTH));
    },
    /** The last tile of each level is a partial one, unless the level above has just taken it. */
    async end(): Promise<void> {
      for (const [level, own] of levels.entries())
        if (own && own.hashes.length > 0) await expectLast(level);
    },
  };
}

/** Entries of a bundle, each behind its length in two bytes. @throws LogError for one that is cut off */
function entriesOf(path: string, bytes: Uint8Array): Uint8Array[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const entries: Uint8Array[] = [];
  for (let at = 0; at < bytes.length; ) {
    const end = at + 2 + (at + 2 <= bytes.length ? view.getUint16(at) : 0);
    if (end > bytes.length) throw new LogError(`${path} is cut off within an entry`);
    entries.push(bytes.subarray(at + 2, end));
    at = end;
  }
  return entries;
}
