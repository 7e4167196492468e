import type { MessageDescriptor, Messages } from '@lingui/core';
import { compileMessage } from '@lingui/message-utils/compileMessage';
import { ExactI18n } from '@quorate/values/exact-i18n';

/** Languages that the service writes in; English stands in the code itself. */
const CATALOGS = { en: {} } as const satisfies Readonly<Record<string, Messages>>;

export type Locale = keyof typeof CATALOGS;

/** Whose dates and numbers a language uses: in English a day stands before its month, as on the site. */
const CUSTOMS: Readonly<Record<Locale, Pick<I18n, 'dates' | 'numbers'>>> = {
  en: { dates: 'en-GB', numbers: 'en-US' },
};

/** Of every reader, until users have a language of their own. */
export const USUAL_LOCALE: Locale = 'en';

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
  /** @param message of Lingui's `msg`, each value in it with a name */
  t: (message: MessageDescriptor) => string;
  /** @param text of `@quorate/content`: its English is its id, and all of it is letters */
  say: (text: string) => string;
}>;

/** A message in the form that is filled in. */
type Compiled = ReturnType<typeof compileMessage>;

function createI18n(locale: Locale): I18n {
  // Messages stand in the code: there are as many as it has.
  const known = new Map<string, Compiled>();
  const lingui = new ExactI18n({ locale, messages: CATALOGS });
  lingui.setMessagesCompiler((message) => {
    const compiled = known.get(message) ?? compileMessage(message);
    known.set(message, compiled);
    return compiled;
  });
  return {
    locale,
    ...CUSTOMS[locale],
    t: (message) => lingui._(message),
    say: (text) => lingui._(text, { text }, { message: '{text}' }),
  };
}

const KNOWN: Readonly<Record<Locale, I18n>> = { en: createI18n('en') };

export function i18nOf(locale: Locale): I18n {
  return KNOWN[locale];
}
