import { EMPTY_ROOT, type Hash, isSameHash, nodeHash, splitOf } from './merkle.ts';

/** The root of the complete or incomplete subtree over leaves from `start` up to `end`, which is not in it. */
export type RootOf = (start: number, end: number) => Promise<Hash>;

/**
 * The hashes that lead from a leaf to the root (RFC 6962, section 2.1.1), from the leaf up.
 *
 * @throws RangeError unless the leaf is in the tree
 */
export async function inclusionProof(index: number, size: number, rootOf: RootOf): Promise<Hash[]> {
  if (!isBelow(index, size)) throw new RangeError(`leaf ${index} is not in a tree of ${size}`);
  const path: Promise<Hash>[] = [];
  let [start, end] = [0, size];
  while (end - start > 1) {
    const middle = start + splitOf(end - start);
    if (index < middle) {
      path.push(rootOf(middle, end));
      end = middle;
    } else {
      path.push(rootOf(start, middle));
      start = middle;
    }
  }
  return (await Promise.all(path)).reverse();
}

/**
 * The hashes that show that a tree has grown from a smaller one (RFC 6962, section 2.1.2).
 *
 * @param oldSize of the smaller tree; of nothing, and of the same tree, the proof is empty
 */
export async function consistencyProof(
  oldSize: number,
  size: number,
  rootOf: RootOf,
): Promise<Hash[]> {
  if (!isSize(oldSize) || !isSize(size) || oldSize > size)
    throw new RangeError(`a tree of ${size} has not grown from one of ${oldSize}`);
  if (oldSize === 0 || oldSize === size) return [];
  const path: Promise<Hash>[] = [];
  let [start, end] = [0, size];
  // While the old tree ends inside, the proof holds the half that lies wholly in it, or wholly outside it.
  while (oldSize !== end) {
    const middle = start + splitOf(end - start);
    if (oldSize <= middle) {
      path.push(rootOf(middle, end));
      end = middle;
    } else {
      path.push(rootOf(start, middle));
      start = middle;
    }
  }
  // The old tree itself, where it is a whole left part, is what the reader has.
  if (start > 0) path.push(rootOf(start, end));
  return (await Promise.all(path)).reverse();
}

/** Whether the proof leads from the leaf to the root. Wrong lengths and places are no proof. */
export function includes(
  root: Hash,
  { leaf, index, size, proof }: { leaf: Hash; index: number; size: number; proof: readonly Hash[] },
): boolean {
  if (!isBelow(index, size)) return false;
  let [at, last, hash] = [index, size - 1, leaf];
  for (const beside of proof) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      hash = nodeHash(beside, hash);
      // A last node without a neighbour stands for itself on every level up to the next left one.
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)];
    } else hash = nodeHash(hash, beside);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && isSameHash(hash, root);
}

/** A tree, as a checkpoint states it. */
export type Tree = Readonly<{ size: number; root: Hash }>;

/** Whether the proof shows that the new tree begins with the old one. */
export function isGrownFrom(old: Tree, now: Tree, proof: readonly Hash[]): boolean {
  if (!isSize(old.size) || !isSize(now.size) || old.size > now.size) return false;
  if (old.size === 0) return proof.length === 0 && isSameHash(old.root, EMPTY_ROOT);
  if (old.size === now.size) return proof.length === 0 && isSameHash(old.root, now.root);
  let [at, last] = [old.size - 1, now.size - 1];
  while (at % 2 === 1) [at, last] = [half(at), half(last)];
  const path = at === 0 ? [old.root, ...proof] : [...proof];
  const first = path.shift();
  if (!first) return false;
  let [oldRoot, root] = [first, first];
  for (const beside of path) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      oldRoot = nodeHash(beside, oldRoot);
      root = nodeHash(beside, root);
      while (at % 2 === 0 && at !== 0) [at, last] = [half(at), half(last)];
    } else root = nodeHash(root, beside);
    [at, last] = [half(at), half(last)];
  }
  return last === 0 && isSameHash(oldRoot, old.root) && isSameHash(root, now.root);
}

function half(number: number): number {
  return Math.floor(number / 2);
}

function isSize(size: number): boolean {
  return Number.isSafeInteger(size) && size >= 0;
}

function isBelow(index: number, size: number): boolean {
  return isSize(index) && isSize(size) && index < size;
}
