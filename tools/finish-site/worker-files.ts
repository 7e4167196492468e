import { createHash } from 'node:crypto';
import { basePathOf, LANGUAGES, type Language } from '@quorate/values/languages';
import { textsOf } from '../catalogues/catalogue-file.ts';
import { NEWS } from '../site-texts.ts';

/** What a page may load; a face's further alphabets are loaded when a text has them. */
const HELD = /\.(js|css)$|^(newsreader|geist|geist-mono)-[\w-]{8}\.woff2$/;
const MANIFEST = /^manifest-[\w-]+\.js$/;

const PLACES = {
  version: "const VERSION = 'unbuilt';",
  sites: "const SITES = { en: { manifest: '', files: [], news: {} } };",
};

/**
 * The site's worker with the files that it holds. Its version is made from their names, which are made from their
 * contents: a browser looks at the worker's bytes to see whether there is a new one.
 *
 * @param code the worker as it is written
 * @param names of everything in the folder of assets, by language
 * @throws Error when the worker has no place for them, or the site another form
 */
export function workerWithFiles(
  code: string,
  names: Readonly<Partial<Record<Language, readonly string[]>>>,
): string {
  const sites = JSON.stringify(
    Object.fromEntries(
      LANGUAGES.flatMap((language) => {
        const all = names[language];
        return all ? [[language, siteOf(language, all)]] : [];
      }),
    ),
  );
  const version = createHash('sha256').update(sites).update(code).digest('hex');
  const values = {
    version: `const VERSION = '${version.slice(0, 12)}';`,
    sites: `const SITES = ${sites};`,
  };
  let filled = code;
  for (const [name, place] of Object.entries(PLACES)) {
    if (!filled.includes(place)) throw new Error(`the worker has no '${place}'`);
    filled = filled.replace(place, values[name as keyof typeof values]);
  }
  return filled;
}

function siteOf(language: Language, names: readonly string[]) {
  const texts = textsOf(language);
  const folder = language === 'en' ? '/assets' : `/assets/${language}`;
  const held = names.filter((name) => HELD.test(name)).sort();
  const manifests = held.filter((name) => MANIFEST.test(name));
  if (manifests.length !== 1)
    throw new Error(`the site has ${manifests.length} manifests of its pages, not one`);
  return {
    manifest: `${folder}/${manifests[0]}`,
    files: held.map((name) => `${folder}/${name}`),
    news: {
      title: texts.get(NEWS.title) ?? NEWS.title,
      body: texts.get(NEWS.body) ?? NEWS.body,
      url: `${basePathOf(language)}/dashboard`,
    },
  };
}
