import { type Browser, chromium } from '@playwright/test';
import { browserLaunch, prepareBrowser } from './browser.ts';

/**
 * Starts the journeys' browser with a port on which other tools drive it.
 *
 * @param port of 127.0.0.1, free
 * @returns what ends it
 */
export async function startDebuggableBrowser(port: number): Promise<() => Promise<void>> {
  await prepareBrowser();
  const { launchOptions, channel } = browserLaunch();
  const browser = await chromium.launch({
    ...launchOptions,
    ...(channel === undefined ? {} : { channel }),
    args: [...(launchOptions.args ?? []), `--remote-debugging-port=${port}`],
  });
  return () => browser.close();
}

/** Drives it as journeys do, beside the tool that looks at it. */
export async function driveBrowser(port: number): Promise<Browser> {
  return chromium.connectOverCDP(`http://127.0.0.1:${port}`);
}
