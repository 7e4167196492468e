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

test('a step of the guide shows its picture in the theme of the page, and nothing of closed sections is loaded', async ({
  page,
}) => {
  const loaded: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'image') loaded.push(new URL(request.url()).pathname);
  });
  await page.emulateMedia({ colorScheme: 'light' });
  await page.goto('/guide', { waitUntil: 'networkidle' });
  expect(loaded.filter((path) => path.startsWith('/pictures/'))).toEqual([]);
  await page.getByRole('heading', { name: 'Terminal setup' }).click();
  const picture = page.locator('#install-mt5').getByRole('img');
  await expect(picture).toHaveCount(1);
  await expect(picture).toHaveAccessibleName(/^Sketch: the web page of a broker/);
  const widthOf = () => picture.evaluate((image: HTMLImageElement) => image.naturalWidth);
  await expect.poll(widthOf).toBeGreaterThan(1_000);
  expect(loaded).toContain('/pictures/guide/install-mt5-light.avif');
  expect(loaded).not.toContain('/pictures/guide/install-mt5-dark.avif');
  await page.getByRole('contentinfo').getByText('Dark', { exact: true }).click();
  await expect.poll(() => loaded).toContain('/pictures/guide/install-mt5-dark.avif');
  await expect(picture).toHaveCount(1);
});

test('the guide come to from another page is whole, too', async ({ page }) => {
  await page.goto('/about');
  await page.getByRole('contentinfo').getByRole('link', { name: 'Guide' }).click();
  await page.getByRole('heading', { name: 'Terminal setup' }).click();
  await expect(page.getByText('Switch Algo Trading on')).toBeVisible();
});

// @spec 2.24
test('Watch Demo leads to the recorded decisions where the service has no live demo', async ({
  page,
}) => {
  await page.goto('/');
  await page.getByRole('link', { name: 'Watch Demo' }).click();
  await expect(page.getByRole('heading', { name: 'What a decision looks like' })).toBeInViewport();
  await expect(page.getByText('Recorded, simulated')).toHaveCount(2);
});

test('home asks for no code of its lower part before somebody reads on, and then for all of it', async ({
  page,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await page.goto('/', { waitUntil: 'networkidle' });
  const hasRest = () => asked.some((url) => /home-rest/.test(url));
  expect(hasRest()).toBe(false);
  await expect(page.getByRole('heading', { name: 'What it will not do' })).toHaveCount(1);
  await page.mouse.wheel(0, 400);
  await expect.poll(hasRest).toBe(true);
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
  await page.getByRole('button', { name: 'Use the dark theme' }).click();
  await expect(page.locator('html')).not.toHaveAttribute('data-theme', 'dark');
  letModulesThrough();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});
