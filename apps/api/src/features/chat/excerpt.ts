import type { Found } from './search.ts';
import { termsOf } from './words.ts';

/** An answer is read in a small panel: this many pieces and letters at most. */
const PIECES_MAX = 5;
const LETTERS_MAX = 520;

/**
 * The passage's own words that answer: all of them when it is short, else the pieces in which the words
 * of the question stand, in the order of the page.
 */
export function excerptOf({ passage, terms }: Found): string {
  const parts = passage.parts.map(withoutYesOrNo);
  if (lengthOf(parts) <= LETTERS_MAX && parts.length <= PIECES_MAX) return parts.join(' ');
  const ranked = parts
    .map((part, at) => ({ at, part, hits: termsOf(part).filter((term) => terms.has(term)).length }))
    .filter(({ hits }) => hits > 0)
    .toSorted((a, b) => b.hits - a.hits || a.at - b.at);
  const chosen: { at: number; part: string }[] = [];
  for (const piece of ranked.length > 0 ? ranked : parts.map((part, at) => ({ at, part }))) {
    if (chosen.length === PIECES_MAX) break;
    const longer = lengthOf([...chosen, piece].map(({ part }) => part));
    if (chosen.length === 0 || longer <= LETTERS_MAX) chosen.push(piece);
  }
  return chosen
    .toSorted((a, b) => a.at - b.at)
    .map(({ part }) => part)
    .join(' ');
}

/** It answers the question that the page asks, which need not be the one that was asked here. */
function withoutYesOrNo(part: string): string {
  return part.replace(/^(Yes|No)\. /, '');
}

function lengthOf(parts: readonly string[]): number {
  return parts.join(' ').length;
}
