/** Languages that people can read the product in. English stands in the code, of each other `locales` has a catalogue. */
export const LANGUAGES = ['en', 'es'] as const;
export type Language = (typeof LANGUAGES)[number];

/** What a language is called in itself, whose dates and figures it uses, and which way it runs. */
export type Customs = Readonly<{
  name: string;
  /** Both for `Intl`. */
  dates: string;
  numbers: string;
  direction: 'ltr' | 'rtl';
}>;

/**
 * In English a day stands before its month. Figures have a decimal point in Spanish, too: so MetaTrader writes
 * prices in every language, and two signs for the same thing on one screen would be read wrongly.
 */
export const CUSTOMS: Readonly<Record<Language, Customs>> = {
  en: { name: 'English', dates: 'en-GB', numbers: 'en-US', direction: 'ltr' },
  es: { name: 'Español', dates: 'es', numbers: 'es-US', direction: 'ltr' },
};

export function isLanguage(tag: string): tag is Language {
  return (LANGUAGES as readonly string[]).includes(tag);
}

/** What addresses of a language's pages begin with; English has the plain ones. @example basePathOf('es') // '/es' */
export function basePathOf(language: Language): '' | `/${string}` {
  return language === 'en' ? '' : `/${language}`;
}
