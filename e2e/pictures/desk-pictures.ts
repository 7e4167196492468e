import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { basePathOf, LANGUAGES, type Language } from '@quorate/values/languages';
import type { Browser } from 'playwright-core';
import sharp from 'sharp';
import { readCatalogue } from '../../tools/catalogues/catalogue-file.ts';
import { freePort } from '../../tools/free-port.ts';
import { fromRoot, ROOT } from '../../tools/root.ts';
import { startService } from '../../tools/service.ts';
import { ensureSite } from '../../tools/site.ts';
import { withBrowser } from './with-browser.ts';

/** What the site's home page may load for one picture. */
const MOST_BYTES = 120_000;
/** Three and a half days of the made-up market are traded in a minute: a first week, whatever it comes to. */
const TRADES_FOR_MS = 2 * 60_000;

/** Above the desk's heading, where the demo's bar leaves so much. */
const MARGIN = 16;

const folderOf = (language: Language) =>
  fromRoot(`apps/web/public/pictures${basePathOf(language)}`);

/** Widths are those that the home page asks for; heights are cut from the top of the desk. */
const SCREENS = {
  desk: { viewport: { width: 1_440, height: 900 }, deviceScaleFactor: 2, widths: [1_104, 2_208] },
  phone: { viewport: { width: 390, height: 670 }, deviceScaleFactor: 2, widths: [780] },
} as const;

const log = (line: string) => void process.stdout.write(`${line}\n`);

// A demo that runs already spares the wait: npm run pictures:desk -- http://localhost:3000
const [running] = process.argv.slice(2);
for (const language of LANGUAGES) mkdirSync(folderOf(language), { recursive: true });
if (running) await withBrowser((browser) => pictureDesks(browser, running));
else await withDemo((url) => withBrowser((browser) => pictureDesks(browser, url)));

async function withDemo(use: (url: string) => Promise<void>): Promise<void> {
  await ensureSite(log);
  const dataDir = mkdtempSync(join(tmpdir(), 'quorate-demo-'));
  const service = await startService({ port: await freePort(), dataDir, env: { DEMO: 'on' } });
  try {
    log('The demo trades for two minutes, so that there is something to see …');
    await sleep(TRADES_FOR_MS);
    await use(service.url);
  } finally {
    await service.stop();
    rmSync(dataDir, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

async function pictureDesks(browser: Browser, url: string): Promise<void> {
  for (const language of LANGUAGES) await pictureDesk(browser, url, language);
}

async function pictureDesk(browser: Browser, url: string, language: Language): Promise<void> {
  const texts = textsInEnglish(language);
  const say = (text: string) => texts.get(text) ?? text;
  for (const colorScheme of ['light', 'dark'] as const) {
    for (const [name, { viewport, deviceScaleFactor, widths }] of Object.entries(SCREENS)) {
      const context = await browser.newContext({
        viewport: { width: viewport.width, height: 2_400 },
        deviceScaleFactor,
        colorScheme,
        reducedMotion: 'reduce',
        locale: language === 'en' ? 'en-US' : language,
        timezoneId: 'UTC',
      });
      try {
        const page = await context.newPage();
        await page.goto(`${url}${basePathOf(language)}/demo`);
        const desk = page.getByRole('tabpanel');
        await desk.getByText(say('Equity')).first().waitFor();
        const nothingOpen = page.getByText(say('Nothing is open.'), { exact: true });
        await page.evaluate('document.fonts.ready');
        // A desk says more with a position on it; after two minutes it is taken as it is.
        for (let seconds = 0; seconds < 120; seconds += 1) {
          await sleep(1_000);
          if (!(await nothingOpen.isVisible())) break;
        }
        const heading = await page.getByRole('heading', { level: 1 }).boundingBox();
        const bar = await page.getByRole('region', { name: say('Live demo') }).boundingBox();
        const top = Math.max((heading?.y ?? 0) - MARGIN, (bar?.y ?? 0) + (bar?.height ?? 0));
        const picture = await page.screenshot({
          clip: { x: 0, y: Math.ceil(top), ...viewport },
        });
        await save(picture, join(folderOf(language), `${name}-${colorScheme}`), widths);
      } finally {
        await context.close();
      }
    }
  }
}

/** The translations by what English says. */
function textsInEnglish(language: Language): ReadonlyMap<string, string> {
  if (language === 'en') return new Map();
  return new Map(
    Object.values(readCatalogue(language))
      .flat()
      .map(({ en, text }) => [en, text]),
  );
}

/** AVIF in every width, and WebP in the smallest for browsers without it. */
async function save(picture: Buffer, path: string, widths: readonly number[]): Promise<void> {
  for (const [at, width] of widths.entries()) {
    const resized = sharp(picture).resize({ width });
    const suffix = at === 0 ? '' : '-2x';
    write(`${path}${suffix}.avif`, await resized.avif({ quality: 55, effort: 4 }).toBuffer());
    if (at === 0) write(`${path}.webp`, await resized.webp({ quality: 78, effort: 6 }).toBuffer());
  }
}

function write(path: string, bytes: Buffer): void {
  if (bytes.length > MOST_BYTES)
    throw new Error(`${path} has ${bytes.length} bytes, more than ${MOST_BYTES}`);
  writeFileSync(path, bytes);
  log(`${relative(ROOT, path)}  ${(bytes.length / 1_024).toFixed(1)} KiB`);
}
