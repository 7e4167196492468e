import { type Hash, sha256 } from './sha256.ts';

export type { Hash } from './sha256.ts';

export const HASH_BYTES = 32;

const [LEAF, NODE] = [0, 1];

/** The root of a tree without leaves (RFC 6962, section 2.1). */
export const EMPTY_ROOT: Hash = sha256(new Uint8Array());

export function leafHash(entry: Uint8Array): Hash {
  const bytes = new Uint8Array(1 + entry.length);
  bytes[0] = LEAF;
  bytes.set(entry, 1);
  return sha256(bytes);
}

const encoder = new TextEncoder();
/** Of one UTF-16 unit. */
const UTF8_BYTES_MAX = 3;
// Used again and again: a verifier hashes a text for each entry, and two hashes for each node.
let room = new Uint8Array(4_096);
const nodeRoom = new Uint8Array(1 + 2 * HASH_BYTES);

/** The same of a text in UTF-8. */
export function leafHashOf(text: string): Hash {
  const most = 1 + UTF8_BYTES_MAX * text.length;
  if (room.length < most) room = new Uint8Array(most);
  room[0] = LEAF;
  const { written } = encoder.encodeInto(text, room.subarray(1));
  return sha256(room.subarray(0, 1 + written));
}

export function nodeHash(left: Hash, right: Hash): Hash {
  nodeRoom[0] = NODE;
  nodeRoom.set(left, 1);
  nodeRoom.set(right, 1 + HASH_BYTES);
  return sha256(nodeRoom);
}

export function isSameHash(one: Hash, other: Hash): boolean {
  return one.length === other.length && one.every((byte, at) => byte === other[at]);
}

/** The root of a tree while its leaves come, without keeping them: one hash for each complete subtree. */
export type TreeHead = Readonly<{
  size(): number;
  add(leaf: Hash): void;
  /**
   * Adds all leaves of a complete subtree at once.
   *
   * @param leaves how many: a power of two
   * @returns false, with nothing added, where no such subtree begins at the size of now
   */
  addSubtree(leaves: number, root: Hash): boolean;
  root(): Hash;
}>;

export function createTreeHead(): TreeHead {
  /** Complete subtrees from the left, each smaller than the one before; the size says how small. */
  const roots: Hash[] = [];
  let size = 0;
  const addSubtree = (leaves: number, root: Hash): boolean => {
    if (size % leaves !== 0) return false;
    let whole = root;
    // Every 1 at the end of the size in binary is a subtree as large as the one that has just become complete.
    for (let rest = size / leaves; rest % 2 === 1; rest = (rest - 1) / 2) {
      const left = roots.pop();
      if (!left) throw new Error('a tree has fewer subtrees than its size says');
      whole = nodeHash(left, whole);
    }
    roots.push(whole);
    size += leaves;
    return true;
  };
  return {
    size: () => size,
    add: (leaf) => void addSubtree(1, leaf),
    addSubtree,
    root: () => roots.reduceRight<Hash | null>(joined, null) ?? EMPTY_ROOT,
  };
}

function joined(right: Hash | null, left: Hash): Hash {
  return right ? nodeHash(left, right) : left;
}

/** A complete subtree: its first leaf, and how many it has. */
export type Subtree = Readonly<{ start: number; leaves: number }>;

/** The largest complete subtrees that make up the leaves from one place up to another, from the left. */
export function subtreesBetween(start: number, end: number): Subtree[] {
  const subtrees: Subtree[] = [];
  for (let at = start; at < end; ) {
    let leaves = 1;
    while (at % (leaves * 2) === 0 && at + leaves * 2 <= end) leaves *= 2;
    subtrees.push({ start: at, leaves });
    at += leaves;
  }
  return subtrees;
}

/** The largest power of two below a number from 2 on: where RFC 6962 parts a tree in two. */
export function splitOf(size: number): number {
  let split = 1;
  while (split * 2 < size) split *= 2;
  return split;
}
