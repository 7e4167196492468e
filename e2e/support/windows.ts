import type { Page } from '@playwright/test';

/** Waits until a window that was closed has taken its entry out of the history: a load before that is cut off. */
export async function windowsClosed(page: Page): Promise<void> {
  await page.waitForFunction(() => !(history.state as { layer?: string } | null)?.layer);
}
