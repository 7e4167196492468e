import { EMPTY_ROOT, HASH_BYTES, type Hash, nodeHash, type Subtree, splitOf } from './merkle.ts';
import type { RootOf } from './proofs.ts';

/** Hashes of a full tile, which is a subtree of height 8 (C2SP tlog-tiles). */
export const TILE_WIDTH = 256;

/** A tile of a level; with 1 to 255 hashes it is a partial one. */
export type TilePlace = Readonly<{ level: number; index: number; width: number }>;

/** Where a tile is, behind the log's address. @example 'tile/0/x001/234.p/7' */
export function tilePath({ level, index, width }: TilePlace): string {
  return `tile/${level}/${numbered(index)}${partOf(width)}`;
}

/** Where entries are, 256 of them at most. @example 'tile/entries/000.p/12' */
export function entriesPath({ index, width }: Omit<TilePlace, 'level'>): string {
  return `tile/entries/${numbered(index)}${partOf(width)}`;
}

/**
 * What a path of a log asks for.
 *
 * @param path behind the log's address
 * @returns null for what is no path of a tile, as one with other zeros than the format's
 */
export function readTilePath(
  path: string,
): (Omit<TilePlace, 'level'> & { level: number | 'entries' }) | null {
  const found = /^tile\/(entries|\d{1,2})\/((?:x\d{3}\/)*\d{3})(?:\.p\/(\d{1,3}))?$/.exec(path);
  if (!found) return null;
  const [, named = '', digits = '', part] = found;
  const level: number | 'entries' = named === 'entries' ? named : Number(named);
  const place = {
    level,
    index: Number(digits.replaceAll(/x|\//g, '')),
    width: part === undefined ? TILE_WIDTH : Number(part),
  };
  const isPlace =
    (level === 'entries' || level <= 63) &&
    Number.isSafeInteger(place.index) &&
    (part === undefined || (place.width > 0 && place.width < TILE_WIDTH));
  const written = level === 'entries' ? entriesPath(place) : tilePath({ ...place, level });
  return isPlace && written === path ? place : null;
}

function numbered(index: number): string {
  const digits = String(index);
  const parts = digits.padStart(Math.ceil(digits.length / 3) * 3, '0').match(/\d{3}/g) ?? [];
  return parts.map((part, at) => (at < parts.length - 1 ? `x${part}` : part)).join('/');
}

function partOf(width: number): string {
  return width === TILE_WIDTH ? '' : `.p/${width}`;
}

/** The tiles of a level that hold hashes from one place up to another, which is not among them. */
export function tilesOf(level: number, from: number, to: number, size: number): TilePlace[] {
  const places: TilePlace[] = [];
  const last = Math.floor((to - 1) / TILE_WIDTH);
  for (let index = Math.floor(from / TILE_WIDTH); index <= last; index += 1)
    places.push({ level, index, width: widthAt(level, index, size) });
  return places;
}

/** How many hashes a tile has in a tree of that size: 0 to 256. */
export function widthAt(level: number, index: number, size: number): number {
  const hashes = Math.floor(size / TILE_WIDTH ** level);
  return Math.max(0, Math.min(TILE_WIDTH, hashes - index * TILE_WIDTH));
}

/** Gives the hashes of a tile, one behind the other. */
export type ReadTile = (place: TilePlace) => Promise<Uint8Array>;

/**
 * Roots of subtrees from tiles, each of which is read once.
 *
 * @param size of the tree, which says how wide the last tiles are
 * @throws Error for a tile that is shorter than its place says
 */
export function rootsFrom(readTile: ReadTile, size: number): RootOf {
  const read = new Map<string, Promise<Uint8Array>>();
  const hashAt = async (level: number, at: number): Promise<Hash> => {
    const index = Math.floor(at / TILE_WIDTH);
    const place = { level, index, width: widthAt(level, index, size) };
    const path = tilePath(place);
    const tile = read.get(path) ?? readTile(place);
    read.set(path, tile);
    const from = (at % TILE_WIDTH) * HASH_BYTES;
    const hash = (await tile).subarray(from, from + HASH_BYTES);
    if (hash.length !== HASH_BYTES) throw new Error(`${path} has no hash ${at % TILE_WIDTH}`);
    return hash;
  };
  const complete = async (start: number, count: number): Promise<Hash> => {
    let level = 0;
    while (TILE_WIDTH ** (level + 1) <= count) level += 1;
    const unit = TILE_WIDTH ** level;
    let hashes = await Promise.all(
      Array.from({ length: count / unit }, (_, at) => hashAt(level, start / unit + at)),
    );
    while (hashes.length > 1) hashes = pairs(hashes);
    return hashes[0] ?? fail(start, count);
  };
  const rootOf: RootOf = async (start, end) => {
    const count = end - start;
    if (count < 1 || end > size) return fail(start, count);
    if (count === 1) return complete(start, 1);
    const split = splitOf(count);
    if (split * 2 === count) return complete(start, count);
    return nodeHash(await complete(start, split), await rootOf(start + split, end));
  };
  return rootOf;
}

/** A row of hashes of a level, as far as it has come: 256 of them at most, one behind the other. */
export type GrownTile = Readonly<{ level: number; index: number; hashes: Uint8Array }>;

/**
 * Adds leaves to a tree.
 *
 * @param readTile gives the last tile of a level as far as it has come; tiles that are full are asked for only where
 *   the root needs them
 * @param size of the tree before
 * @returns the tiles that have changed, and the root
 */
export async function growTiles(
  readTile: ReadTile,
  size: number,
  leaves: readonly Hash[],
): Promise<{ tiles: GrownTile[]; size: number; root: Hash }> {
  const grown = new Map<string, GrownTile>();
  const nameOf = (level: number, index: number) => `${level} ${index}`;
  let added = leaves;
  for (let level = 0; added.length > 0; level += 1) {
    const known = Math.floor(size / TILE_WIDTH ** level);
    const above: Hash[] = [];
    for (let from = 0; from < added.length; ) {
      const index = Math.floor((known + from) / TILE_WIDTH);
      const width = (known + from) % TILE_WIDTH;
      const before = width > 0 ? await readTile({ level, index, width }) : new Uint8Array();
      const some = added.slice(from, from + TILE_WIDTH - width);
      const hashes = joined([before.subarray(0, width * HASH_BYTES), ...some]);
      grown.set(nameOf(level, index), { level, index, hashes });
      if (width + some.length === TILE_WIDTH) above.push(rootInTile(hashes, 0, TILE_WIDTH));
      from += some.length;
    }
    added = above;
  }
  const now = size + leaves.length;
  const rootOf = rootsFrom(async (place) => {
    const tile = grown.get(nameOf(place.level, place.index));
    return tile ? tile.hashes : readTile(place);
  }, now);
  return {
    tiles: [...grown.values()],
    size: now,
    root: now > 0 ? await rootOf(0, now) : EMPTY_ROOT,
  };
}

function joined(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** Where the hashes are that a complete subtree is made of: all in one tile. */
export function tileOfSubtree({ start, leaves }: Subtree): Readonly<{
  level: number;
  index: number;
  /** Of the first of them in the tile, and how many they are. */
  from: number;
  count: number;
}> {
  let level = 0;
  while (TILE_WIDTH ** (level + 1) <= leaves) level += 1;
  const unit = TILE_WIDTH ** level;
  const first = start / unit;
  const index = Math.floor(first / TILE_WIDTH);
  return { level, index, from: first % TILE_WIDTH, count: leaves / unit };
}

/** The root over hashes of a tile, as many as a power of two. @throws RangeError where the tile is shorter */
export function rootInTile(tile: Uint8Array, from: number, count: number): Hash {
  if (tile.length < (from + count) * HASH_BYTES) throw new RangeError('a tile lacks hashes');
  let hashes: Hash[] = Array.from({ length: count }, (_, at) =>
    tile.subarray((from + at) * HASH_BYTES, (from + at + 1) * HASH_BYTES),
  );
  while (hashes.length > 1) hashes = pairs(hashes);
  return hashes[0] ?? EMPTY_ROOT;
}

function pairs(hashes: readonly Hash[]): Hash[] {
  const above: Hash[] = [];
  for (let at = 0; at + 1 < hashes.length; at += 2)
    above.push(nodeHash(hashes[at] as Hash, hashes[at + 1] as Hash));
  return above;
}

function fail(start: number, count: number): never {
  throw new RangeError(`there is no subtree of ${count} leaves at ${start}`);
}
