import type { Locator, Page } from '@playwright/test';
import { newPerson, type Person, signedUp, signIn } from './support/account.ts';
import { expectNoFaults } from './support/axe.ts';
import { centsOf, metric } from './support/dashboard.ts';
import { expectVisibleFocus, tabTo } from './support/keyboard.ts';
import { madeUpTrades, sendTrades, tokenOf } from './support/record.ts';
import { expect, test } from './support/test.ts';

/** Of the same trades all of them; the equity is one account's. */
const CHARTS = [
  'Calendar of daily results',
  'Results by weekday',
  'Results by hour',
  'Results by session',
  'Distribution of R',
  'Results by symbol',
];
/** Two parts of the page scroll into sight before they are drawn. */
const WIDTHS = [360, 1440];

let trader: Person;

test.beforeAll(async ({ service }) => {
  trader = await signedUp(service.url, newPerson('charts'));
  const token = await tokenOf(service.url, trader);
  await sendTrades(service.url, token, madeUpTrades(240, new Date()));
});
test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1280, height: 900 });
  await signIn(page, trader);
});

const chart = (page: Page, name: string) => page.getByRole('region', { name, exact: true });

async function openCharts(page: Page, search = ''): Promise<void> {
  await page.goto(`/dashboard?tab=statistics&section=charts${search}`);
  await expect(chart(page, 'Results by symbol').getByText(/^Total/)).toBeVisible();
  await expect(chart(page, 'Equity and drawdown').getByText(/^(From|Net) /)).toBeVisible();
}

async function openMeasures(page: Page, search = ''): Promise<void> {
  await page.goto(`/dashboard?tab=statistics&section=measures${search}`);
  await expect(page.getByText(/closed trades in USD\./)).toBeVisible();
}

const section = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Statistics' }).getByRole('link', { name });

/** The sum of one column of a chart's table, over all its pages, in cents. */
async function tableSum(region: Locator, name: string): Promise<number> {
  await region.getByRole('button', { name: `${name}: show as table` }).click();
  const table = region.getByRole('table');
  await expect(table).toBeVisible();
  const heads = await table.getByRole('columnheader').allInnerTexts();
  const net = heads.indexOf('Net') - 1;
  let sum = 0;
  for (;;) {
    for (const row of (await table.getByRole('row').all()).slice(1)) {
      sum += centsOf(await row.getByRole('cell').nth(net).innerText());
    }
    const next = region.getByRole('button', { name: 'Next' });
    if ((await next.count()) === 0 || (await next.isDisabled())) return sum;
    await next.click();
  }
}

for (const [what, search] of [
  ['all trades', ''],
  ['the real account', '&account=real'],
  ['30 days of the demo account', '&period=monthly&account=demo'],
]) {
  test(`every chart adds up to the net profit of the statistics: ${what}`, async ({ page }) => {
    await page.goto(`/dashboard?tab=statistics${search}`);
    const net = await metric(page, 'Net profit').innerText();
    const trades = await metric(page, 'Total trades').innerText();
    await openCharts(page, search);
    for (const name of CHARTS) {
      const region = chart(page, name);
      await expect(region.getByText(`Total ${net}, ${trades} trades`)).toBeVisible();
      expect(await tableSum(region, name), name).toBe(centsOf(net));
    }
  });
}

test('the measures and the runs are of the same trades as the figures of the summary', async ({
  page,
}) => {
  await page.goto('/dashboard?tab=statistics&account=demo');
  const trades = await metric(page, 'Total trades').innerText();
  const winRate = await metric(page, 'Win rate').innerText();
  await openMeasures(page, '&account=demo');
  await expect(page.getByText(`${trades} closed trades in USD.`)).toBeVisible();
  const rate = page.getByRole('listitem').filter({ hasText: /^Win rate\d/ });
  await expect(rate).toContainText(winRate);
  await section(page, 'Simulation').click();
  await expect(page.getByText(`from ${trades} closed trades with seed 1`)).toBeVisible();
});

test('with the keyboard alone: tabs, charts, a table, a formula, the runs', async ({ page }) => {
  await page.goto('/dashboard');
  await tabTo(page, page.getByRole('tab', { name: 'Overview' }));
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Statistics' })).toBeFocused();
  await expect(page).toHaveURL(/tab=statistics/);
  await expect(metric(page, 'Net profit')).toBeVisible();
  await tabTo(page, section(page, 'Charts'));
  await page.keyboard.press('Enter');
  await expect(chart(page, 'Results by symbol').getByText(/^Total/)).toBeVisible();

  const equity = chart(page, 'Equity and drawdown');
  await tabTo(page, equity.getByRole('application'));
  await page.keyboard.press('End');
  await expect(equity.locator('[data-readout]')).toContainText('since the start');
  const newest = await equity.locator('[data-readout]').innerText();
  await page.keyboard.press('ArrowLeft');
  await expect(equity.locator('[data-readout]')).not.toHaveText(newest);
  await expectVisibleFocus(page);

  const calendar = chart(page, 'Calendar of daily results');
  await tabTo(page, calendar.locator('[data-day][tabindex="0"]'));
  await page.keyboard.press('PageUp');
  await expect(calendar.getByRole('button', { name: 'Later year' })).toBeVisible();
  await expectVisibleFocus(page);

  const weekdays = chart(page, 'Results by weekday');
  await tabTo(page, weekdays.getByRole('button', { name: /show as table/ }));
  await page.keyboard.press('Enter');
  await expect(weekdays.getByRole('table')).toBeVisible();
  const symbols = chart(page, 'Results by symbol');
  await tabTo(page, symbols.getByRole('application'));
  await page.keyboard.press('ArrowDown');
  await expect(symbols.locator('[data-readout]')).toContainText('won');

  await section(page, 'Measures').focus();
  await page.keyboard.press('Enter');
  const expectancy = page.getByRole('button', { name: 'Expectancy' });
  await tabTo(page, expectancy);
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Expectancy =/)).toBeVisible();
  await section(page, 'Simulation').focus();
  await page.keyboard.press('Enter');
  await tabTo(page, page.getByLabel('Seed'));
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('7');
  await page.keyboard.press('Enter');
  await expect(page.getByText('with seed 7')).toBeVisible();
  const slider = page.getByRole('slider');
  await tabTo(page, slider);
  await page.keyboard.press('ArrowLeft');
  await expect(slider).not.toHaveAttribute('aria-valuetext', /^After 100 trades/);
});

test('a day of the calendar opens its trades, and back leads back', async ({ page }) => {
  await openCharts(page);
  const day = chart(page, 'Calendar of daily results').getByRole('link').last();
  const [, result = ''] =
    /: (.+), (\d+) trades?$/.exec((await day.innerText()).split('\n')[0] ?? '') ?? [];
  await day.click();
  await expect(page).toHaveURL(/tab=history.*period=custom/);
  await expect(page.getByRole('table', { name: /^Trade history/ })).toBeVisible();
  const sum = page
    .getByRole('table', { name: /^Trade history/ })
    .locator('tbody tr td:nth-child(6)');
  const cents = (await sum.allInnerTexts()).reduce((total, text) => total + centsOf(text), 0);
  expect(cents).toBe(centsOf(result));
  await page.goBack();
  await expect(page.getByRole('tab', { name: 'Statistics' })).toHaveAttribute(
    'aria-selected',
    'true',
  );
});

test('a view is an address: filters, sort, page size and page survive a reload', async ({
  page,
}) => {
  await page.goto('/dashboard');
  await page.getByRole('tab', { name: 'Trade History' }).click();
  const table = page.getByRole('table', { name: /^Trade history/ });
  await expect(table).toBeVisible();
  const panel = page.getByRole('tabpanel');
  await panel.getByLabel('Account').selectOption('Demo');
  await panel.getByLabel('Rows per page').selectOption('25');
  await table.getByRole('button', { name: 'P&L' }).click();
  await panel.getByRole('button', { name: 'Next' }).click();
  await expect(page.getByText('Page 2 of')).toBeVisible();
  await expect(table.getByRole('row')).toHaveCount(26);
  const search = new URL(page.url()).searchParams;
  expect(Object.fromEntries(search)).toEqual({
    tab: 'history',
    account: 'demo',
    per_page: '25',
    sort: 'profit',
    page: '2',
  });
  const before = await table.innerText();
  await page.reload();
  await expect(page.getByText('Page 2 of')).toBeVisible();
  await expect(table).toHaveText(/./);
  expect(await table.innerText()).toBe(before);
  await page.getByRole('tab', { name: 'Statistics' }).click();
  await expect(page.getByRole('tabpanel').getByLabel('Account')).toHaveValue('demo');
});

test('what was opened in a tab is there when one comes back to it', async ({ page }) => {
  await openMeasures(page);
  await page.getByRole('button', { name: 'Payoff ratio' }).click();
  await expect(page.getByText(/^Payoff ratio =/)).toBeVisible();
  await page.getByRole('tab', { name: 'Overview' }).click();
  await expect(page.getByRole('region', { name: 'Today' })).toBeVisible();
  await expect(page.getByText(/^Payoff ratio =/)).toBeHidden();
  await page.getByRole('tab', { name: 'Statistics' }).click();
  await expect(page.getByText(/^Payoff ratio =/)).toBeVisible();
});

test('no accessibility fault in any tab, with tables and formulas open', async ({ page }) => {
  await page.goto('/dashboard');
  await expect(page.getByRole('region', { name: 'Today' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Setup checklist' })).toBeVisible();
  await expectNoFaults(page, 'overview', { widths: WIDTHS });

  await openCharts(page);
  for (const name of CHARTS) {
    await chart(page, name)
      .getByRole('button', { name: `${name}: show as table` })
      .click();
  }
  await expectNoFaults(page, 'charts', { widths: WIDTHS });
  await openMeasures(page);
  for (const name of ['Expectancy', 'Sharpe ratio', 'Recovery factor']) {
    await page.getByRole('button', { name, exact: true }).click();
  }
  await page.getByText('Enter it').click();
  await page.getByLabel('Starting balance in USD').fill('10000');
  await page.getByRole('button', { name: 'Set balance' }).click();
  await expect(page.getByText('Starting balance $10,000.00, as you entered it.')).toBeVisible();
  await expectNoFaults(page, 'measures', { widths: WIDTHS });
  await section(page, 'Simulation').click();
  await expect(page.getByText('They begin with')).toBeVisible();
  await page.getByText('The same as tables').click();
  await expectNoFaults(page, 'simulation', { widths: WIDTHS });

  await page.goto('/dashboard?tab=history');
  await expect(page.getByText('240').first()).toBeVisible();
  await expectNoFaults(page, 'history', { widths: WIDTHS });
});
