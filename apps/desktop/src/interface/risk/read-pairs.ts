import { riskProfile } from '@quorate/bot/profiles/profile';

const pair = riskProfile.shape.currency_pairs.element;

/**
 * The symbols of a typed text that are not there yet, and what is wrong with the first that is none.
 *
 * @example readPairs('eurusd, x', []) // { added: ['EURUSD'], fault: '“x” is no symbol: …' }
 */
export function readPairs(
  text: string,
  there: readonly string[],
): Readonly<{ added: readonly string[]; fault: string | null }> {
  const words = text.split(/[\s,;]+/).filter((word) => word !== '');
  const added: string[] = [];
  let fault: string | null = null;
  for (const word of words) {
    // Plain pairs are written in capitals; what a broker adds may be in small letters.
    const symbol = /^[a-z]{6}$/i.test(word) ? word.toUpperCase() : word;
    if (!pair.safeParse(symbol).success) {
      fault ??= `“${word.slice(0, 40)}” is no symbol: 3 to 32 letters and digits, such as EURUSD.`;
    } else if ([...there, ...added].some((one) => one.toUpperCase() === symbol.toUpperCase())) {
      fault ??= `${symbol} is there already.`;
    } else {
      added.push(symbol);
    }
  }
  return { added, fault };
}
