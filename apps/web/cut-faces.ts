import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type { Language } from '@quorate/values/languages';
import subsetFont from 'subset-font';
import type { Plugin } from 'vite';
import { textsOf } from '../../tools/catalogues/catalogue-file.ts';

/** Where the cut faces and the style sheet that declares them go; `app.css` and `root.tsx` name them. */
const FOLDER = join(import.meta.dirname, '.faces');

/** What nearly every page of ours is written with: ASCII and the signs of careful typesetting. */
const SIGNS = 'U+20-7E, U+A0, U+B7, U+D7, U+2013-2014, U+2018-2019, U+201C-201D, U+2026, U+2212';

/** The letters of western Europe: of others the faces at hand have none. */
const WESTERN = /[\u00a1-\u00ff]/g;

/** The weights that components use; a weight outside shows as the nearest of them. */
const WEIGHTS = { min: 400, max: 600 };

type Face = {
  name: string;
  family: string;
  file: string;
  /** As the package's own style sheet declares it, so that both faces are one to the browser. */
  weights: string;
  axes: Record<string, number | { min: number; max: number }>;
};

const FACES: readonly Face[] = [
  {
    name: 'newsreader',
    family: 'Newsreader Variable',
    file: '@fontsource-variable/newsreader/files/newsreader-latin-opsz-normal.woff2',
    weights: '200 800',
    // One optical size for headlines and large figures, the only things set in it: half of the file.
    axes: { wght: WEIGHTS, opsz: 36 },
  },
  {
    name: 'geist',
    family: 'Geist Variable',
    file: '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2',
    weights: '100 900',
    axes: { wght: WEIGHTS },
  },
  {
    name: 'geist-mono',
    family: 'Geist Mono Variable',
    file: '@fontsource-variable/geist-mono/files/geist-mono-latin-wght-normal.woff2',
    weights: '100 900',
    axes: { wght: WEIGHTS },
  },
];

/**
 * Cuts the faces down to what nearly every page shows, from 181 KiB to 47. The whole faces stay declared
 * before them, and a browser loads one only where a page has a letter that the cut one lacks.
 */
export function cutFaces(language: Language): Plugin {
  const signs = [SIGNS, ...lettersBeyond(language)].join(', ');
  return {
    name: 'quorate:cut-faces',
    // Before anything resolves the files that this writes.
    async config() {
      await mkdir(FOLDER, { recursive: true });
      const rules = await Promise.all(FACES.map((face) => cut(face, signs)));
      await writeFile(join(FOLDER, 'faces.css'), rules.join(''));
    },
  };
}

/** @returns the rule that declares the cut face */
async function cut({ name, family, file, weights, axes }: Face, signs: string): Promise<string> {
  const whole = await readFile(createRequire(import.meta.url).resolve(file));
  const small = await subsetFont(whole, lettersOf(signs), {
    targetFormat: 'woff2',
    variationAxes: axes,
  });
  await writeFile(join(FOLDER, `${name}.woff2`), small);
  return `@font-face {
  font-family: "${family}";
  font-display: swap;
  font-weight: ${weights};
  src: url("./${name}.woff2") format("woff2");
  unicode-range: ${signs};
}
`;
}

/** What the texts of a language have besides. @example ['U+E1', 'U+F1'] of “año más” */
function lettersBeyond(language: Language): string[] {
  const texts = [...textsOf(language).values()].join('');
  const codes = [...new Set(texts.match(WESTERN))]
    .map((letter) => letter.charCodeAt(0))
    .sort((a, b) => a - b);
  return codes.map((code) => `U+${code.toString(16).toUpperCase()}`);
}

/** @example lettersOf('U+41-43, U+A0') // 'ABC\u00A0' */
function lettersOf(ranges: string): string {
  return ranges
    .split(', ')
    .map((range) => {
      const [first = 0, last = first] = range
        .slice('U+'.length)
        .split('-')
        .map((code) => Number.parseInt(code, 16));
      return String.fromCodePoint(
        ...Array.from({ length: last - first + 1 }, (_, at) => first + at),
      );
    })
    .join('');
}
