import type { MessageDescriptor } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import type { Catalogue } from '@quorate/contract/catalogue';
import type { Locale } from '@quorate/contract/locales';
import { STORED_PARTS, STORED_SENTENCES, storedPairs } from '@quorate/trading/stored-sentences';
import { ExactI18n } from '@quorate/values/exact-i18n';
import { CUSTOMS } from '@quorate/values/languages';
import { storedTranslator } from '@quorate/values/stored-sentences';
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
  /** @param text of `@quorate/content`, or stored: its English is its id, and all of it is letters */
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
  let stored: ((text: string) => string) | null = null;
  const say = (text: string): string => {
    if (locale === 'en' || Object.hasOwn(catalogue, text)) return lingui._(textMessage(text));
    stored ??= storedIn(catalogue);
    return stored(text);
  };
  const t = ({ values, ...message }: MessageDescriptor): string => {
    if (!values) return lingui._(message);
    return values.text === message.id
      ? say(message.id)
      : lingui._({ ...message, values: said(values) });
  };
  const said = (values: Readonly<Record<string, unknown>>) =>
    Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, isMessage(value) ? t(value) : value]),
    );
  const { dates, numbers } = CUSTOMS[locale];
  return { locale, dates, numbers, t, say };
}

/** Sentences that the core words, by their patterns. */
function storedIn(catalogue: Catalogue): (text: string) => string {
  const textOf = (english: string) => [catalogue[english] ?? []].flat()[0];
  return storedTranslator(storedPairs(STORED_SENTENCES, textOf), storedPairs(STORED_PARTS, textOf));
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
