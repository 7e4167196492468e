import { readFileSync } from 'node:fs';
import { LANGUAGES, type Language } from '@quorate/values/languages';
import { fromRoot } from '../root.ts';
import type { MessagesByFile } from './every-message.ts';

/**
 * A message as translators see it; `context` tells apart what English says alike, such as a button from a state.
 * Documents are looked up by their English, so there `id` is left out.
 */
export type Entry = Readonly<{ id?: string; en: string; context?: string; text: string }>;

/** By the file that says it, so that neighbours of a screen stand together. */
export type CatalogueFile = Readonly<Record<string, readonly Entry[]>>;

export type CatalogueLocale = Exclude<Language, 'en'>;
export const LOCALES = LANGUAGES.filter((each): each is CatalogueLocale => each !== 'en');

export const pathOf = (locale: CatalogueLocale) => fromRoot(`locales/${locale}.json`);

export function readCatalogue(locale: CatalogueLocale): CatalogueFile {
  return JSON.parse(readFileSync(pathOf(locale), 'utf8')) as CatalogueFile;
}

/** The translations of a language by the id of their message, or the English of a document; English has none. */
export function textsOf(language: Language): ReadonlyMap<string, string> {
  if (language === 'en') return new Map();
  const entries = Object.values(readCatalogue(language)).flat();
  return new Map(
    entries.filter(({ text }) => text.trim() !== '').map(({ id, en, text }) => [id ?? en, text]),
  );
}

/** The file for what the code says today: translations of what is still said stay, what is new has none. */
export function updated(file: CatalogueFile, messages: MessagesByFile): CatalogueFile {
  const texts = new Map(
    Object.values(file)
      .flat()
      .map(({ id, en, text }) => [id ?? en, { en, text }]),
  );
  return Object.fromEntries(
    Array.from(messages, ([name, said]) => [
      name,
      said.map(({ id, message: en, context }): Entry => {
        const known = texts.get(id);
        // An error keeps its id when its English changes: the old translation says something else then.
        const text = known?.en === en ? known.text : '';
        if (id === en) return { en, text };
        return context === undefined ? { id, en, text } : { id, en, context, text };
      }),
    ]),
  );
}

export function writtenAs(file: CatalogueFile): string {
  return `${JSON.stringify(file, null, 1)}\n`;
}
