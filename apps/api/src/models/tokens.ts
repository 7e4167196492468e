import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

const ENCODING = new URL('./o200k.ts', import.meta.url);
let encoding: typeof import('./o200k.ts') | undefined;

/** Its 200,000 tokens take 30 MB: who asks no model does without them. */
export function loadEncoding(): typeof import('./o200k.ts') {
  encoding ??= createRequire(import.meta.url)(
    fileURLToPath(ENCODING),
  ) as typeof import('./o200k.ts');
  return encoding;
}

/** A text that spells a special token is counted as the letters it is, instead of being refused. */
const AS_TEXT = { disallowedSpecial: new Set<string>() };

/** Tokens of a text as the o200k_base encoding counts them, which today's large models use or resemble. */
export function countTokens(text: string): number {
  return loadEncoding().countTokens(text, AS_TEXT);
}

const PIECE_LETTERS = 256;

/** The same for a text of strangers, some tokens more: a word of thousands of letters would take the encoding seconds. */
export function countInPieces(text: string): number {
  let tokens = 0;
  for (let at = 0; at < text.length; at += PIECE_LETTERS)
    tokens += countTokens(text.slice(at, at + PIECE_LETTERS));
  return tokens;
}

/** No encoding makes less than a third of our count of a text. */
const LEAST_PART = 3;

/**
 * What a provider says a text took, where that can be: a whole number, not far below our own count of it and
 * not above the most it can take. Anything else is a mistake or a lie, and our count stands in for it.
 *
 * @example believable(-5_000, 120, 400) // 120
 */
export function believable(told: number | undefined, counted: number, most: number): number {
  const isPossible =
    told !== undefined &&
    Number.isSafeInteger(told) &&
    told >= counted / LEAST_PART &&
    told <= Math.max(most, counted);
  return isPossible ? told : counted;
}
