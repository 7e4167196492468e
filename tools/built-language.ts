import { isLanguage, type Language } from '@quorate/values/languages';

/** Tells a build of the site or of the app's interface which language to build. */
export const LANGUAGE_TO_BUILD = 'SITE_LANGUAGE';

/** @throws Error when the environment names a language without a catalogue */
export function builtLanguage(): Language {
  const wanted = process.env[LANGUAGE_TO_BUILD] ?? 'en';
  if (!isLanguage(wanted))
    throw new Error(`${LANGUAGE_TO_BUILD} is ${wanted}, which has no catalogue`);
  return wanted;
}
