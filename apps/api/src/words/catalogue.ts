import { existsSync, readFileSync } from 'node:fs';
import { type Catalogue, catalogueOf } from '@quorate/contract/catalogue';
import type { Locale } from '@quorate/contract/locales';

const FOLDER = `${import.meta.dirname}/../../../../locales`;

/** The texts of a language. Where the file is missing, or a text in it is empty, there is none: English stands. */
export function loadCatalogue(locale: Locale, folder = FOLDER): Catalogue {
  const path = `${folder}/${locale}.json`;
  if (locale === 'en' || !existsSync(path)) return {};
  return catalogueOf(JSON.parse(readFileSync(path, 'utf8')));
}
