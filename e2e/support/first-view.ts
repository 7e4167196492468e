import { expect, type Locator, type Page } from '@playwright/test';

/** Text under this size is not read in a glance. */
const LEAST_PX = 12;

/** What a trader has to see within five seconds, without scrolling. */
function glances(page: Page): Record<string, Locator> {
  const strip = page.getByRole('region', { name: 'Equity and limits' });
  const positions = page.getByRole('region', { name: 'Open positions' });
  return {
    equity: strip.getByText(/^[$€£][\d,]+\.\d\d$/).first(),
    'the day’s limit': strip.getByText('Day limit'),
    'the total limit': strip.getByText('Total limit'),
    'today’s result': page.getByRole('region', { name: 'Today' }).getByText('P&L today'),
    'the bot’s state': page
      .getByText(/^(Trading|Fast time|Paused|Offline|Not running|Waiting|Nothing new)$/)
      .first(),
    'open positions': positions.getByRole('heading', { name: 'Open positions' }),
    'the last decision': page
      .getByRole('region', { name: 'Last decisions' })
      .getByRole('link')
      .nth(1),
  };
}

/** Fails for what is below the first screen, too small, or under something else. */
export async function expectFirstView(page: Page): Promise<void> {
  await page.evaluate(() => window.scrollTo(0, 0));
  for (const [name, locator] of Object.entries(glances(page))) {
    await expect(locator, name).toBeVisible();
    const seen = await locator.evaluate((element) => {
      const box = element.getBoundingClientRect();
      const top = document.elementFromPoint(
        box.left + Math.min(box.width / 2, 20),
        box.top + box.height / 2,
      );
      return {
        bottom: box.bottom,
        height: window.innerHeight,
        px: Number.parseFloat(getComputedStyle(element).fontSize),
        isFree: top !== null && (element.contains(top) || top.contains(element)),
      };
    });
    expect(seen.bottom, `${name} is on the first screen`).toBeLessThanOrEqual(seen.height);
    expect(seen.px, `${name} can be read`).toBeGreaterThanOrEqual(LEAST_PX);
    expect(seen.isFree, `${name} is under nothing`).toBe(true);
  }
}
