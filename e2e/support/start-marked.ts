import type { Page } from '@playwright/test';

/**
 * Opens a built page with its modules held back, marks elements in it, and lets the site start.
 *
 * @returns whether each of them is still the built one: React writes a page again that does not fit
 */
export async function startMarked(
  page: Page,
  path: string,
  selectors: readonly string[],
): Promise<unknown> {
  let letThrough = () => {};
  const held = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await held;
    await route.continue();
  });
  await page.goto(path);
  const each = `${JSON.stringify(selectors)}.map((name) => document.querySelector(name))`;
  await page.evaluate(`${each}.forEach((element) => { element.marked = true; })`);
  letThrough();
  await page.locator('html[data-started]').waitFor();
  return page.evaluate(`${each}.map((element) => element.marked === true)`);
}
