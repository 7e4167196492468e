import type { Locator, Page } from '@playwright/test';

/** Counts what a person presses with the mouse in a page, on whatever it is. @returns how many so far */
export async function countClicks(page: Page): Promise<() => number> {
  let count = 0;
  await page.exposeFunction('pressed', () => {
    count += 1;
  });
  await page.addInitScript("addEventListener('pointerdown', () => void pressed(), true);");
  return () => count;
}

/** A page that has just opened puts the cursor into a field so soon, also on a busy machine. */
const FOCUS_MS = 500;

/** Types into a field as a person with a mouse does: clicks into it unless it has the focus. */
export async function typeInto(field: Locator, text: string): Promise<void> {
  const hasFocus = await field.evaluate(async (element, waitMs) => {
    const until = performance.now() + waitMs;
    while (element !== element.ownerDocument.activeElement && performance.now() < until)
      await new Promise((resolve) => setTimeout(resolve, 20));
    return element === element.ownerDocument.activeElement;
  }, FOCUS_MS);
  if (!hasFocus) await field.click();
  await field.selectText();
  await field.pressSequentially(text);
}
