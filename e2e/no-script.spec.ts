import type { Page } from '@playwright/test';
import type { PUBLIC_PAGES } from './support/pages.ts';
import { expect, test } from './support/test.ts';

/** What a page is for, in words that stand on it and must be readable before any script has run. */
const MAIN_TEXT: Record<(typeof PUBLIC_PAGES)[number], string> = {
  '/': 'Several language models read the market beside your MetaTrader 5.',
  '/pricing': 'Yearly: two months free.',
  '/about': 'to give retail traders what a good trading floor has',
  '/guide': 'From an empty computer to the first session, in eight short sections.',
  '/contact': 'We reply within 24 hours.',
  '/privacy': 'Last updated: Jan 10, 2025',
  '/refund': 'Last updated: Jan 10, 2025',
  '/terms': 'Last updated: Jan 15, 2025',
};

const MENU = ['/pricing', '/about', '/guide', '/login', '/signup'];

for (const [path, words] of Object.entries(MAIN_TEXT)) {
  test.describe('without a script', () => {
    test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });

    test(`the page can be read and its menu, sections, theme and links work: ${path}`, async ({
      page,
    }) => {
      await expectUsable(page, path, words);
    });
  });

  test.describe('before its scripts have come', () => {
    test.use({ viewport: { width: 360, height: 740 } });

    test(`the page can be read and its menu, sections, theme and links work: ${path}`, async ({
      page,
      allowConsole,
    }) => {
      allowConsole(/ERR_FAILED|Failed to fetch dynamically imported module/);
      await page.route('**/assets/*.js', (route) => route.abort());
      await expectUsable(page, path, words);
    });
  });
}

test.describe('without a script', () => {
  test.use({ javaScriptEnabled: false, viewport: { width: 1_280, height: 800 } });

  test('what could not work is not shown: demo, reviews, billing period, assistant', async ({
    page,
    service,
  }) => {
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'Start for Free' }).first()).toBeVisible();
    await expect(page.getByText('Watch Demo')).toBeHidden();
    await expect(page.getByText('What traders say')).toBeHidden();
    await expect(page.getByLabel('Open the assistant')).toBeHidden();
    await page.goto('/pricing');
    await expect(page.getByText('$40', { exact: true })).toBeVisible();
    await expect(page.getByRole('radio', { name: 'Yearly' })).toBeHidden();
    await page.goto('/contact');
    await expect(page.getByRole('button', { name: 'Send Message' })).toBeDisabled();
    // This browser reads no <noscript> when its scripts are only switched off for one page.
    const guide = await (await fetch(`${service.url}/guide`)).text();
    expect(guide).toMatch(/<noscript>.*?The search needs JavaScript.*?<\/noscript>/s);
  });
});

async function expectUsable(page: Page, path: string, words: string): Promise<void> {
  const styleSheets: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'stylesheet') styleSheets.push(request.url());
  });
  await page.goto(path);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(words).first()).toBeVisible();
  const sections = page.locator('details');
  if ((await sections.count()) > 0) {
    await sections.first().locator('summary').click();
    await expect(sections.first().locator('p, li').first()).toBeVisible();
  }

  await page.getByRole('contentinfo').getByText('Dark', { exact: true }).click();
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(13, 20, 25)');
  await page.getByRole('contentinfo').getByText('Light', { exact: true }).click();
  await expect(page.locator('html')).toHaveCSS('background-color', 'rgb(246, 244, 238)');

  const menu = page.getByRole('navigation', { name: 'Menu' });
  await expect(menu).toBeHidden();
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(menu).toBeVisible();
  const targets = await menu.getByRole('link').all();
  expect(await Promise.all(targets.map((link) => link.getAttribute('href')))).toEqual(MENU);
  const other = path === '/about' ? '/guide' : '/about';
  await menu.locator(`a[href="${other}"]`).click();
  await page.waitForURL(`**${other}`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(styleSheets, 'style sheets that were asked for').toEqual([]);
}
