import { existsSync, readFileSync } from 'node:fs';
import type { Messages } from '@lingui/core';
import type { Locale } from '@quorate/contract/locales';
import { z } from 'zod';

/** Texts by the ids of their messages. */
export type Catalogue = Messages;

/** As `tools/catalogues.ts` writes it: by the file that says it. A text without an id has its English for one. */
const catalogueFile = z.record(
  z.string(),
  z.array(z.object({ id: z.string().optional(), en: z.string(), text: z.string() })),
);

const FOLDER = `${import.meta.dirname}/../../../../locales`;

/** The texts of a language. Where the file is missing, or a text in it is empty, there is none: English stands. */
export function loadCatalogue(locale: Locale, folder = FOLDER): Catalogue {
  const path = `${folder}/${locale}.json`;
  if (locale === 'en' || !existsSync(path)) return {};
  return catalogueOf(JSON.parse(readFileSync(path, 'utf8')));
}

/** @param content of a catalogue's file */
export function catalogueOf(content: unknown): Catalogue {
  const entries = Object.values(catalogueFile.parse(content)).flat();
  return Object.fromEntries(
    entries
      .filter(({ text }) => text.trim() !== '')
      // All of a document is letters: it stands there as it is, in the form that is filled in.
      .map(({ id, en, text }) => (id === undefined ? [en, [text]] : [id, text])),
  );
}
