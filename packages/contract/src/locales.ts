import { LANGUAGES, type Language } from '@quorate/values/languages';
import { z } from 'zod';

export const LOCALES = LANGUAGES;
export type Locale = Language;

/** Of whoever names no other. */
export const USUAL_LOCALE: Locale = 'en';

export const locale = z.enum(LOCALES);

/** Nobody reads in so many languages that they would not fit; whoever sends more is not read further. */
const READ_MAX = 1_000;

/**
 * The language of ours that an Accept-Language header or a tag likes best; undefined where it names none of them.
 *
 * @example knownLocaleOf('de, es-MX;q=0.9, en;q=0.1') // 'es'
 */
export function knownLocaleOf(wish: string | undefined): Locale | undefined {
  let best: Locale | undefined;
  let most = 0;
  for (const part of (wish ?? '').slice(0, READ_MAX).split(',')) {
    const [tag = '', ...parameters] = part.split(';');
    const weight = weightOf(parameters);
    const language = tag.trim().toLowerCase().split(/[-_]/, 1)[0];
    const known = LOCALES.find((each) => each === language);
    // Of two that are liked alike the first one counts.
    if (known === undefined || weight <= most) continue;
    best = known;
    most = weight;
  }
  return best;
}

/** The same, or English. */
export function localeOf(wish: string | undefined): Locale {
  return knownLocaleOf(wish) ?? USUAL_LOCALE;
}

/** 0 for what is not wanted, and for what is no weight. */
function weightOf(parameters: readonly string[]): number {
  const quality = parameters.map((each) => each.trim()).find((each) => /^q\s*=/i.test(each));
  if (quality === undefined) return 1;
  const weight = Number(/^q\s*=\s*([01](?:\.\d{0,3})?)$/i.exec(quality)?.[1] ?? 0);
  return Math.min(weight, 1);
}
