import { readFileSync } from 'node:fs';
import { fromRoot } from '../root.ts';
import type { MessagesByFile } from './every-message.ts';

/** A message as translators see it. Documents are looked up by their English, so there `id` is left out. */
export type Entry = Readonly<{ id?: string; en: string; text: string }>;

/** By the file that says it, so that neighbours of a screen stand together. */
export type CatalogueFile = Readonly<Record<string, readonly Entry[]>>;

export const LOCALES = ['es'] as const;
export type CatalogueLocale = (typeof LOCALES)[number];

export const pathOf = (locale: CatalogueLocale) => fromRoot(`locales/${locale}.json`);

export function readCatalogue(locale: CatalogueLocale): CatalogueFile {
  return JSON.parse(readFileSync(pathOf(locale), 'utf8')) as CatalogueFile;
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
      said.map(({ id, message: en }): Entry => {
        const known = texts.get(id);
        // An error keeps its id when its English changes: the old translation says something else then.
        const text = known?.en === en ? known.text : '';
        return id === en ? { en, text } : { id, en, text };
      }),
    ]),
  );
}

export function writtenAs(file: CatalogueFile): string {
  return `${JSON.stringify(file, null, 1)}\n`;
}
