import type { Page } from '@playwright/test';
import { expect, test } from './support/test.ts';

test('a search in the guide leads to the step it found, and back', async ({ page }) => {
  await page.goto('/guide');
  await page.getByRole('searchbox', { name: 'Find a step' }).fill('broker server');
  await page.getByRole('link', { name: /Choose server and account type/ }).click();
  const step = page.locator('#broker-server');
  await expect(step).toBeInViewport();
  expect(new URL(page.url()).hash).toBe('#broker-server');
  await page.goBack();
  expect(new URL(page.url()).hash).toBe('');
});

test('a link into a closed section opens it, and one into another page leads to its place', async ({
  page,
}) => {
  await page.goto('/guide#requirements');
  await page.getByRole('link', { name: 'Run it now' }).click();
  await expect(page.locator('#paper-bot')).toBeInViewport();
  await page.goto('/privacy');
  await page.getByRole('main').getByRole('link', { name: 'terms', exact: true }).click();
  await page.waitForURL('**/terms#age');
  await expect(page.getByRole('heading', { name: 'Who may use the service' })).toBeInViewport();
});

test.describe('before any script has run', () => {
  test.use({ javaScriptEnabled: false });

  for (const [hash, words] of [
    ['bot', 'Add a configuration'],
    ['token-bar', 'Keep an eye on the token bar'],
  ] as const) {
    test(`/guide#${hash} is open at its place`, async ({ page }) => {
      await page.goto(`/guide#${hash}`);
      await expect(page.getByText(words)).toBeInViewport();
      await expect(openSections(page)).toHaveCount(1);
    });
  }

  test('on paper every section of the guide is open', async ({ page }) => {
    await page.goto('/guide');
    await expect(openSections(page)).toHaveCount(0);
    const step = page.getByText('Keep an eye on the token bar');
    await expect(step).toBeHidden();
    await page.emulateMedia({ media: 'print' });
    await expect(step).toBeVisible();
  });
});

function openSections(page: Page) {
  return page.locator('details[open]');
}

test('a button pressed before the site has started does its work once it has', async ({ page }) => {
  let letModulesThrough = () => {};
  const held = new Promise<void>((resolve) => {
    letModulesThrough = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/');
  await page.getByRole('button', { name: 'Watch Demo' }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  letModulesThrough();
  await expect(page.getByRole('dialog')).toBeVisible();
});
