import type { MessageDescriptor } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Catalogue } from '@quorate/contract/catalogue';
import type { Locale } from '@quorate/contract/locales';
import { ExactI18n } from '@quorate/values/exact-i18n';
import { CUSTOMS } from '@quorate/values/languages';
import { loadCatalogue } from './catalogue.ts';

/**
 * What each sentence goes through before a person reads it. It travels with its reader.
 *
 * @example i18n.t(msg`Hello ${{ username }},`)
 */
export type I18n = Readonly<{
  locale: Locale;
  /** For `Intl`. */
  dates: string;
  numbers: string;
  /** @param message of Lingui's `msg`, each value in it with a name and, where it is a message, said first */
  t: (message: MessageDescriptor) => string;
  /** @param text of `@quorate/content`: its English is its id, and all of it is letters */
  say: (text: string) => string;
}>;

/** A message in the form that is filled in. */
type Compiled = ReturnType<typeof compileMessage>;

/** A text whose English is its id, as a message. @example textMessage('Passwords do not match') */
export function textMessage(text: string): MessageDescriptor {
  return { id: text, message: '{text}', values: { text } };
}

export function createI18n(locale: Locale, catalogue: Catalogue): I18n {
  // Messages stand in the code: there are as many as it has.
  const known = new Map<string, Compiled>();
  const lingui = new ExactI18n({ locale, messages: { [locale]: catalogue } });
  lingui.setMessagesCompiler((message) => {
    const compiled = known.get(message) ?? compileMessage(message);
    known.set(message, compiled);
    return compiled;
  });
  const t = ({ values, ...message }: MessageDescriptor): string =>
    lingui._(values ? { ...message, values: said(values) } : message);
  const said = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, isMessage(value) ? t(value) : value]),
    );
  const { dates, numbers } = CUSTOMS[locale];
  return { locale, dates, numbers, t, say: (text) => t(textMessage(text)) };
}

function isMessage(value: unknown): value is MessageDescriptor {
  return typeof value === 'object' && value !== null && 'id' in value;
}

const made = new Map<Locale, I18n>();

/** A catalogue is read when the first one asks for its language. */
export function i18nOf(locale: Locale): I18n {
  const known = made.get(locale) ?? createI18n(locale, loadCatalogue(locale));
  made.set(locale, known);
  return known;
}
