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
  await page.getByRole('link', { name: 'paper bot', exact: true }).first().click();
  await expect(page.locator('#paper-bot')).toBeInViewport();
  await page.goto('/privacy');
  await page.getByRole('main').getByRole('link', { name: 'terms', exact: true }).click();
  await page.waitForURL('**/terms#age');
  await expect(page.getByRole('heading', { name: 'Who may use the service' })).toBeInViewport();
});

// @spec 2.85, 2.86
test('a section of the guide opens and closes, and its steps are numbered from one', async ({
  page,
}) => {
  await page.goto('/guide', { waitUntil: 'networkidle' });
  const step = page.getByText('Switch Algo Trading on');
  await expect(step).toBeHidden();
  await page.getByRole('heading', { name: 'Terminal setup' }).click();
  await expect(step).toBeVisible();
  const numbers = await page.locator('#terminal ol > li').evaluateAll((items) =>
    items.map((item) => {
      const own = getComputedStyle(item, '::before').content;
      const listed = getComputedStyle(item).listStyleType;
      return own !== 'none'
        ? own
        : listed !== 'none'
          ? listed
          : item.firstElementChild?.textContent;
    }),
  );
  expect(numbers).toHaveLength(5);
  for (const number of numbers) expect(number).toMatch(/counter|decimal|^\d$/);
  await page.getByRole('heading', { name: 'Terminal setup' }).click();
  await expect(step).toBeHidden();
});

// @spec 2.24
test('Watch Demo shows five steps in their order, forth, back and by name, and ends at sign-up', async ({
  page,
}) => {
  // With less motion the steps wait for the reader.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const steps = ['Snapshot', 'Votes', 'Verdict', 'Order', 'Outcome'];
  await page.goto('/');
  await page.getByRole('button', { name: 'Watch Demo' }).click();
  const demo = page.getByRole('dialog');
  const next = demo.getByRole('button', { name: 'Next' });
  for (const step of steps) {
    await expect(demo.getByRole('heading', { level: 3 })).toHaveText(step);
    await expect(demo.locator('[aria-current=step]')).toHaveText(step);
    if (step !== 'Outcome') await next.click();
  }
  await expect(next).toHaveCount(0);
  await demo.getByRole('button', { name: 'Back' }).click();
  await expect(demo.getByRole('heading', { level: 3 })).toHaveText('Order');
  await demo.getByRole('button', { name: 'Snapshot' }).click();
  await expect(demo.getByRole('heading', { level: 3 })).toHaveText('Snapshot');
  await demo.getByRole('button', { name: 'Close' }).click();
  await expect(demo).toHaveCount(0);
  await page.getByRole('button', { name: 'Watch Demo' }).click();
  await demo.getByRole('button', { name: 'Outcome' }).click();
  await demo.getByRole('link', { name: 'Start for Free' }).click();
  await page.waitForURL('**/signup');
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
