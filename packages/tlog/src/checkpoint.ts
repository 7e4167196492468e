import { fromBase64, toBase64 } from './bytes.ts';
import { HASH_BYTES, type Hash } from './merkle.ts';
import type { Tree } from './proofs.ts';

/** What a log says of its tree: how large it is, and its root (C2SP tlog-checkpoint). */
export type Checkpoint = Tree & Readonly<{ origin: string }>;

/** The text that is signed. */
export function checkpointText({ origin, size, root }: Checkpoint): string {
  return `${origin}\n${size}\n${toBase64(root)}\n`;
}

/**
 * @param text of a note, with its last line break; lines behind the root are left alone
 * @returns null for what is no checkpoint
 */
export function readCheckpoint(text: string): Checkpoint | null {
  const [origin = '', digits = '', encoded = '', ...more] = text.split('\n');
  const size = Number(digits);
  if (origin === '' || !/^(0|[1-9]\d*)$/.test(digits) || !Number.isSafeInteger(size)) return null;
  const root = readHash(encoded);
  // Every line ends, and none is empty.
  if (!root || more.at(-1) !== '' || more.slice(0, -1).includes('')) return null;
  return { origin, size, root };
}

/** A hash as notes and proofs write it. @returns null for what is none */
export function readHash(text: string): Hash | null {
  const bytes = fromBase64(text);
  return bytes?.length === HASH_BYTES ? bytes : null;
}
