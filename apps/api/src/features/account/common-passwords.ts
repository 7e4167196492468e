import { dictionary } from '@zxcvbn-ts/language-common';

/** As many of the most used ones as a guesser tries before anything cleverer. */
const TRIED_FIRST = 10_000;

/** Words of this trade that lists of leaked passwords are too old or too general for. */
const TRADE = [
  'bitcoin',
  'forex',
  'forextrader',
  'metatrader',
  'quorate',
  'trader',
  'trading',
] as const;

/** In lower case, by how often they were found among leaked passwords. */
const COMMON = new Set([...dictionary['passwords-common'].slice(0, TRIED_FIRST), ...TRADE]);

/** Rows of keys as they lie, and the runs that people count and spell. */
const RUNS = [
  '1234567890',
  '01234567890',
  'abcdefghijklmnopqrstuvwxyz',
  'qwertyuiop',
  'qwertzuiop',
  'azertyuiop',
  'asdfghjkl',
  'zxcvbnm',
  'qazwsxedcrfvtgbyhnujmikolp',
  '1qaz2wsx3edc4rfv5tgb',
].flatMap((run) => [run.repeat(2), run.split('').reverse().join('').repeat(2)]);

/**
 * Whether a password stands among those that are tried first: a common one with or without an ending, one
 * piece over and over, or keys in a row.
 *
 * @param password in lower case and NFKC
 */
export function isCommonPassword(password: string): boolean {
  return (
    COMMON.has(password) ||
    COMMON.has(withoutEnding(password)) ||
    isRepeated(password) ||
    RUNS.some((run) => run.includes(password))
  );
}

/** 'password2024!' is 'password'; so is 'p4ssw0rd1'. */
function withoutEnding(password: string): string {
  const word = password.replace(/[\d!?.@#$*_-]{1,6}$/, '');
  return word.replaceAll(/[@4013$5]/g, (sign) => LETTERS[sign] ?? sign);
}

const LETTERS: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '0': 'o',
  '1': 'i',
  '3': 'e',
  $: 's',
  '5': 's',
};

/** A piece of up to four characters three times or more and nothing else: 'aaaaaa', '1212121', 'sosososo'. */
function isRepeated(password: string): boolean {
  const characters = Array.from(password);
  return [1, 2, 3, 4].some(
    (length) =>
      characters.length >= 3 * length &&
      characters.every((character, place) => character === characters[place % length]),
  );
}
