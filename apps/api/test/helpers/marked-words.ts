import { type I18n, i18nOf } from '../../src/words/i18n.ts';

const ENGLISH = i18nOf('en');

/**
 * English in which each message stands in ⟦ ⟧ and each text that is put into one in ⟪ ⟫, so that a test can tell
 * what was never a message.
 */
export const MARKED: I18n = {
  ...ENGLISH,
  t: ({ values = {}, ...message }) => {
    const marked = Object.entries(values).map(([name, value]) => {
      const isChosenBy = message.message?.includes(`{${name}, select,`) ?? false;
      return [name, typeof value === 'string' && !isChosenBy ? `⟪${value}⟫` : value];
    });
    return `⟦${ENGLISH.t({ ...message, values: Object.fromEntries(marked) })}⟧`;
  },
};

/** What of a text is no message: all outside of marks, and what was put into messages without being one. */
export function unmarked(text: string): string {
  const open: string[] = [];
  let found = '';
  for (const sign of text) {
    if (sign === '⟦' || sign === '⟪') open.push(sign);
    else if (sign === '⟧' || sign === '⟫') open.pop();
    else if (open.at(-1) !== '⟦') found += sign;
    if (sign === '⟪' || sign === '⟫') found += ' ';
  }
  return found;
}
