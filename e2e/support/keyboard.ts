import type { Locator, Page } from '@playwright/test';
import { expect } from './test.ts';

/** More presses of Tab than any journey needs; a trap shows as this many. */
const MOST_STOPS = 60;

/**
 * Presses Tab until the control has focus. On every stop on the way a reader must see where they are.
 *
 * @param key Shift+Tab goes back
 */
export async function tabTo(page: Page, control: Locator, key = 'Tab'): Promise<void> {
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    await page.keyboard.press(key);
    // Past the last control of a page or a dialog come the browser's own, and then the first again.
    if (await page.evaluate(() => document.activeElement === document.body)) continue;
    await expectVisibleFocus(page);
    if (await control.evaluate((element) => element === document.activeElement)) return;
  }
  throw new Error(`${MOST_STOPS} presses of ${key} do not lead to ${control.toString()}`);
}

/** Fails when the place that has focus is not marked, or lies out of sight or under something else. */
export async function expectVisibleFocus(page: Page): Promise<void> {
  await expect
    .poll(() => page.evaluate(focusFault), { message: 'where focus is', timeout: 2_000 })
    .toBe('seen');
}

function focusFault(): string {
  const element = document.activeElement;
  if (!element || element === document.body) return 'nothing has focus';
  // Stars and switches are drawn by the label around an input that nobody sees.
  const box = (element.matches('input') && element.closest('label')) || element;
  const name = `<${element.tagName.toLowerCase()}> ${(element.getAttribute('aria-label') ?? box.textContent).trim().slice(0, 40)}`;
  const isMarked = [element, box].some((each) => {
    const { outlineStyle, outlineWidth, opacity } = getComputedStyle(each);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 1 && opacity !== '0';
  });
  if (!isMarked) return `${name} has no outline`;
  const { left, top, right, bottom } = box.getBoundingClientRect();
  const points = [0.1, 0.5, 0.9].flatMap((x) =>
    [0.1, 0.5, 0.9].map((y) => [left + (right - left) * x, top + (bottom - top) * y] as const),
  );
  const isSeen = points.some(([x, y]) => {
    const there = document.elementFromPoint(x, y);
    return there !== null && (box.contains(there) || there.contains(element));
  });
  return isSeen ? 'seen' : `${name} is out of sight`;
}
