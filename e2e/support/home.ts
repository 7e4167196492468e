import type { Page } from '@playwright/test';

/** Reads on below the first view of home, whose code comes when somebody does. */
export async function readOn(home: Page): Promise<void> {
  await home.locator('#home-rest').scrollIntoViewIfNeeded();
}
