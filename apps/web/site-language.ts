import { basePathOf, isLanguage, type Language } from '@quorate/values/languages';

const wanted = process.env.SITE_LANGUAGE ?? 'en';
if (!isLanguage(wanted)) throw new Error(`SITE_LANGUAGE is ${wanted}, which has no catalogue`);

/** The language that the site is built in, and what the addresses of its pages begin with. */
export const LANGUAGE: Language = wanted;
export const BASE_PATH = basePathOf(LANGUAGE);
