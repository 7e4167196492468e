import type { Page } from '@playwright/test';
import { sendHeartbeat } from '@quorate/contract/live';
import { instant } from '@quorate/values/instant';
import { DEMO_ACCOUNT } from '../tools/demo/account.ts';
import { withTradedMarket } from '../tools/demo/with-traded-market.ts';
import { signIn } from './support/account.ts';
import { expectNoFaults } from './support/axe.ts';
import { metric } from './support/dashboard.ts';
import { expectVisibleFocus, tabTo } from './support/keyboard.ts';
import { madeUpTrades, sendTrades, tokenOf } from './support/record.ts';
import { test as base, expect } from './support/test.ts';

const SECTIONS = {
  summary: 'How sure is that?',
  charts: 'Results by symbol',
  measures: 'Risk',
  simulation: 'What if your exits had been different?',
  analysts: 'Who votes, and how well',
} as const;
type Section = keyof typeof SECTIONS;
const NAMES = Object.keys(SECTIONS) as Section[];
/** What fits a trader's patience: two and a half screens of a desk, five of a phone. */
const HIGHEST = [
  { width: 1440, px: 2_400 },
  { width: 360, px: 4_500 },
];
const FAR_PERCENT = 2;

/** A service on which the demo's account has traded, decided and been judged, and has two more accounts. */
const test = base.extend<object, { filled: string }>({
  filled: [
    async ({ browserName: _ }, use) => {
      const now = Date.now();
      const market = {
        symbol: 'EURUSD',
        timeframe: 'H1',
        digits: 5,
        bars: 700,
        seed: 11,
        end: instant(now - 86_400_000),
      } as const;
      await withTradedMarket(market, async (url) => {
        const token = await tokenOf(url, DEMO_ACCOUNT);
        await sendTrades(url, token, madeUpTrades(300, new Date(now - 3_600_000), 23));
        for (const kind of ['demo', 'real'] as const) await beat(url, token, kind);
        await use(url);
      });
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: async ({ filled }, use) => use(filled),
});

async function beat(url: string, token: string, kind: 'demo' | 'real'): Promise<void> {
  const reply = await fetch(url + sendHeartbeat.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
    body: JSON.stringify({
      account: { server: 'Broker', login: kind, account_type: kind, currency: 'USD' },
      run_id: `journey ${kind}`,
      sequence: 1,
      state: 'active',
      equity: 25_000,
      balance: 25_000,
      open_positions: 0,
      version: '0.1.0',
      at: new Date().toISOString(),
    }),
  });
  if (!reply.ok) throw new Error(`a heartbeat was answered ${reply.status}: ${await reply.text()}`);
}

test.beforeEach(async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.setViewportSize({ width: 1440, height: 900 });
  await signIn(page, DEMO_ACCOUNT);
});

async function open(page: Page, section: Section, search = ''): Promise<void> {
  await page.goto(`/dashboard?tab=statistics&section=${section}${search}`);
  await expectSection(page, section);
}

async function expectSection(page: Page, section: Section): Promise<void> {
  await expect(
    page.getByRole('tabpanel').getByRole('heading', { name: SECTIONS[section], exact: true }),
  ).toBeVisible();
  await expect(page.getByRole('tabpanel').getByRole('status')).toHaveCount(0);
}

const bar = (page: Page) => page.getByRole('navigation', { name: 'Statistics' });

test('each section has an address, and the address without one shows the summary', async ({
  page,
}) => {
  await page.goto('/dashboard?tab=statistics&account=demo');
  await expect(metric(page, 'Net profit')).toBeVisible();
  for (const section of NAMES.toReversed()) {
    await bar(page)
      .getByRole('link', { name: new RegExp(`^${section}$`, 'i') })
      .click();
    await expectSection(page, section);
    const named = section === 'summary' ? null : section;
    await expect.poll(() => new URL(page.url()).searchParams.get('section')).toBe(named);
    expect(new URL(page.url()).searchParams.get('account')).toBe('demo');
    await expect(bar(page).locator('[aria-current]')).toHaveText(new RegExp(section, 'i'));
  }
  await open(page, 'measures');
  await page.reload();
  await expectSection(page, 'measures');
  await page.goto('/dashboard?tab=statistics&section=nothing');
  await expect(metric(page, 'Net profit')).toBeVisible();
  await page.goto('/dashboard?tab=statistics#panel-record');
  await expectSection(page, 'analysts');
});

for (const { width, px } of HIGHEST) {
  test(`no section is higher than ${px} px at ${width} px`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 });
    for (const section of NAMES) {
      await open(page, section);
      await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
      await page.waitForTimeout(700);
      const height = await page
        .locator(`[data-section="${section}"]`)
        .evaluate((element) => element.getBoundingClientRect().height);
      expect(height, section).toBeGreaterThan(300);
      expect(height, section).toBeLessThanOrEqual(px);
    }
  });
}

test('the bar of sections stays in sight on a phone, and shows where one is', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await open(page, 'analysts');
  await page.evaluate(() => window.scrollTo(0, 1_500));
  const current = bar(page).locator('[aria-current]');
  await expect(current).toBeInViewport({ ratio: 0.98 });
  for (const link of await bar(page).getByRole('link').all())
    expect((await link.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  const first = bar(page).getByRole('link', { name: 'Summary' });
  await first.evaluate((element) => element.scrollIntoView({ inline: 'center', block: 'nearest' }));
  await first.click();
  await expect(metric(page, 'Total trades')).toBeInViewport();
});

test('distances on the axis of the equity chart are proportional to time', async ({ page }) => {
  await open(page, 'charts');
  const equity = page.getByRole('region', { name: 'Equity and drawdown' });
  const select = equity.getByLabel('Account shown');
  await select.selectOption({ label: 'demo on Broker, demo' });
  await expect(equity.getByText('demo on Broker, demo').first()).toBeAttached();
  await expect.poll(() => new URL(page.url()).searchParams.get('equity')).not.toBeNull();
  await expect(equity.locator('[data-mark]').first()).toBeVisible();
  await expect(equity.locator('[aria-busy="true"]')).toHaveCount(0);
  let places: { at: number; x: number }[] = [];
  // An answer may replace the chart between its being found and its being measured.
  await expect(async () => {
    places = await equity.locator('[data-mark], [data-tick]').evaluateAll((elements) =>
      elements.map((element) => {
        const { left, width } = element.getBoundingClientRect();
        const { mark, tick } = (element as HTMLElement).dataset;
        return { at: Date.parse(mark ?? tick ?? ''), x: left + width / 2 };
      }),
    );
    expect(new Set(places.map(({ x }) => x)).size).toBeGreaterThan(50);
  }).toPass();
  const sorted = places.toSorted((a, b) => a.at - b.at);
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (!first || !last) throw new Error('nothing is drawn');
  for (const { at, x } of sorted) {
    const time = (at - first.at) / (last.at - first.at);
    const drawn = (x - first.x) / (last.x - first.x);
    expect(100 * Math.abs(drawn - time), new Date(at).toISOString()).toBeLessThan(FAR_PERCENT);
  }
});

test('no measure asks for a balance that a bot has reported', async ({ page }) => {
  await open(page, 'measures');
  await expect(
    page.getByText(/^Starting balance \$[\d,.]+, (as|from what) your bot/),
  ).toBeVisible();
  await expect(page.getByText('Needs a starting balance')).toHaveCount(0);
  await open(page, 'simulation');
  await expect(page.getByText('They begin with')).toBeVisible();
});

test('the summary says how sure it is, who was right, and what was not traded', async ({
  page,
}) => {
  await open(page, 'summary');
  const sure = page.getByRole('region', { name: 'How sure is that?' });
  for (const name of ['Expectancy', 'Win rate', 'Profit factor'])
    await expect(sure.getByRole('listitem').filter({ hasText: name })).toContainText(/95%: .+ to /);
  const right = page.getByRole('region', { name: 'Were the analysts right?' });
  await expect(right.getByRole('listitem')).toHaveCount(3);
  await expect(right.getByRole('listitem').first()).toContainText(/95%: \d+% to \d+% of \d+ votes/);
  const refused = page.getByRole('region', { name: 'What was not traded, and why' });
  await expect(refused.getByText(/^[\d,]+ decisions$/)).toBeVisible();
  await expect(refused.getByRole('row').nth(1)).toContainText(/rule/);
  await right.getByRole('link', { name: 'All about your analysts' }).click();
  await expectSection(page, 'analysts');
});

test('two selections stand side by side, in the address', async ({ page }) => {
  await open(page, 'summary', '&account=demo');
  const total = await metric(page, 'Total trades').innerText();
  await page.getByRole('button', { name: 'Compare' }).click();
  const comparison = page.getByRole('region', { name: 'Comparison' });
  await comparison.getByLabel('Account').selectOption('Real');
  await comparison.getByLabel('Date', { exact: true }).selectOption('All Time');
  await expect.poll(() => page.url()).toContain('compare=1');
  // The router writes the address a moment after the fields.
  await expect.poll(() => new URL(page.url()).searchParams.get('b_account')).toBe('real');
  const row = comparison.getByRole('row', { name: /^Total trades/ });
  await expect(row.getByRole('cell').first()).toHaveText(total);
  const [a = 0, b = 0, difference = 0] = (await row.getByRole('cell').allInnerTexts()).map(Number);
  expect(difference).toBe(b - a);
  const both = page.getByRole('region', { name: 'Both curves' });
  await both.getByRole('application').focus();
  await page.keyboard.press('Home');
  await expect(both.locator('[data-readout]')).toContainText(/After \d+ days: A .+%, B .+%/);
  const before = await row.innerText();
  await page.reload();
  await expect(row).toHaveText(/./);
  expect(await row.innerText()).toBe(before);
  await expectNoFaults(page, 'the comparison');
  await page.getByRole('button', { name: 'End comparison' }).click();
  await expect(metric(page, 'Total trades')).toHaveText(total);
  expect(page.url()).not.toContain('b_');
});

test('with the keyboard alone: sections, the equity, the days of a year', async ({ page }) => {
  await open(page, 'summary');
  await tabTo(page, bar(page).getByRole('link', { name: 'Charts' }));
  await page.keyboard.press('Enter');
  await expectSection(page, 'charts');
  const equity = page.getByRole('region', { name: 'Equity and drawdown' });
  await tabTo(page, equity.getByRole('application'));
  await page.keyboard.press('End');
  await expect(equity.locator('[data-readout]')).toContainText('since the start');
  const year = page.getByRole('region', { name: 'Calendar of daily results' });
  await tabTo(page, year.locator('[data-day][tabindex="0"]'));
  const newest = await page.evaluate(() => (document.activeElement as HTMLElement).dataset.day);
  await page.keyboard.press('ArrowLeft');
  const before = await page.evaluate(() => (document.activeElement as HTMLElement).dataset.day);
  expect(Date.parse(newest ?? '') - Date.parse(before ?? '')).toBe(7 * 86_400_000);
  await expectVisibleFocus(page);
  await page.keyboard.press('End');
  await page.keyboard.press('PageUp');
  await expectVisibleFocus(page);
});

for (const section of NAMES)
  test(`no accessibility fault in either theme at three widths: ${section}`, async ({ page }) => {
    await open(page, section);
    await expectNoFaults(page, section);
  });
