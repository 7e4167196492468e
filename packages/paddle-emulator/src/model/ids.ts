import { createHash } from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const FIRST_MOMENT = Date.UTC(2026, 0, 1);

/**
 * The n-th id of a seed: a prefix and 26 characters like a ULID's. Its time part counts ids instead of
 * milliseconds, so that ids sort by their making and the same calls give the same ids.
 *
 * @example idOf('txn', 'seed', 1) // 'txn_01ke...'
 */
export function idOf(prefix: string, seed: string, count: number): string {
  const digest = createHash('sha256').update(`${seed}:${prefix}:${count}`).digest();
  let random = '';
  for (let index = 0; index < 16; index += 1) random += ALPHABET[(digest[index] ?? 0) % 32];
  return `${prefix}_${timePart(FIRST_MOMENT + count)}${random}`;
}

/** A secret of a seed, as letters and digits. */
export function secretOf(purpose: string, seed: string): string {
  return createHash('sha256').update(`${seed}:secret:${purpose}`).digest('hex').slice(0, 40);
}

function timePart(value: number): string {
  let rest = value;
  let text = '';
  for (let index = 0; index < 10; index += 1) {
    text = `${ALPHABET[rest % 32]}${text}`;
    rest = Math.floor(rest / 32);
  }
  return text;
}
