import { normalForm } from '@quorate/contract/fields';

/*
 * The words that questions are searched by: those that count, those that mean the same, and how they are spelt.
 * They are of one language, English, and no messages: another language of the assistant has a list of its own.
 */

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

/** Words people ask with, and the words the pages answer with. */
const RELATED: readonly (readonly [asked: string, written: string])[] = [
  ['expensive cheap cheapest charge pay', 'cost month'],
  ['buy', 'pay plan'],
  ['membership', 'plan'],
  ['chargeback', 'refund money'],
  ['telephone call ring', 'phone telephone'],
  ['human agent staff team someone operator representative', 'contact person'],
  ['complain feedback report', 'contact complaint'],
  ['mt4', 'metatrader'],
  ['terminal', 'metatrader'],
  ['metatrader', 'terminal'],
  ['mac ubuntu hardware specs specification cpu ram', 'computer requirements windows'],
  ['android iphone ios mobile tablet chromebook ipad', 'windows requirements computer phone'],
  ['old minor teenager young age', 'age old older'],
  ['gdpr erase remove wipe deletion close', 'delete'],
  ['collect collected keep record save', 'store stored'],
  ['secure safe safety', 'protect security encryption'],
  ['hack hacked stolen leak breach intruder', 'security password session'],
  ['profitable earn income rich gains', 'profit earn'],
  ['loss', 'lose losses'],
  ['lose', 'loss'],
  ['position order', 'trade position'],
  ['trade', 'position order'],
  ['crash broken fault fail failed problem', 'work wrong'],
  ['disconnect connecting unreachable', 'connect connection'],
  ['coupon discount cheaper promo', 'discount save'],
  ['ai llm gpt chatgpt claude gemini openai anthropic', 'models language'],
  ['decide', 'vote decision quorum'],
  ['target', 'take profit'],
  ['currency gold market', 'symbol'],
  ['wife husband sister son daughter father mother brother', 'friend family'],
  ['internet wifi', 'connection'],
  ['whatsapp telegram chat discord', 'contact'],
  ['bought sold opened', 'trade'],
  ['setup program software application', 'install app'],
  ['upgrade downgrade switch', 'change upgrade'],
  ['edit modify', 'change'],
  ['exceed quota exhausted', 'limit limits exceed'],
  ['activate enable', 'confirm turn on switch'],
  ['inbox junk', 'mail'],
  ['forgot forgotten lost reset recover', 'forgotten password'],
  ['register registration signup join', 'sign account create register'],
  ['headquarters city country based', 'office location'],
  ['practice simulate backtest', 'demo paper simulated'],
  ['responsible sue damages', 'liability liable'],
  ['down downtime', 'outage unavailable'],
  ['offline silent', 'offline running'],
  ['performance report stats', 'statistics'],
  ['synchronise synchronize refresh', 'sync syncs'],
  ['withdraw deposit custody payout', 'money hold move'],
  ['paypal visa mastercard card', 'payment payments card'],
  ['bill billing', 'payment invoice'],
  ['fail failed', 'refuse overdue'],
  ['paused freeze frozen halt', 'paused pause'],
  ['minimum maximum', 'recommended limit'],
];

const BY_TERM = groupByTerm();
/** The stems that have kin. */
export const WITH_KIN: readonly string[] = [...BY_TERM.keys()];
const NONE: readonly string[] = [];

/** The stems that passages may use where a question uses this one; none when it has no kin. */
export function related(term: string): readonly string[] {
  return BY_TERM.get(term) ?? NONE;
}

function groupByTerm(): ReadonlyMap<string, readonly string[]> {
  const byTerm = new Map<string, readonly string[]>();
  for (const [asked, written] of RELATED) {
    for (const term of termsOf(asked))
      byTerm.set(term, [...new Set([...(byTerm.get(term) ?? []), ...termsOf(written)])]);
  }
  return byTerm;
}

/** Shorter words have too many neighbours; what a comparison costs grows with the square of the longest. */
const SPELT_LETTERS_MIN = 5;
const SPELT_LETTERS_MAX = 16;
/** A word this long may have two slips, a shorter one has one. */
const TWO_SLIPS_FROM = 8;

/** Takes a stem that the library does not know to the one that it most likely is; else leaves it as it is. */
export function createSpell(known: readonly string[]): (term: string) => string {
  const candidates = known.filter(({ length }) => length >= SPELT_LETTERS_MIN);
  return (term) => {
    if (term.length < SPELT_LETTERS_MIN || term.length > SPELT_LETTERS_MAX || /\d/.test(term))
      return term;
    const most = term.length < TWO_SLIPS_FROM ? 1 : 2;
    const near = candidates
      // Nobody misspells the first letter, and few words share it.
      .filter((other) => other[0] === term[0] && Math.abs(other.length - term.length) <= most)
      .map((other) => ({ other, slips: slipsBetween(term, other) }))
      .filter(({ slips }) => slips <= most);
    const [nearest] = near.toSorted((a, b) => a.slips - b.slips);
    return nearest?.other ?? term;
  };
}

/** Letters left out, added, changed, or swapped with the next one. */
function slipsBetween(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= a.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const at = (rowBack: number, back: number) => rows[row - rowBack]?.[column - back] ?? 0;
      const changed = at(1, 1) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const swapped =
        row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
          ? at(2, 2) + 1
          : changed;
      line.push(Math.min(at(1, 0) + 1, (line[column - 1] ?? 0) + 1, changed, swapped));
    }
    rows.push(line);
  }
  return rows[a.length]?.[b.length] ?? 0;
}
