import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { signedUp, signIn } from './support/account.ts';
import { expect, test } from './support/test.ts';

const WIDTHS = [360, 768, 1440] as const;
const THEMES = ['light', 'dark'] as const;
const SIDEWAYS = 'document.documentElement.scrollWidth - document.documentElement.clientWidth';
const STANDARD = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'];

const PUBLIC_PAGES = [
  '/',
  '/pricing',
  '/about',
  '/guide',
  '/contact',
  '/privacy',
  '/refund',
  '/terms',
];

for (const path of [...PUBLIC_PAGES, '/login', '/signup']) {
  test(`${path} has no accessibility fault at any width, in either theme`, async ({ page }) => {
    await expectNoFaults(page, path);
  });
}

test('/dashboard has no accessibility fault at any width, in either theme', async ({
  page,
  service,
}) => {
  await signIn(page, await signedUp(service.url));
  await expectNoFaults(page, '/dashboard');
  for (const tab of ['Statistics', 'Trade History']) {
    await page.getByRole('tab', { name: tab }).click();
    expect(await faultsOf(page), tab).toEqual([]);
  }
});

test('the guide has no accessibility fault when all is open and a search has results', async ({
  page,
}) => {
  await page.setViewportSize({ width: 320, height: 900 });
  await page.goto('/guide');
  await page.getByRole('searchbox', { name: 'Find a step' }).fill('risk');
  await page.getByRole('list', { name: 'Found in the guide' }).waitFor();
  await page.evaluate(
    "document.querySelectorAll('details').forEach((each) => { each.open = true })",
  );
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    expect(await faultsOf(page), theme).toEqual([]);
  }
  expect(await page.evaluate<number>(SIDEWAYS), 'sideways scrolling at 320 px').toBe(0);
});

async function expectNoFaults(page: Page, path: string): Promise<void> {
  // Half-way through a fade every text has too little contrast.
  await page.emulateMedia({ reducedMotion: 'reduce' });
  for (const theme of THEMES) {
    await page.emulateMedia({ colorScheme: theme });
    for (const width of WIDTHS) {
      await page.setViewportSize({ width, height: 900 });
      await page.goto(path);
      await page.getByRole('heading', { level: 1 }).first().waitFor();
      expect(await faultsOf(page), `${theme}, ${width} px`).toEqual([]);
      expect(await page.evaluate<number>(SIDEWAYS), `sideways scrolling at ${width} px`).toBe(0);
    }
  }
}

async function faultsOf(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).withTags(STANDARD).analyze();
  return violations.flatMap((violation) =>
    violation.nodes.map((node) => `${violation.id} at ${node.target.join(' ')}: ${violation.help}`),
  );
}
