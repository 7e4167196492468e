import { newPerson, type Person, signedUp, signIn } from './support/account.ts';
import { metric } from './support/dashboard.ts';
import { SHIFT_MAX, shiftOf } from './support/layout-shift.ts';
import { madeUpTrades, sendTrades, tokenOf } from './support/record.ts';
import { expect, test } from './support/test.ts';

const TABS = [
  'overview',
  'statistics',
  'statistics&section=charts',
  'statistics&section=measures',
  'history',
] as const;

const newest = new Date();
const people: Record<'beginner' | 'once' | 'winner' | 'trader', Person> = {
  beginner: newPerson('beginner'),
  once: newPerson('once'),
  winner: newPerson('winner'),
  trader: newPerson('steady'),
};
const records = {
  beginner: [],
  once: madeUpTrades(1, newest),
  winner: madeUpTrades(100, newest).filter(({ profit }) => profit > 0),
  trader: madeUpTrades(120, newest),
};

test.beforeAll(async ({ service }) => {
  for (const name of ['beginner', 'once', 'winner', 'trader'] as const) {
    await signedUp(service.url, people[name]);
    const token = await tokenOf(service.url, people[name]);
    await sendTrades(service.url, token, records[name]);
  }
});
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

for (const name of ['beginner', 'trader'] as const) {
  test(`nothing moves while a tab loads: ${name}`, async ({ page }) => {
    await signIn(page, people[name]);
    for (const width of [360, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      for (const tab of TABS) {
        const shift = await shiftOf(page, `/dashboard?tab=${tab}`);
        expect(shift, `${tab} at ${width} px`).toBeLessThan(SHIFT_MAX);
      }
    }
  });
}

test('the first day: no trades anywhere, and a way to begin', async ({ page }) => {
  await signIn(page, people.beginner);
  await page.goto('/dashboard?tab=statistics');
  await expect(metric(page, 'Profit factor')).toHaveText('–');
  await expect(page.getByText('No closed trades in this selection')).toBeVisible();
  await page.goto('/dashboard?tab=statistics&section=charts');
  await expect(page.getByText('No closed trades in this selection')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Charts' })).toHaveCount(0);
  await page.getByRole('tab', { name: 'Trade History' }).click();
  await expect(page.getByText('No trades yet')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Set up the bot' })).toBeVisible();
});

test('one trade: every chart stands, and no measure claims more than one trade can show', async ({
  page,
}) => {
  await signIn(page, people.once);
  await page.goto('/dashboard?tab=statistics');
  await expect(metric(page, 'Total trades')).toHaveText('1');
  await expect(page.getByText('1 trade says little yet', { exact: false })).toBeVisible();
  await page.goto('/dashboard?tab=statistics&section=charts');
  await expect(
    page.getByRole('region', { name: 'Equity and drawdown' }).getByText(/^Net /),
  ).toBeVisible();
  for (const region of ['Distribution of R', 'Results by symbol']) {
    const chart = page.getByRole('region', { name: region, exact: true });
    await expect(chart.getByText(/^Total \S+, 1 trade/)).toBeVisible();
  }
  await page.goto('/dashboard?tab=statistics&section=measures');
  await expect(page.getByText('Not enough data: 1 of 30 trades').first()).toBeVisible();
});

test('wins alone: no losses makes no number of the profit factor', async ({ page }) => {
  await signIn(page, people.winner);
  await page.goto('/dashboard?tab=statistics');
  await expect(metric(page, 'Profit factor')).toHaveText('∞');
  await expect(page.getByText('No losing trade yet')).toBeVisible();
  await expect(metric(page, 'Total loss')).toHaveText('–');
  await page.goto('/dashboard?tab=statistics&section=measures');
  const factor = page.getByRole('listitem').filter({ hasText: /^Profit factor/ });
  await expect(factor).toContainText('No losing trade');
  await page.goto('/dashboard?tab=statistics&section=charts');
  await expect(page.getByText(/No drawdown between its points\./)).toBeVisible();
});
