import { expect, type Page } from '@playwright/test';

/** The most that things may move by themselves; what moves is seen from about 0.1 on. */
export const SHIFT_MAX = 0.02;

/** How far things moved by themselves since the page was opened. */
export async function shiftOf(page: Page, address: string): Promise<number> {
  await page.goto(address);
  await expect(page.getByText('Up to date', { exact: true })).toBeVisible();
  // What is late comes within this time.
  await page.waitForTimeout(1_500);
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        let sum = 0;
        new PerformanceObserver((list) => {
          for (const entry of list.getEntries() as (PerformanceEntry & {
            value: number;
            hadRecentInput: boolean;
          })[]) {
            if (!entry.hadRecentInput) sum += entry.value;
          }
        }).observe({ type: 'layout-shift', buffered: true });
        setTimeout(() => resolve(sum), 100);
      }),
  );
}
