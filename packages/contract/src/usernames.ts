import { normalForm } from './fields.ts';
import { isOneScript } from './scripts.ts';

export const USERNAME_MIN = 3;
export const USERNAME_MAX = 32;
/** More of a name is never looked at: it is too long already. */
const READ_MAX = 2 * USERNAME_MAX;

/** Letters of Latin alphabets without their marks; phonetic signs and small capitals only look like them. */
const LATIN = /^[a-zßæœøđłþðħŋəı0-9._-]*$/;

/** Signs that look like others, as they are written, by the letters they look like. */
const LOOK_ALIKES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    a: 'АаΑα',
    b: 'ВЬьΒβ',
    c: 'СсϹϲ',
    d: 'ԁ',
    e: 'ЕеΕє',
    g: 'ց',
    h: 'НһΗհ',
    i: 'ІіΙιӀӏוןاı',
    j: 'ЈјյϳͿ',
    k: 'КкΚκ',
    l: 'Լ',
    m: 'МмΜ',
    n: 'Νηոп',
    o: 'ОоΟοσօՕסهഠဝ',
    p: 'РрΡρ',
    q: 'ԛզ',
    r: 'г',
    s: 'ЅѕՏ',
    t: 'ТтΤτ',
    u: 'υսՍ',
    v: 'ѵν',
    w: 'ԝωш',
    x: 'ХхΧχ',
    y: 'УуΥγ',
    z: 'Ζ',
    3: 'ЗзӠӡ',
    4: 'Чч',
    6: 'б',
  }).flatMap(([letter, signs]) => Array.from(signs, (sign) => [sign, letter] as const)),
);

/** Digits and pairs that are read as letters. */
const READ_AS: readonly [RegExp, string][] = [
  [/0/g, 'o'],
  [/[1i]/g, 'l'],
  [/rn/g, 'm'],
  [/vv/g, 'w'],
];

/**
 * What a username looks like: two that are taken for each other look the same (UTS 39 calls it a skeleton).
 * Letters of other alphabets, 0 and O, 1, I and l, rn and m count as one.
 *
 * @example skeletonOf('Сleo') === skeletonOf('c1e0') // true; the first С is Cyrillic
 */
export function skeletonOf(username: string): string {
  return readAs(lettersOf(username));
}

function lettersOf(username: string): string {
  return Array.from(normalForm(username, 'NFKC', READ_MAX), (sign) => LOOK_ALIKES.get(sign) ?? sign)
    .join('')
    .toLowerCase();
}

function readAs(text: string): string {
  return READ_AS.reduce((read, [signs, letter]) => read.replace(signs, letter), text);
}

/** Read as these letters by people who write so, and in Russian. */
const LEET: Readonly<Record<string, string>> = {
  3: 'e',
  4: 'a',
  5: 's',
  7: 't',
  8: 'b',
  9: 'g',
  д: 'd',
  и: 'i',
  н: 'n',
};

const PLAIN: Readonly<Record<string, string>> = {
  ß: 'b',
  ø: 'o',
  đ: 'd',
  ł: 'l',
  ħ: 'h',
  ı: 'i',
  æ: 'ae',
  œ: 'oe',
};

/** Alone or beside others, they speak for the service. */
const OFFICES = [
  'администратор',
  'модератор',
  'поддержка',
  'abuse',
  'admin',
  'administration',
  'administrator',
  'billing',
  'compliance',
  'customerservice',
  'helpdesk',
  'hostmaster',
  'moderation',
  'moderator',
  'noreply',
  'official',
  'operator',
  'postmaster',
  'root',
  'security',
  'staff',
  'superuser',
  'support',
  'sysadmin',
  'system',
  'webmaster',
] as const;

/** They speak for the service when nothing else is beside them. */
const ALONE = [
  'account',
  'api',
  'contact',
  'everyone',
  'founder',
  'help',
  'info',
  'legal',
  'mail',
  'me',
  'mod',
  'null',
  'paper',
  'payment',
  'press',
  'refund',
  'sales',
  'service',
  'team',
  'undefined',
] as const;

/** What is put beside such a word without changing who seems to speak. */
const BESIDE =
  'the|real|our|my|live|online|global|desk|center|centre|dept|department|agent|chat|hq';

const offices = new Set(OFFICES.map(read));
const offered = [...OFFICES, ...ALONE].map(read).join('|');
const beside = BESIDE.split('|').map(read).join('|');
const SPEAKS = new RegExp(`^(?:${beside})*(?:${offered})s?(?:(?:${beside}|${offered})s?)*$`);

/**
 * Whether a username speaks for the service: the name of an office or of the product, however it is spelled,
 * with digits and separators around and within.
 *
 * @param brandName what the product is called here, '' where that is not known
 * @example isReservedName('5upp0rt_24', 'Quorate') // true
 */
export function isReservedName(username: string, brandName: string): boolean {
  const plain = withoutMarks(lettersOf(username));
  const brand = read(brandName).replace(/[^\p{L}\p{N}]/gu, '');
  const parts = plain.split(/[._-]+/).filter(Boolean);
  const whole = plain.replace(/[._-]/g, '');
  return (
    spellings(whole).some(
      (name) => SPEAKS.test(name) || (brand.length > 3 && name.includes(brand)),
    ) ||
    parts.some((part) =>
      spellings(part).some(
        (name) =>
          offices.has(name.replace(/s$/, '')) ||
          offices.has(name) ||
          (brand !== '' && name === brand),
      ),
    )
  );
}

/** With its digits read as letters, without those around it, and without any. */
function spellings(name: string): string[] {
  return [name, name.replace(/^\d+|\d+$/g, ''), name.replace(/\d/g, '')].map(read);
}

function read(name: string): string {
  const letters = withoutMarks(lettersOf(name)).replace(
    /[345789дин]/g,
    (digit) => LEET[digit] ?? digit,
  );
  return readAs(letters);
}

function withoutMarks(text: string): string {
  return text
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[ßøđłħıæœ]/g, (letter) => PLAIN[letter] ?? letter);
}

/** As it is stored and shown: the same characters, however they were typed. */
export function plainUsername(typed: string): string {
  return normalForm(typed.trim(), 'NFKC', READ_MAX);
}

/** What is wrong with a new username; null when it may be taken. */
export function usernameFault(typed: string, brandName: string): string | null {
  const username = plainUsername(typed);
  if (username.length < USERNAME_MIN || username.length > USERNAME_MAX)
    return `The username needs ${USERNAME_MIN} to ${USERNAME_MAX} characters`;
  // An @ would let one person's username be another's e-mail address at sign-in.
  if (!/^[\p{L}\p{Nd}][\p{L}\p{Nd}._-]*$/u.test(username))
    return 'The username takes letters, digits, dots, hyphens and underscores';
  if (!isOneScript(username))
    return 'The username mixes letters of several alphabets. Please use one';
  const plain = username.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');
  if (/\p{Script=Latin}/u.test(plain) && !LATIN.test(plain))
    return 'The username holds a sign that only looks like a letter. Please use a plain one';
  if (isReservedName(username, brandName))
    return 'This username is reserved: people could take it for our own. Please choose another';
  return null;
}
