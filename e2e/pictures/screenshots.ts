import { mkdirSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { instantFromIso } from '@quorate/values/instant';
import type { Browser, Page } from 'playwright-core';
import { DEMO_ACCOUNT } from '../../tools/demo/account.ts';
import { withTradedMarket } from '../../tools/demo/with-traded-market.ts';
import { fromRoot } from '../../tools/root.ts';
import { ensureSite } from '../../tools/site.ts';
import { signIn } from '../support/account.ts';
import { withBrowser } from './with-browser.ts';

type Theme = 'light' | 'dark';
type Device = 'desktop' | 'phone';

const FOLDER = fromRoot('docs/pictures');
const SCREENS = {
  desktop: { viewport: { width: 1_280, height: 800 }, deviceScaleFactor: 1 },
  phone: {
    viewport: { width: 390, height: 780 },
    deviceScaleFactor: 1.5,
    isMobile: true,
    hasTouch: true,
  },
} as const;

/** The same prices at the same times, so that the pictures change only with the product. */
const MARKET = {
  symbol: 'EURUSD',
  timeframe: 'H1',
  digits: 5,
  bars: 3_000,
  end: instantFromIso('2026-06-26T21:00:00Z'),
  seed: 20,
} as const;

/** By then the parts that come late are there. The network is never idle: news come as a stream. */
const LATE_MS = 3_000;

const say = (line: string) => void process.stdout.write(`${line}\n`);

mkdirSync(FOLDER, { recursive: true });
await ensureSite(say);
say('A bot trades, so that there is something to see …');
await withTradedMarket(MARKET, (url) =>
  withBrowser(async (browser) => {
    for (const theme of ['light', 'dark'] as const) {
      for (const device of ['desktop', 'phone'] as const) {
        await withPage(browser, url, theme, device, async (page) => {
          await pictureSite(page, `${device}-${theme}`);
          await signIn(page, DEMO_ACCOUNT);
          await pictureDashboard(page, `${device}-${theme}`);
          await pictureDecision(page, `${device}-${theme}`);
        });
      }
    }
  }),
);

async function withPage(
  browser: Browser,
  baseURL: string,
  colorScheme: Theme,
  device: Device,
  use: (page: Page) => Promise<void>,
): Promise<void> {
  const context = await browser.newContext({
    ...SCREENS[device],
    baseURL,
    colorScheme,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'UTC',
  });
  try {
    await use(await context.newPage());
  } finally {
    await context.close();
  }
}

async function pictureSite(page: Page, name: string): Promise<void> {
  await page.goto('/');
  await page.getByRole('heading', { level: 1 }).waitFor();
  await save(page, `site-${name}`);
}

async function pictureDashboard(page: Page, name: string): Promise<void> {
  await page.goto('/dashboard?tab=statistics');
  await page.getByRole('term').filter({ hasText: 'Net profit' }).waitFor();
  await sleep(LATE_MS);
  await save(page, `dashboard-${name}`);
}

/** The record behind the newest trade, as its owner opens it. */
async function pictureDecision(page: Page, name: string): Promise<void> {
  await page.goto('/dashboard?tab=history');
  const story = page.locator('a[data-story][href*="/decisions/"]').first();
  await page.goto((await story.getAttribute('href')) ?? '');
  await page.getByRole('heading', { name: 'Votes' }).waitFor();
  await sleep(LATE_MS);
  await save(page, `decision-${name}`);
}

async function save(page: Page, name: string): Promise<void> {
  await page.evaluate('document.fonts.ready');
  await page.screenshot({ path: `${FOLDER}/${name}.png` });
  say(`docs/pictures/${name}.png`);
}
