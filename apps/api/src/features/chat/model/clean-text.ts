import { isIPv6 } from 'node:net';
import { msg } from '@lingui/core/runtime-macro';
import { type I18n, i18nOf } from '../../../words/i18n.ts';
import type { Passage } from '../search.ts';

/** Pages that no passage stands on, but that passages and answers name. */
const FURTHER_PAGES = [
  '/dashboard',
  '/login',
  '/signup',
  '/forgot-password',
  '/resend-verification',
];

/** A place of the site as it stands in a text; what precedes it tells it from "and/or". */
const PLACE = /(?<![\p{L}\p{N}])\/[^\s"'<>()[\]{}“”„«»|]+/gu;
const MARKDOWN_LINK = /!?\[([^[\]\n]{0,300})\]\(<?([^()\s>]{0,500})[^()\n]{0,100}\)/g;
const REFERENCE_LINK = /^ *\[[^\]\n]{1,80}\]: *\S+.*$/gm;
/** Anything with a scheme, and schemes that need no slashes. */
const FOREIGN =
  /(?<![\p{L}\p{N}])[\p{L}][\p{L}\p{N}+.-]{1,20}:(?:\/\/|\\\\)[^\s)]+|(?<![\p{L}\p{N}])(?:https?|ftp|wss?|javascript|data|vbscript|mailto|tel|file|blob|about):[^\s)]+|(?<![\p{L}\p{N}:])(?:\/\/|\\\\)[\p{L}\p{N}[][^\s)]+|(?<![\p{L}\p{N}])www\.[^\s)]+/giu;
/** What a reader may type into an address bar: "evil.example/pay", "pay@evil.example", "evil.xn--p1ai". */
const DOMAIN =
  /(?<![\p{L}\p{N}\p{M}@.])(?:[\p{L}\p{N}\p{M}._%+-]+@)?(?:[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}-]{0,60}[\p{L}\p{N}\p{M}])?(?:\.|\[(?:\.|dot)\]|\((?:\.|dot)\)|\{(?:\.|dot)\}|[。｡]))+(?=\p{L})[\p{L}\p{M}\p{N}-]{2,63}(?![\p{L}\p{N}])(?::\d+)?(?:\/[^\s)]*)?/giu;
/** Four numbers, or one in hexadecimal; one in decimals only where a port or path follows, for it may be an amount. */
const IPV4 =
  /(?<![\p{L}\p{N}.])(?:(?:0x[\da-f]{1,8}|\p{Nd}{1,11})(?:\.(?:0x[\da-f]{1,8}|\p{Nd}{1,11})){3}|0x[\da-f]{6,16}(?:\.(?:0x[\da-f]{1,8}|\d{1,11})){0,2}|\d{8,10}(?=[/:]\S))(?![\p{L}\p{N}])(?::\d+)?(?:\/[^\s)]*)?/giu;
const IPV6 =
  /(?<![\p{L}\p{N}:])\[?([\da-f]{0,4}(?::[\da-f]{0,4}){2,8}(?:(?:\.\d{1,3}){3})?)(?:%\w{1,20})?(?:\]|(?![\p{L}\p{N}:]))(?::\d+)?(?:\/[^\s)]*)?/giu;
const TAG = /<\/?[a-z!][^>\n]{0,500}>/gi;

/**
 * Makes a model's words fit to be shown: its own letters only, and no place but those of the library.
 *
 * @returns a function that may be given whole words at a time
 */
export function createCleanText(
  library: readonly Passage[],
  { t }: I18n = i18nOf('en'),
): (text: string) => string {
  const leftOut = t(msg`(address left out)`);
  const places = new Set(library.map(({ address }) => address));
  const pages = new Set([...library.map(({ address }) => pageOf(address)), ...FURTHER_PAGES]);
  const written = library.map(({ title, parts }) => [title, ...parts].join(' ')).join(' ');
  const own = new Set(written.match(DOMAIN)?.map((each) => each.toLowerCase()));
  const onSite = (place: string) => {
    const bare = place.replace(/\/$/, '');
    if (places.has(bare) || pages.has(bare)) return bare;
    const page = pageOf(bare);
    return pages.has(page) ? page : leftOut;
  };
  const foreignDomain = (domain: string) => {
    if (own.has(domain.toLowerCase())) return domain;
    // A sentence that begins without a space: "It works.Then" is no address any more with one.
    if (/^[\p{L}\p{N}-]+\.\p{Lu}\p{Ll}*$/u.test(domain)) return domain.replace('.', '. ');
    return leftOut;
  };
  return (text) =>
    plainSigns(text)
      .replace(REFERENCE_LINK, '')
      .replace(MARKDOWN_LINK, '$1 ($2)')
      .replace(TAG, '')
      // Before addresses are looked for, for marks may part one: "evil**.**example".
      .replace(/\*\*|__|`/g, '')
      .replace(FOREIGN, leftOut)
      .replace(IPV6, (found, address: string) =>
        isIPv6(address) && address !== '::' ? leftOut : found,
      )
      .replace(IPV4, leftOut)
      .replace(DOMAIN, (domain) => foreignDomain(domain))
      .replace(PLACE, (place) => {
        // A stop or bracket at the end belongs to the sentence.
        const [end = ''] = /[.,;:!?*_-]+$/.exec(place) ?? [];
        return onSite(place.slice(0, place.length - end.length)) + end;
      })
      .replace(/^#{1,6} +/gm, '');
}

function pageOf(address: string): string {
  return address.replace(/[?#].*$/s, '');
}

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;
/** Signs that addresses are made of; what normalisation turns into others is left as it is written. */
const OF_ADDRESSES = /^[A-Za-z0-9./:@%-]+$/;
const ELLIPSES = /[\u2025\u2026]/;

/** Signs that look like those of an address, and that normalisation leaves alone. */
const LOOK_ALIKES: Readonly<Record<string, string>> = {
  ...named('.', '\ua4f8\u0701\u0702\u06d4\u0589'),
  ...named('/', '\u2044\u2215\u29f8\u2571\u27cb'),
  ...named('\\', '\u2216\u29f5\u29f9\ufe68\uff3c'),
  ...named(':', '\ua789\u02d0\u2236\u05c3\u0703\u0704'),
};
const LOOK_ALIKE = new RegExp(`[${Object.keys(LOOK_ALIKES).join('')}]`, 'gu');
/** Dots above the line, between letters as in an address; Catalan writes l·l. */
const RAISED_DOT = /(?<=[a-z0-9])[\u00b7\u2022\u2219\u22c5\u2027\u30fb\uff65](?=[a-z0-9])/gi;
const CJK = '\\p{Script=Han}\\p{Script=Hiragana}\\p{Script=Katakana}\\p{Script=Hangul}';
/** Ends a sentence in these scripts, and parts a name that a browser looks up. */
const CJK_STOP = new RegExp(`(?<=[${CJK}])[\\u3002\\uff61](?=[${CJK}]|$)`, 'gu');

/**
 * A text with the signs of a keyboard wherever it has others that look like them or that a browser reads as
 * them, so that an address is found however it is written. Invisible signs are gone.
 *
 * @example plainSigns('evil\u2024example \u24d4') // 'evil.example e'
 */
function plainSigns(text: string): string {
  return text
    .normalize('NFC')
    .replace(INVISIBLE, (sign) => (sign === '\n' || sign === '\t' ? sign : blankOf(sign)))
    .replace(/[^\p{ASCII}]/gu, (sign) => {
      const plain = sign.normalize('NFKC');
      return OF_ADDRESSES.test(plain) && !ELLIPSES.test(sign) ? plain : sign;
    })
    .replace(LOOK_ALIKE, (sign) => LOOK_ALIKES[sign] ?? sign)
    .replace(RAISED_DOT, (sign, at: number, whole: string) =>
      whole[at - 1] === 'l' && whole[at + 1] === 'l' ? sign : '.',
    )
    .replace(CJK_STOP, '。 ');
}

/** A sentence may have been shown up to a blank: what is one to it stays one. */
function blankOf(sign: string): string {
  return /\s/.test(sign) ? ' ' : '';
}

function named(plain: string, signs: string): Record<string, string> {
  return Object.fromEntries(Array.from(signs, (sign) => [sign, plain]));
}
