import type { Page } from '@playwright/test';
import { signedUp, signIn } from './support/account.ts';
import { cutText } from './support/cut-text.ts';
import { ACCOUNT_PAGES, PUBLIC_PAGES } from './support/pages.ts';
import { expect, test } from './support/test.ts';

/** The width of a phone held upright, and the widths at which text of twice the size must fit as well. */
const NARROWEST = 320;
const WIDTHS_OF_LARGE_TEXT = [360, 1_280] as const;

for (const path of [...PUBLIC_PAGES, ...ACCOUNT_PAGES]) {
  test(`nothing is cut at 320 px, nor with text of twice the size, on ${path}`, async ({
    page,
  }) => {
    await page.goto(path);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    // Every closed section is open, so that all there is to read is measured.
    await page.evaluate(() => {
      for (const section of document.querySelectorAll('details')) section.open = true;
    });
    await expectRoomForAllText(page);
  });
}

test('nothing is cut at 320 px, nor with text of twice the size, on the dashboard', async ({
  page,
  service,
}) => {
  await signIn(page, await signedUp(service.url));
  for (const tab of ['Overview', 'Statistics', 'Trade History']) {
    await page.getByRole('tab', { name: tab }).click();
    await expect(page.getByRole('tabpanel', { name: tab })).toBeVisible();
    await expectRoomForAllText(page);
  }
});

test('nothing is cut while the dashboard loads, nor where it cannot', async ({
  page,
  service,
  allowConsole,
}) => {
  allowConsole(/503 \(Service Unavailable\)/);
  await signIn(page, await signedUp(service.url));
  const held = Promise.withResolvers<void>();
  const failure = { success: false, code: 'unavailable', message: 'Not now.', error: 'Not now.' };
  const areData = (url: URL) =>
    url.pathname.startsWith('/api/') && !url.pathname.includes('/session');
  await page.route(areData, async (route) => {
    await held.promise;
    await route.fulfill({ status: 503, json: failure });
  });
  await page.reload();
  await expect(page.getByRole('status', { name: 'Loading your desk' })).toBeVisible();
  await expect(page.getByRole('status', { name: 'Loading your limits' })).toBeVisible();
  await expectRoomForAllText(page);
  held.resolve();
  await expect(page.getByText('Failed to load your desk')).toBeVisible();
  await expect(page.getByText('Failed to load your paper accounts')).toBeVisible();
  await expectRoomForAllText(page);
});

test('nothing is cut in the menu and the assistant, however narrow or large', async ({ page }) => {
  await page.setViewportSize({ width: NARROWEST, height: 740 });
  await page.goto('/about');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await expect(page.getByRole('navigation', { name: 'Menu' })).toBeVisible();
  await expectRoomForAllText(page, [360]);
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Open the assistant' }).click();
  await expect(page.getByRole('dialog', { name: 'Assistant' })).toBeVisible();
  await expectRoomForAllText(page);
});

async function expectRoomForAllText(
  page: Page,
  large: readonly number[] = WIDTHS_OF_LARGE_TEXT,
): Promise<void> {
  await page.setViewportSize({ width: NARROWEST, height: 740 });
  expect.soft(await cutText(page), `at ${NARROWEST} px`).toEqual([]);
  await page.evaluate(() => document.documentElement.style.setProperty('font-size', '200%'));
  for (const width of large) {
    await page.setViewportSize({ width, height: 740 });
    expect.soft(await cutText(page), `twice the size at ${width} px`).toEqual([]);
  }
  await page.evaluate(() => document.documentElement.style.removeProperty('font-size'));
}
