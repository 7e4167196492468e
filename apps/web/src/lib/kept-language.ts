import { LANGUAGE } from '@quorate/ui/language';
import type { Language } from '@quorate/values/languages';
import { writeStored } from './browser-storage.ts';

/** Where the head's script finds the language that plain addresses lead to. */
export const LANGUAGE_KEY = 'language';

/** Remembers which language this browser's reader wants: whoever chose it, signs in or signs up in it. */
export function keepLanguage(language: Language = LANGUAGE): void {
  writeStored(LANGUAGE_KEY, language);
}
