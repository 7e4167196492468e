import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DEFAULT_BRAND } from '@quorate/contract/brand';
import { basePathOf, LANGUAGES, type Language } from '@quorate/values/languages';
import type { Browser } from 'playwright-core';
import { textsOf } from '../../tools/catalogues/catalogue-file.ts';
import { fromRoot } from '../../tools/root.ts';
import { SHARED } from '../../tools/site-texts.ts';
import { type Drawing, iconDrawing, shareDrawing } from './brand-page.ts';
import { withBrowser } from './with-browser.ts';

// The service's own variables: the pictures say what its pages do.
const { BRAND_NAME: name = DEFAULT_BRAND.name, BRAND_TAGLINE: tagline = DEFAULT_BRAND.tagline } =
  process.env;

/** The pictures of the brand, by their path in the site. Run again when words, colours or the mark change. */
const PICTURES: Readonly<Record<string, Drawing>> = {
  ...Object.assign({}, ...LANGUAGES.map(sharedIn)),
  'icons/icon-192.png': iconDrawing(192, 'rounded'),
  'icons/icon-512.png': iconDrawing(512, 'rounded'),
  'icons/maskable-512.png': iconDrawing(512, 'full'),
  'icons/apple-touch-icon.png': iconDrawing(180, 'full'),
};

function sharedIn(language: Language): Record<string, Drawing> {
  const texts = textsOf(language);
  const say = (text: string) => texts.get(text) ?? text;
  const sentences = Object.entries({ home: tagline, ...SHARED });
  return Object.fromEntries(
    sentences.map(([page, sentence]) => [
      `og${basePathOf(language)}/${page}.png`,
      shareDrawing({ name, sentence: say(sentence), say }),
    ]),
  );
}

await withBrowser(async (browser) => {
  for (const [path, drawing] of Object.entries(PICTURES)) {
    const file = fromRoot(`apps/web/public/${path}`);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, await draw(browser, drawing));
    process.stdout.write(`${path}  ${drawing.width} × ${drawing.height}\n`);
  }
});

async function draw(browser: Browser, { html, width, height }: Drawing): Promise<Buffer> {
  const page = await browser.newPage({ viewport: { width, height } });
  try {
    await page.setContent(html);
    await page.evaluate('document.fonts.ready');
    return await page.screenshot({ omitBackground: true });
  } finally {
    await page.close();
  }
}
