import type { Locator, Page } from '@playwright/test';
import { signedUp, signIn } from './support/account.ts';
import { ACCOUNT_PAGES, PUBLIC_PAGES } from './support/pages.ts';
import { expect, test } from './support/test.ts';

const LINKS = [
  ['Pricing', '/pricing'],
  ['About', '/about'],
  ['Guide', '/guide'],
] as const;
const VISITOR = [...LINKS, ['Sign In', '/login'], ['Start for Free', '/signup']];
const USER = [...LINKS, ['Dashboard', '/dashboard']];
const FOOTER = [
  ['support@quorate.example', 'mailto:support@quorate.example'],
  ['+92 42 555 0100', 'tel:+92425550100'],
  ['Pricing', '/pricing'],
  ['Guide', '/guide'],
  ['Developers', '/developers'],
  ['Board of models', '/models'],
  ['Verify a record', '/verify'],
  ['Changelog', '/changelog'],
  ['About', '/about'],
  ['Contact', '/contact'],
  ['Status', '/status'],
  ['Privacy Policy', '/privacy'],
  ['Refund Policy', '/refund'],
  ['Terms of Service', '/terms'],
];
/** Words of a page’s heading, so that a link that changes the address alone is not enough. */
const HEADINGS: Record<string, RegExp> = {
  '/pricing': /^Pricing$/,
  '/about': /^No single voice/,
  '/guide': /^Setup Guide$/,
  '/developers': /^Every call, and a way to try it/,
  '/verify': /^Verify a record$/,
  '/models': /^Board of models$/,
  '/contact': /^Contact$/,
  '/status': /^Status$/,
  '/changelog': /^Changelog$/,
  '/privacy': /^Privacy Policy$/,
  '/refund': /^Refund Policy$/,
  '/terms': /^Terms of Service$/,
  '/login': /^Sign in/i,
  '/signup': /account/i,
};

test.use({ viewport: { width: 1_280, height: 800 } });

// @spec 2.16, 2.17
test('the bar shows a visitor Pricing, About, Guide, Sign In and Start for Free, and each leads there', async ({
  page,
}) => {
  await page.goto('/terms');
  const bar = page.getByRole('banner');
  expect(await shownLinks(bar)).toEqual([['Quorate, home', '/'], ...VISITOR]);
  await expect(bar.getByRole('button', { name: 'Sign Out' })).toHaveCount(0);
  for (const [name = '', path = ''] of VISITOR) await expectLeadsTo(page, bar, name, path);
  await bar.getByRole('link', { name: 'Quorate, home' }).click();
  await expect(page).toHaveURL(/:\d+\/$/);
});

// @spec 2.13, 2.18
test('the bar shows a user Dashboard and Sign Out instead, on a phone in its menu', async ({
  page,
  service,
}) => {
  await signIn(page, await signedUp(service.url));
  await page.goto('/about');
  const bar = page.getByRole('banner');
  await expect(bar.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  expect(await shownLinks(bar)).toEqual([['Quorate, home', '/'], ...USER]);
  await page.setViewportSize({ width: 360, height: 740 });
  await bar.getByRole('button', { name: 'Open menu' }).click();
  const menu = bar.getByRole('navigation', { name: 'Menu' });
  expect(await shownLinks(menu)).toEqual(USER);
  await expect(menu.getByRole('button', { name: 'Sign Out' })).toBeVisible();
  await menu.getByRole('link', { name: 'Dashboard' }).click();
  await page.waitForURL('**/dashboard');
  await expect(menu).toBeHidden();
});

// @spec 2.20
test('on a phone the same links are a menu, which closes with Escape, outside and a navigation', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto('/terms', { waitUntil: 'networkidle' });
  const bar = page.getByRole('banner');
  expect(await shownLinks(bar)).toEqual([['Quorate, home', '/']]);
  const menu = bar.getByRole('navigation', { name: 'Menu' });
  const button = bar.getByRole('button', { name: 'Open menu' });
  await button.click();
  expect(await shownLinks(menu)).toEqual(VISITOR);
  await page.keyboard.press('Escape');
  await expect(menu).toBeHidden();
  await button.click();
  await page.mouse.click(180, 700);
  await expect(menu).toBeHidden();
  await button.click();
  await menu.getByRole('link', { name: 'Guide' }).click();
  await page.waitForURL('**/guide');
  await expect(menu).toBeHidden();
});

// @spec 2.19, 9.19
test('the bar is clear at the top and solid after more than 10 px, on a phone as on a desktop', async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'light' });
  await page.goto('/privacy', { waitUntil: 'networkidle' });
  const bar = page.getByRole('banner');
  for (const width of [360, 1_280]) {
    await page.setViewportSize({ width, height: 800 });
    for (const [pixels, colour] of [
      [0, 'rgba(0, 0, 0, 0)'],
      [10, 'rgba(0, 0, 0, 0)'],
      [11, 'rgb(246, 244, 238)'],
      [400, 'rgb(246, 244, 238)'],
      [0, 'rgba(0, 0, 0, 0)'],
    ] as const) {
      await page.evaluate((top) => window.scrollTo(0, top), pixels);
      await expect(bar, `${pixels} px at ${width}`).toHaveCSS('background-color', colour);
      await expect(bar).toBeInViewport({ ratio: 1 });
    }
  }
});

for (const path of [...PUBLIC_PAGES, ...ACCOUNT_PAGES]) {
  // @spec 1.9, 2.1, 2.2, 2.4, 2.5, 2.6, 2.7, 2.9, 2.14, 2.15, 2.21, 2.22, 2.34, 6.1
  // @spec 10.22
  test(`the bar, the whole footer and the assistant’s button are on ${path}`, async ({ page }) => {
    await page.goto(path);
    await expect(page).toHaveURL((url) => url.pathname + url.search === path);
    await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
    expect((await shownLinks(page.getByRole('banner'))).slice(1)).toEqual(VISITOR);
    const footer = page.getByRole('contentinfo');
    const languages = [
      ['English', path],
      ['Español', `/es${path}`],
    ];
    expect(await shownLinks(footer)).toEqual([...FOOTER, ...languages]);
    await expect(footer.getByText('Lahore, Pakistan')).toBeVisible();
    await expect(footer.getByRole('img')).toHaveCount(3);
    await expect(footer.getByText(/carries a high level of risk/)).toBeVisible();
    const button = page.getByRole('button', { name: 'Open the assistant' });
    await expect(button).toBeEnabled();
    const place = await button.boundingBox();
    expect(place && [place.x + place.width, place.y + place.height]).toEqual([1_264, 784]);
  });
}

// @spec 2.21
test('every link of the footer leads to its page', async ({ page }) => {
  await page.goto('/signup');
  for (const [name = '', path = ''] of FOOTER.slice(2)) {
    await expectLeadsTo(page, page.getByRole('contentinfo'), name, path);
  }
});

// @spec 2.11
test('every path that is no page leads home', async ({ page }) => {
  for (const path of ['/user', '/user/settings', '/admin', '/PRICING/x', '/a/b/c', '/guide/bot']) {
    await page.goto(path);
    await expect(page, path).toHaveURL(/:\d+\/$/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
});

async function expectLeadsTo(page: Page, from: Locator, name: string, path: string) {
  await from.getByRole('link', { name, exact: true }).click();
  await page.waitForURL(`**${path}`);
  await expect(page.getByRole('heading', { level: 1, name: HEADINGS[path] })).toBeVisible();
}

/** What a reader sees there: the words of each link, and where it leads. */
async function shownLinks(place: Locator): Promise<(string | null)[][]> {
  const links = await place.getByRole('link').all();
  return Promise.all(
    links.map(async (link) => [
      (await link.getAttribute('aria-label')) ?? (await link.innerText()),
      await link.getAttribute('href'),
    ]),
  );
}
