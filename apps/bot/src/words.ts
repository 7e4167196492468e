import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { msg, type plural } from '@lingui/core/runtime-macro';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { catalogueOf } from '@quorate/contract/catalogue';
import { ExactI18n } from '@quorate/values/exact-i18n';
import { isLanguage, type Language } from '@quorate/values/languages';
import { RELEASE_FACTS } from './release-facts.ts';
import { VERSION_FOLDER } from './resources.ts';

export { plural, select } from '@lingui/core/runtime-macro';

/** Names the language of a process: the app gives it to its bots. */
export const LANGUAGE_VARIABLE = 'QUORATE_LANGUAGE';

const i18n = new ExactI18n({ locale: 'en', messages: { en: {} } }).setMessagesCompiler(
  compileMessage,
);

/** Says everything from now on in this language; what its catalogue lacks, in English. */
export function speak(language: Language): void {
  if (i18n.locale === language) return;
  i18n.loadAndActivate({ locale: language, messages: readCatalogue(language) });
}

export function spokenLanguage(): Language {
  return isLanguage(i18n.locale) ? i18n.locale : 'en';
}

/** A value under the name that catalogues have in its place, or a count or a choice with its words. */
type Placeholder = Readonly<Record<string, unknown>> | ReturnType<typeof plural>;

/**
 * A sentence for people, in their language. Each value stands under a name, which catalogues have in its place. The
 * language may change while a process runs: no module keeps a sentence from when it was read.
 *
 * @example t`There is no configuration ${{ name }}.`
 * @example t`${plural({ count }, { one: '# trade', other: '# trades' })} closed.`
 */
export function t(literals: TemplateStringsArray, ...values: Placeholder[]): string {
  // An apostrophe right before a value would make letters of the value's place.
  const parts = literals.map((part, at) => (at < values.length ? part.replace(/'$/, "''") : part));
  return i18n._(msg(Object.assign(parts, { raw: literals.raw }), ...values));
}

/** Speaks as a program was told to, or as the computer is set. @param told a language, as the app tells its bots */
export function speakAsTold(told: string | undefined): void {
  const tag = told ?? new Intl.DateTimeFormat().resolvedOptions().locale;
  const language = tag.slice(0, 2).toLowerCase();
  speak(isLanguage(language) ? language : 'en');
}

function readCatalogue(language: Language) {
  const folder =
    RELEASE_FACTS.kind === 'installed'
      ? join(VERSION_FOLDER, 'resources', 'locales')
      : join(import.meta.dirname, '..', '..', '..', 'locales');
  const path = join(folder, `${language}.json`);
  return existsSync(path) ? catalogueOf(JSON.parse(readFileSync(path, 'utf8'))) : {};
}
