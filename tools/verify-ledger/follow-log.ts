import { type Checkpoint, readCheckpoint } from '@quorate/tlog/checkpoint';
import { createTreeHead, isSameHash, leafHash } from '@quorate/tlog/merkle';
import { readNote, type VerifierKey, verifyNote } from '@quorate/tlog/note';
import { consistencyProof, isGrownFrom } from '@quorate/tlog/proofs';
import { entriesPath, rootsFrom, TILE_WIDTH, tilePath } from '@quorate/tlog/tiles';

/** What is wrong with a log, in a sentence. */
class LogError extends Error {
  override name = 'LogError';
}

const WAIT_MS = 30_000;
/** A checkpoint or a tile is some kilobytes. */
const BYTES_MAX = 32 * 1024 * 1024;

async function get(url: string): Promise<Uint8Array> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(WAIT_MS), redirect: 'error' });
  if (!answer.ok) throw new LogError(`${url} answered ${answer.status}`);
  const bytes = new Uint8Array(await answer.arrayBuffer());
  if (bytes.length > BYTES_MAX) throw new LogError(`${url} is longer than any file of a log`);
  return bytes;
}

/** The tree that a log has signed now. @throws LogError unless the key has signed it */
export async function fetchCheckpoint(log: string, key: VerifierKey): Promise<Checkpoint> {
  const note = readNote(new TextDecoder().decode(await get(`${log}/checkpoint`)));
  const checkpoint = note && readCheckpoint(note.text);
  if (!note || !checkpoint || checkpoint.origin !== key.name)
    throw new LogError(`${log}/checkpoint is no checkpoint of ${key.name}`);
  if ((await verifyNote(note, key)).kind !== 'signed')
    throw new LogError(`${log}/checkpoint is not signed with the key ${key.name} ${key.id}`);
  return checkpoint;
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
  const rootOf = rootsFrom((place) => get(`${log}/${tilePath(place)}`), now.size);
  const proof = await consistencyProof(earlier.size, now.size, rootOf);
  if (!isGrownFrom(earlier, now, proof))
    throw new LogError(
      `the log of ${now.size} entries does not begin with the ${earlier.size} that it has signed before: it was written again`,
    );
}

/**
 * Reads every entry of a log and does its tree again.
 *
 * @param say takes progress
 * @throws LogError where the entries do not give the tree that is signed
 */
export async function readWholeLog(
  log: string,
  { size, root }: Checkpoint,
  say: (line: string) => void,
): Promise<void> {
  const head = createTreeHead();
  for (let from = 0; from < size; from += TILE_WIDTH) {
    const place = { index: from / TILE_WIDTH, width: Math.min(TILE_WIDTH, size - from) };
    const path = entriesPath(place);
    for (const entry of entriesOf(await get(`${log}/${path}`))) head.add(leafHash(entry));
    if (head.size() !== from + place.width)
      throw new LogError(`${path} does not hold ${place.width} entries`);
    if (from > 0 && (from / TILE_WIDTH) % 400 === 0) say(`read ${from} of ${size} entries`);
  }
  if (!isSameHash(head.root(), root))
    throw new LogError('the entries of the log do not give the tree that it has signed');
}

/** Entries of a bundle, each behind its length in two bytes. */
function* entriesOf(bytes: Uint8Array): Generator<Uint8Array> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < bytes.length; ) {
    if (at + 2 > bytes.length) return;
    const length = view.getUint16(at);
    yield bytes.subarray(at + 2, at + 2 + length);
    at += 2 + length;
  }
}
