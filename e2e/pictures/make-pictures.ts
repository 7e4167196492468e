import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Browser } from 'playwright-core';
import { fromRoot } from '../../tools/root.ts';
import { type Drawing, iconDrawing, shareDrawing } from './brand-page.ts';
import { withBrowser } from './with-browser.ts';

/** The pictures of the brand, by their path in the site. Run again when words, colours or the mark change. */
const PICTURES: Readonly<Record<string, Drawing>> = {
  'og/home.png': shareDrawing('It trades only when the models agree.'),
  'og/pricing.png': shareDrawing('Start free. Change plans at any time.'),
  'og/about.png': shareDrawing('No single voice should move your money.'),
  'og/guide.png': shareDrawing('From an empty computer to the first session.'),
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
