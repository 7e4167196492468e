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
export function plainSigns(text: string): string {
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
