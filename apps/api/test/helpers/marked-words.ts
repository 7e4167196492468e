import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { DEFAULT_BRAND } from '@quorate/contract/brand';
import { catalogueOf } from '@quorate/contract/catalogue';
import { createI18n, type I18n, i18nOf } from '../../src/words/i18n.ts';

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

/** The same from a catalogue: what a Spanish catalogue lacks stands outside of marks. */
export const MARKED_SPANISH: I18n = createI18n('es', catalogueOf(markedCatalogue()));

function markedCatalogue(): Record<string, unknown> {
  const path = `${import.meta.dirname}/../../../../locales/es.json`;
  const file = JSON.parse(readFileSync(path, 'utf8')) as Record<string, { en: string }[]>;
  return Object.fromEntries(
    Object.entries(file).map(([name, entries]) => [
      name,
      entries.map((entry) => ({ ...entry, text: `⟦${entry.en}⟧` })),
    ]),
  );
}

/** What of a text is no message: all outside of marks, and what was put into messages without being one. */
function unmarked(text: string): string {
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

/** Names and figures that stand in no message: of the brand, of plans, and of days as `Intl` writes them. */
const NAMES = [
  DEFAULT_BRAND.name,
  DEFAULT_BRAND.supportEmail,
  'Pro',
  'March',
  'February',
  'Monday',
  'Tuesday',
];

/**
 * That no sentence of a text is outside of messages; names of test data are written in capitals.
 *
 * @param further words that are no sentences
 */
export function expectMarked(text: string, further: readonly string[] = []): void {
  const raw = unmarked(text).replace(/(https?:\/)?\/\S+/g, '');
  const left = [...NAMES, ...further].reduce((rest, name) => rest.replaceAll(name, ''), raw);
  assert.doesNotMatch(left, /\p{Ll}{2}/u, `a sentence that is no message: ${text}`);
}
