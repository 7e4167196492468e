import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { DEFAULT_BRAND } from '@quorate/contract/brand';
import type { Browser } from 'playwright-core';
import { fromRoot } from '../../tools/root.ts';
import { type Drawing, iconDrawing, shareDrawing } from './brand-page.ts';
import { withBrowser } from './with-browser.ts';

// The service's own variables: the pictures say what its pages do.
const { BRAND_NAME: name = DEFAULT_BRAND.name, BRAND_TAGLINE: tagline = DEFAULT_BRAND.tagline } =
  process.env;

/** The pictures of the brand, by their path in the site. Run again when words, colours or the mark change. */
const PICTURES: Readonly<Record<string, Drawing>> = {
  'og/home.png': shareDrawing(name, tagline),
  'og/pricing.png': shareDrawing(name, 'Start free. Change plans at any time.'),
  'og/about.png': shareDrawing(name, 'No single voice should move your money.'),
  'og/guide.png': shareDrawing(name, 'From an empty computer to the first session.'),
  'og/contact.png': shareDrawing(name, 'We reply within 24 hours.'),
  'og/policies.png': shareDrawing(name, 'Our terms, in plain words.'),
  'og/status.png': shareDrawing(name, 'Is it up? Measured each minute.'),
  'og/changelog.png': shareDrawing(name, 'What is new, day by day.'),
  'og/demo.png': shareDrawing(name, 'Look around. No sign-up needed.'),
  'icons/icon-192.png': iconDrawing(192, 'rounded'),
  'icons/icon-512.png': iconDrawing(512, 'rounded'),
  'icons/maskable-512.png': iconDrawing(512, 'full'),
  'icons/apple-touch-icon.png': iconDrawing(180, 'full'),
};

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
