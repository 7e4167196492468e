import { checkpointText } from '@quorate/tlog/checkpoint';
import { createTreeHead, leafHash } from '@quorate/tlog/merkle';
import { noteText, signatureLine } from '@quorate/tlog/note';
import { entriesPath, TILE_WIDTH, tilePath } from '@quorate/tlog/tiles';
import type { Signer } from './made-record.ts';

/** The files of a log by their paths, as its address would serve them. Their roots are computed at once, leaf by leaf. */
export function madeLog(
  signer: Signer,
  leaves: readonly string[],
  { served = leaves } = {},
): Map<string, Uint8Array> {
  const files = new Map<string, Uint8Array>();
  const head = createTreeHead();
  for (const leaf of leaves) head.add(leafHash(Buffer.from(leaf)));
  const { name: origin } = signer.key;
  const text = checkpointText({ origin, size: leaves.length, root: head.root() });
  const line = signatureLine({ ...signer.key, bytes: signer.sign(text) });
  files.set('checkpoint', Buffer.from(noteText(text, [line])));
  for (let from = 0; from < served.length; from += TILE_WIDTH) {
    const some = served.slice(from, from + TILE_WIDTH);
    const place = { index: from / TILE_WIDTH, width: some.length };
    files.set(entriesPath(place), Buffer.concat(some.flatMap(bundled)));
  }
  for (const [path, tile] of tilesOf(leaves)) files.set(path, tile);
  return files;
}

function bundled(entry: string): Buffer[] {
  const bytes = Buffer.from(entry);
  const length = Buffer.alloc(2);
  length.writeUInt16BE(bytes.length);
  return [length, bytes];
}

/** Tiles of a tree of at most 65,536 leaves: two levels. */
function tilesOf(leaves: readonly string[]): [string, Uint8Array][] {
  const hashes = leaves.map((leaf) => leafHash(Buffer.from(leaf)));
  const above: Uint8Array[] = [];
  const tiles: [string, Uint8Array][] = [];
  for (let from = 0; from < hashes.length; from += TILE_WIDTH) {
    const some = hashes.slice(from, from + TILE_WIDTH);
    const place = { level: 0, index: from / TILE_WIDTH, width: some.length };
    tiles.push([tilePath(place), Buffer.concat(some)]);
    if (some.length < TILE_WIDTH) continue;
    const head = createTreeHead();
    for (const hash of some) head.add(hash);
    above.push(head.root());
  }
  if (above.length > 0)
    tiles.push([tilePath({ level: 1, index: 0, width: above.length }), Buffer.concat(above)]);
  return tiles;
}
