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

/** Types into a field as a person with a mouse does: clicks into it unless it has the focus. */
export async function typeInto(field: Locator, text: string): Promise<void> {
  const hasFocus = await field.evaluate(
    (element) => element === element.ownerDocument.activeElement,
  );
  if (!hasFocus) await field.click();
  await field.selectText();
  await field.pressSequentially(text);
}
