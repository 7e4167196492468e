import { CUSTOMS, type Language } from '@quorate/values/languages';

declare const SITE_LANGUAGE: Language | undefined;

/**
 * The language that these pages were built in. Each is built on its own: no page loads the words of another, and
 * a text made when a module is read is as good as any other.
 */
export const LANGUAGE: Language = typeof SITE_LANGUAGE === 'undefined' ? 'en' : SITE_LANGUAGE;

/** Locales of dates and of figures for `Intl`, and which way the language runs. */
export const { dates: DATES, numbers: NUMBERS, direction: DIRECTION } = CUSTOMS[LANGUAGE];
