import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, type CDPSession, chromium, type Page } from '@playwright/test';
import { browserLaunch, prepareBrowser } from './browser.ts';

/** Lighthouse's phone: its slow network, and a processor four times slower than this one. */
const NETWORK = {
  offline: false,
  latency: 150,
  downloadThroughput: (1.6 * 1_024 * 1_024) / 8,
  uploadThroughput: (750 * 1_024) / 8,
};
const PROCESSOR_SLOWER = 4;

export type Phone = { page: Page; session: CDPSession; close: () => Promise<void> };

/** Starts the journeys' browser. */
export async function startBrowser(): Promise<Browser> {
  await prepareBrowser();
  const { launchOptions, channel } = browserLaunch();
  return chromium.launch({ ...launchOptions, ...(channel === undefined ? {} : { channel }) });
}

/**
 * A phone whose browser holds a session and nothing else, narrow and slow.
 *
 * @param slow of the network, the processor or both
 */
export async function phoneOf(
  browser: Browser,
  session: { token: string; user: string },
  slow: { network: boolean; processor: boolean },
): Promise<Phone> {
  const context = await browser.newContext({
    viewport: { width: 360, height: 740 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    // It comes after everything that is measured, and holds files of other pages.
    serviceWorkers: 'block',
    locale: 'en-US',
    timezoneId: 'UTC',
  });
  await context.addInitScript(
    `localStorage.setItem('authToken', ${JSON.stringify(session.token)});
     localStorage.setItem('user', ${JSON.stringify(session.user)});`,
  );
  const page = await context.newPage();
  const cdp = await context.newCDPSession(page);
  await cdp.send('Network.enable');
  if (slow.network) await cdp.send('Network.emulateNetworkConditions', NETWORK);
  if (slow.processor) {
    await cdp.send('Emulation.setCPUThrottlingRate', { rate: PROCESSOR_SLOWER });
  }
  return { page, session: cdp, close: () => context.close() };
}

/**
 * Waits until an expression has a value. Playwright's own way runs a string as code in the page, which the
 * page's policy forbids.
 *
 * @throws Error when it has none after a minute
 */
export async function valueIn(page: Page, expression: string): Promise<unknown> {
  const deadline = performance.now() + 60_000;
  while (performance.now() < deadline) {
    const value = await page.evaluate(expression);
    if (value !== null && value !== undefined && value !== false) return value;
    await sleep(100);
  }
  throw new Error(`nothing came of ${expression}`);
}
