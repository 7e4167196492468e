import { basePathOf, type Language } from '@quorate/values/languages';
import type { textsOf } from '../catalogues/catalogue-file.ts';

type Manifest = Readonly<{
  lang: string;
  start_url: string;
  shortcuts: ReadonlyArray<Readonly<{ name: string; url: string; icons: unknown }>>;
}>;

/**
 * The site's manifest in another language: an icon that is added from a Spanish page opens the Spanish dashboard,
 * and names its shortcuts in Spanish.
 *
 * @param english the manifest as it is written, as JSON
 */
export function manifestIn(
  language: Language,
  english: string,
  texts: ReturnType<typeof textsOf>,
): string {
  const manifest = JSON.parse(english) as Manifest;
  const base = basePathOf(language);
  return JSON.stringify({
    ...manifest,
    lang: language,
    start_url: base + manifest.start_url,
    shortcuts: manifest.shortcuts.map(({ name, url, icons }) => ({
      name: texts.get(name) ?? name,
      url: base + url,
      icons,
    })),
  });
}
