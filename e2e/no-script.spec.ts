import type { Page } from '@playwright/test';
import type { PUBLIC_PAGES } from './support/pages.ts';
import { expect, test } from './support/test.ts';

/** What a page is for, in words that stand on it and must be readable before any script has run. */
const MAIN_TEXT: Record<(typeof PUBLIC_PAGES)[number], string> = {
  '/': 'Several AI models analyse the market alongside your MetaTrader 5.',
  '/pricing': 'Yearly: two months free.',
  '/about': 'to give retail traders what a good trading floor has',
  '/guide': 'From an empty computer to the first session, in eight short sections.',
  '/contact': 'We reply within 24 hours.',
  '/privacy': 'Last updated: Jan 10, 2025',
  '/refund': 'Last updated: Jan 10, 2025',
  '/terms': 'Last updated: Jan 15, 2025',
  '/status': 'The service measures itself once a minute.',
  '/changelog': 'Each step of the guide',
  '/verify': 'No entry is missing, changed, added or moved.',
  '/models': 'A row has at least 5 people behind it.',
};

const MENU = ['/pricing', '/about', '/guide', '/login', '/signup'];

for (const [path, words] of Object.entries(MAIN_TEXT)) {
  test.describe('without a script', () => {
    test.use({ javaScriptEnabled: false, viewport: { width: 360, height: 740 } });

    // @spec 2.20, 10.20
    test(`the page can be read and its menu, sections, theme and links work: ${path}`, async ({
      page,
    }) => {
      await expectUsable(page, path, words);
    });
  });

  test.describe('before its scripts have come', () => {
    test.use({ viewport: { width: 360, height: 740 } });

    // @spec 2.20, 10.20
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

  test('all of home is there, and what could not work is not shown: reviews, billing period, assistant', async ({
    page,
    service,
  }) => {
    await page.goto('/');
    await expect(page.getByRole('link', { name: 'Start for Free' }).first()).toBeVisible();
    await expect(page.getByRole('link', { name: 'Watch Demo' })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'What it will not do' })).toBeVisible();
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

/** Pages that depend on their reader, with the heading and the words that say what comes. */
const WAITING: Readonly<Record<string, readonly [heading: string, note: string]>> = {
  '/login': ['Sign In', 'Sign in with your username or email and your password.'],
  '/signup': ['Create an account', 'The free plan needs no card.'],
  '/forgot-password': ['Forgot password', 'Enter the address of your account.'],
  '/reset-password?token=t': ['Reset password', 'Set a new password'],
  '/verify-email?token=t': ['Email verification', 'Your address is confirmed'],
  '/resend-verification': ['Resend verification', 'We send a new verification link.'],
  '/unsubscribe?token=t': ['Weekly review by mail', 'You turn off the weekly review here'],
  '/dashboard': ['Dashboard', 'Your plan, your token usage, your statistics and your trades.'],
  '/dashboard/security': ['Security', 'How you sign in'],
  '/checkout?plan=Pro&billing=yearly': ['Checkout', 'Your order and the card payment.'],
  '/admin/users': ['Operators', 'Pages for operators'],
  '/support': ['Support', 'The assistant opens on the home page.'],
};

// @spec 1.9, 2.1, 2.2, 2.4, 2.5, 2.6, 2.7, 2.9, 2.14, 2.15, 2.22, 6.1, 10.22
test('every page is served with its bar, its footer, its heading and what to do without a script', async ({
  service,
}) => {
  for (const [path, [heading, note]] of Object.entries(WAITING)) {
    const html = await (await fetch(service.url + path)).text();
    expect(html, path).toMatch(/<header[\s\S]*<h1[\s\S]*<footer/);
    expect(/<h1[^>]*>(.*?)<\/h1>/.exec(html)?.[1], path).toBe(heading);
    expect(html, path).toContain(note);
    const [, without = ''] = /<noscript>([\s\S]*?)<\/noscript>/.exec(html) ?? [];
    expect(without, path).toContain('This page needs JavaScript');
    expect(without, path).toContain('href="/guide"');
    expect(without, path).toContain('href="mailto:support@quorate.example"');
    expect(html.match(/<form/g), path).toBeNull();
  }
  const developers = await (await fetch(`${service.url}/developers`)).text();
  expect(developers).toContain('Every call, and a way to try it.');
  expect(developers).toMatch(/<noscript>[\s\S]*needs JavaScript[\s\S]*<\/noscript>/);
});

test('any other path is sent home before any script runs', async ({ service }) => {
  for (const path of ['/nowhere', '/user/settings', '/dashboard/more', '/%2F%2Fevil.test']) {
    const reply = await fetch(service.url + path, { redirect: 'manual' });
    expect([reply.status, reply.headers.get('location')], path).toEqual([302, '/']);
  }
});

test.describe('before its scripts have come', () => {
  test.use({ viewport: { width: 360, height: 740 } });

  for (const [path, [heading, note]] of Object.entries(WAITING)) {
    test(`a page that depends on its reader says what comes, and later what to do: ${path}`, async ({
      page,
      allowConsole,
    }) => {
      allowConsole(/ERR_FAILED|Failed to fetch dynamically imported module/);
      await page.route('**/assets/*.js', (route) => route.abort());
      await page.goto(path);
      const main = page.getByRole('main');
      await expect(main.getByRole('heading', { level: 1 })).toHaveText(heading);
      await expect(main.getByText(note)).toBeVisible();
      await expect(page.getByRole('contentinfo')).toBeVisible();
      await expect(main.getByText('Loading')).toBeVisible();
      const late = main.getByText('This takes longer than usual.');
      await expect(late).toBeHidden();
      await page.evaluate(() => {
        for (const animation of document.getAnimations()) {
          if (animation instanceof CSSAnimation && animation.animationName === 'shown-late')
            animation.finish();
        }
      });
      await expect(late).toBeVisible();
      await expect(main.getByRole('link', { name: 'support@quorate.example' })).toBeVisible();
    });
  }
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
