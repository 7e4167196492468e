import { normalForm } from '@quorate/contract/fields';

/** Words that say how something is asked, not what about. */
const STOP_WORDS = new Set(
  `a about after again all also am an and any are as at be because been before being but by can could
  did do does doing don done each either else ever every for from get gets getting give go going got had
  has have having he hello help her here hey hi him his how i if im in into is isn it its ive just know
  let like make many may me might more most much must my no not now of off ok okay on one
  only or other our out over own please really same shall she should so some still such tell
  than thank thanks that the their them then there these they thing this those through to too under
  until up us use used using very want was way we were what whats when where which while who whom whose
  why will with without would yes yet you your`.split(/\s+/),
);

/** Longer texts are read to here; no section of the site is as long. */
const TEXT_LETTERS_MAX = 12_000;

/**
 * The words of a text that carry meaning, each cut to its stem, in order and with repeats.
 *
 * @example termsOf('How are refunds processed?') // ['refund', 'process']
 */
export function termsOf(text: string): string[] {
  return normalForm(text, 'NFKD', TEXT_LETTERS_MAX)
    .split(NO_WORD)
    .map(termOf)
    .filter((term) => term !== null);
}

/** Nothing longer is a word: it is neither searched for nor is its ending looked for at every letter. */
const LETTERS_MAX = 40;

/** What parts words. An apostrophe is none: what follows it is cut off with the word's ending. */
export const NO_WORD = /[^\p{L}\p{M}\p{N}'’]+/u;

/** The stem of one word in its NFKD form, or null when it carries no meaning of its own or is no word. */
function termOf(word: string): string | null {
  const plain = word
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/['’].*$/, '');
  if (plain === '' || plain.length > LETTERS_MAX || STOP_WORDS.has(plain)) return null;
  return stem(plain);
}

/** Endings that change a word's use but not its subject, longest first. */
const ENDINGS: readonly (readonly [RegExp, string])[] = [
  [/ies$/, 'y'],
  [/(ss|x|ch|sh)es$/, '$1'],
  [/([^su])s$/, '$1'],
  [/(.{3,})ations?$/, '$1'],
  [/(.{3,})ments?$/, '$1'],
  [/(.{3,})ing$/, '$1'],
  [/(.{3,})ed$/, '$1'],
  [/(.{3,})e$/, '$1'],
  [/([bdglmnprt])\1$/, '$1'],
];

/** A rough English stemmer: the same stem matters, not a real word. */
function stem(word: string): string {
  if (word.length < 4 || /\d/.test(word)) return word;
  return ENDINGS.reduce(
    (shorter, [ending, rest]) => (shorter.length < 4 ? shorter : shorter.replace(ending, rest)),
    word,
  );
}
