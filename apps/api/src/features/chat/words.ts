import { normalForm } from '@quorate/contract/fields';

/** Words that say how something is asked, not what about. */
const STOP_WORDS = new Set(
  `a about after again all also am an and any are as at be because been before being but by can could
  did do does doing don done each either else ever every for from get gets getting give go going got had
  has have having he hello help her here hey hi him his how i if im in into is isn it its ive just know
  let like make many may me might more most much must my now of off ok okay on one
  only or other our out over own please really same shall she should so some still such tell
  than thank thanks that the their them then there these they thing this those through to too under
  until up us use used using very want was way we were what whats when where which while who whom whose
  why will with would yes yet you your
  ill ive theres thats theyre youre hows wheres r u ur im id idk btw lol omg pls plz plss pleas thx tnx
  wanna gonna gotta kindly dear sir madam bro mate guys hallo actually already always anymore maybe
  possible really everything anything something today somehow anyway understand question`.split(
    /\s+/,
  ),
);

const CURRENCY_PAIR = /^(?:eur|usd|gbp|jpy|chf|aud|cad|nzd|xau|xag){2}$/;

/** What the pages write, and other words and spellings for the very same. */
const SAME: readonly (readonly [written: string, asked: string])[] = [
  [
    'not',
    'no without cannot cant couldnt didnt doesnt dont hasnt havent isnt arent wasnt wont wouldnt',
  ],
  ['sign', 'login log logon signin signon'],
  ['metatrader', 'mt5 mt meta metaquotes'],
  ['mail', 'email'],
  ['password', 'pw pwd passwort'],
  ['computer', 'pc laptop notebook'],
  ['mac', 'macbook imac macos osx apple'],
  ['stop loss', 'sl stoploss'],
  ['take profit', 'tp takeprofit'],
  ['two factor', '2fa mfa totp'],
  ['symbol', 'pair instrument ticker'],
  ['cost', 'price pricing fee'],
  ['money', 'cash fund'],
  ['year', 'yearly annual annually'],
  ['month', 'monthly'],
  ['week', 'weekly'],
  ['day', 'daily'],
  ['licence', 'license'],
  ['invoice', 'receipt'],
  ['subscription', 'membership subscribe'],
  ['refund', 'reimburse reimbursement'],
  ['cancel', 'unsubscribe terminate'],
  ['refuse', 'reject decline deny denied'],
  ['confirm', 'verify verification verified'],
  ['choose', 'pick select'],
  ['arrive', 'receive received'],
  ['fast', 'quick quickly'],
  ['large', 'big bigger larger'],
  ['small', 'little smaller'],
  ['need', 'require required requirement must'],
  ['minimum', 'min least smallest lowest'],
  ['maximum', 'max highest'],
  ['fault', 'error bug mistake'],
  ['problem', 'issue trouble'],
  ['site', 'website webpage'],
  ['bot', 'robot'],
  ['buy', 'purchase'],
  ['speak', 'talk'],
  ['erase', 'wipe'],
];

/** Longer texts are read to here; no section of the site is as long. */
const TEXT_LETTERS_MAX = 12_000;

/**
 * The words of a text that carry meaning, each cut to its stem, in order and with repeats.
 *
 * @example termsOf('How are refunds processed?') // ['refund', 'process']
 */
export function termsOf(text: string): string[] {
  return normalForm(text, 'NFKD', TEXT_LETTERS_MAX)
    .replace(/n['’]t\b/gi, 'nt')
    .split(NO_WORD)
    .flatMap((word) => {
      const term = termOf(word);
      if (term === null) return [];
      return CURRENCY_PAIR.test(term) ? ['symbol', term] : (SAME_AS.get(term) ?? [term]);
    });
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
  // A single letter is what punctuation left: "e-mail", "P&L".
  if (/^\D?$/.test(plain) || plain.length > LETTERS_MAX || STOP_WORDS.has(plain)) return null;
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

/** By the stem of a word, those that stand for it everywhere. */
export const SAME_AS: ReadonlyMap<string, readonly string[]> = new Map(
  SAME.flatMap(([written, asked]) => {
    const stems = written.split(' ').map(stem);
    return asked.split(' ').map((word) => [stem(word), stems] as const);
  }),
);
