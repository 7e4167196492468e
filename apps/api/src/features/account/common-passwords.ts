import { dictionary } from '@zxcvbn-ts/language-common';

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
const LEAKED = dictionary['passwords-common'];
const COMMON: ReadonlySet<string> = new Set([...LEAKED, ...TRADE]);

/** Two of these make a million pairs, which is soon tried. */
const PAIRED = new Set([...LEAKED.slice(0, 1_000), ...TRADE]);
const PAIRED_LETTERS = 3;
/** The longest word of the list. */
const PAIRED_MAX = 20;

/** Fewer digits than these are a date, a phone number or a PIN, or as few as those. */
const DIGITS_MIN = 12;
const SHORT_PIECE = 4;
/** Digits and signs before or after a word that add next to nothing: a year and a sign or two. */
const ENDING_MAX = 6;
/** Longer ones are compared whole and without all of their endings, not in every way. */
const LONG = 40;
/** The shortest that is compared once something was left out of it. */
const FORM_MIN = 3;

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
].flatMap((run) => [run.repeat(2), reverse(run).repeat(2)]);

/** Why a password is tried before others. */
export type Weakness = 'own_name' | 'leaked' | 'pattern' | 'digits';

/**
 * Why a password stands among those that are tried first: on the list of leaked ones, with or without endings,
 * other signs for letters, said twice, backwards or two together; somebody's own name in the same disguises;
 * keys in a row; a piece over and over; digits alone. Everything else is null.
 *
 * Its work is bounded: about a millisecond for the worst of 254 characters.
 *
 * @param password in lower case and NFKC
 * @param ownNames its owner's, in the same form
 */
export function weaknessOf(password: string, ownNames: readonly string[] = []): Weakness | null {
  const names = new Set(ownNames.flatMap((name) => [name, withoutSeparators(name)]));
  if (names.has(password)) return 'own_name';
  if (COMMON.has(password)) return 'leaked';
  const forms = formsOf(password);
  if (forms.some((form) => isName(form, names))) return 'own_name';
  if (forms.some((form) => isCommon(form) || isPair(form))) return 'leaked';
  if (forms.some(isPattern)) return 'pattern';
  const digits = password.replaceAll(/[\s./-]/g, '');
  return /^\d+$/.test(digits) && digits.length < DIGITS_MIN ? 'digits' : null;
}

/** 'password2024!', '1p4ssw0rd', 'pass-word' and 'passwordpassword' are all 'password'. */
function formsOf(password: string): string[] {
  const spelled = withoutEnds(password).flatMap((form) => [form, withLetters(form)]);
  const together = spelled.flatMap((form) => [form, withoutSeparators(form)]);
  const once = together.map((form) => pieceOf(form) ?? form);
  return [...new Set([...together, ...once])].filter((form) => form.length >= FORM_MIN);
}

/** A common one forwards or backwards. */
function isCommon(form: string): boolean {
  return COMMON.has(form) || COMMON.has(reverse(form));
}

function isName(form: string, names: ReadonlySet<string>): boolean {
  return names.has(form) || names.has(reverse(form));
}

function isPair(form: string): boolean {
  for (let at = PAIRED_LETTERS; at <= Math.min(PAIRED_MAX, form.length - PAIRED_LETTERS); at += 1)
    if (PAIRED.has(form.slice(0, at)) && PAIRED.has(form.slice(at))) return true;
  return false;
}

function isPattern(form: string): boolean {
  const piece = pieceOf(form);
  if (piece !== null && Array.from(piece).length <= SHORT_PIECE) return true;
  return form.length > SHORT_PIECE && RUNS.some((run) => run.includes(form));
}

/** What a text consists of two times or more; null for one that does not repeat. */
function pieceOf(text: string): string | null {
  // The first place, but for the beginning, where a text is found in itself doubled is where it repeats.
  const length = (text + text).indexOf(text, 1);
  return length < text.length ? text.slice(0, length) : null;
}

/** A text without the first and last few of its digits and signs, in every way; one of nothing else as it is. */
function withoutEnds(text: string): string[] {
  const signs = Array.from(text, (sign) => !isLetter(sign));
  const first = signs.indexOf(false);
  if (first === -1) return [text];
  const last = signs.length - 1 - signs.lastIndexOf(false);
  const characters = Array.from(text);
  const lengths = (most: number) =>
    signs.length > LONG ? [0, most] : Array.from({ length: most + 1 }, (_, length) => length);
  return lengths(Math.min(first, ENDING_MAX)).flatMap((from) =>
    lengths(Math.min(last, ENDING_MAX)).map((to) =>
      characters.slice(from, characters.length - to).join(''),
    ),
  );
}

function isLetter(sign: string): boolean {
  return !/[\p{Nd}\p{P}\p{S}\s]/u.test(sign);
}

function withLetters(text: string): string {
  return text.replaceAll(/[@4013$5!7]/g, (sign) => LETTERS[sign] ?? sign);
}

function withoutSeparators(text: string): string {
  return text.replaceAll(/[._-]/g, '');
}

function reverse(text: string): string {
  return Array.from(text).reverse().join('');
}

const LETTERS: Readonly<Record<string, string>> = {
  '@': 'a',
  '4': 'a',
  '0': 'o',
  '1': 'i',
  '!': 'i',
  '3': 'e',
  $: 's',
  '5': 's',
  '7': 't',
};
