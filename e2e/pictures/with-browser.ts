import { type Browser, chromium } from 'playwright-core';
import { browserLaunch, prepareBrowser } from '../support/browser.ts';

/** Lends out the browser of the journeys, and closes it whatever happens. */
export async function withBrowser(use: (browser: Browser) => Promise<void>): Promise<void> {
  await prepareBrowser();
  const { launchOptions, channel } = browserLaunch();
  const browser = await chromium.launch({ ...launchOptions, ...(channel ? { channel } : {}) });
  try {
    await use(browser);
  } finally {
    await browser.close();
  }
}
