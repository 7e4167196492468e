import { toBase64 } from '@quorate/tlog/bytes';
import { type Checkpoint, readCheckpoint, readHash } from '@quorate/tlog/checkpoint';
import type { Hash } from '@quorate/tlog/merkle';
import {
  noteText,
  readNote,
  signatureLine,
  type VerifierKey,
  verifyNote,
} from '@quorate/tlog/note';
import { isGrownFrom, type Tree } from '@quorate/tlog/proofs';
import { keysBefore } from '../key-chain.ts';
import type { Finding } from '../rules.ts';

/** What an authority of time (RFC 3161) says about the tree that a file is in, or about a smaller one before it. */
export type RecordStamp = Readonly<{
  /** The checkpoint of that tree, signed by its log and by nobody else. Its SHA-256 is what was stamped. */
  note: string;
  /** That the tree of the file has grown from it (RFC 6962), in base64. */
  proof: readonly string[];
  /** A TimeStampToken, in base64. */
  token: string;
}>;

/** The largest token that is read. An authority's certificates and their chain take some kilobytes. */
export const TOKEN_BYTES_MAX = 64 * 1024;

/**
 * A checkpoint as it is stamped: its text and the signature of its log, to the last line break. Cosignatures come later.
 *
 * @returns null for what is no checkpoint that its log has signed
 */
export function stampedNote(note: string): string | null {
  const read = readNote(note);
  const origin = read && readCheckpoint(read.text)?.origin;
  const own = read?.signatures.find(({ name }) => name === origin);
  return read && own ? noteText(read.text, [signatureLine(own)]) : null;
}

/** The stamp as a member of a file's header: its members by their names. */
export function stampMember({ note, proof, token }: RecordStamp): RecordStamp {
  return { note, proof, token };
}

/** What the list of streams is signed with of a stamp: SHA-256 of this. */
export function stampText(stamp: RecordStamp): string {
  return JSON.stringify(stampMember(stamp));
}

/** @param told a member of a header @returns null for what is no stamp */
export function readStamp(told: unknown): RecordStamp | null {
  const { note, proof, token } = (told ?? {}) as Record<string, unknown>;
  if (typeof note !== 'string' || typeof token !== 'string' || !Array.isArray(proof)) return null;
  return proof.every((hash) => typeof hash === 'string') ? { note, proof, token } : null;
}

/**
 * The stamped tree, if the key of the log or one before it has signed it and the tree of the file begins with it.
 *
 * @param keys notes about changes of the key, oldest first
 */
export async function openStamped(
  { note, proof }: RecordStamp,
  { key, keys, tree }: Readonly<{ key: VerifierKey; keys: readonly string[]; tree: Tree }>,
): Promise<Checkpoint | Finding> {
  const read = readNote(note);
  const stamped = read && readCheckpoint(read.text);
  if (!read || !stamped || note !== stampedNote(note))
    return { rule: 'stamp_tree', values: { size: stamped?.size ?? 0 } };
  const finding: Finding = { rule: 'stamp_tree', values: { size: stamped.size } };
  const hashes: Hash[] = [];
  for (const text of proof) {
    const hash = readHash(text);
    if (!hash) return finding;
    hashes.push(hash);
  }
  if (!isGrownFrom(stamped, tree, hashes)) return finding;
  for (const each of [key, ...(await keysBefore(key, keys))])
    if (each.name === stamped.origin && (await verifyNote(read, each)).kind === 'signed')
      return stamped;
  return finding;
}

/** @param proof hashes as they are computed */
export function recordStamp(note: string, proof: readonly Hash[], token: Uint8Array): RecordStamp {
  return { note, proof: proof.map(toBase64), token: toBase64(token) };
}
