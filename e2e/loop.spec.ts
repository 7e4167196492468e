import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Page } from '@playwright/test';
import { instantFromIso } from '@quorate/values/instant';
import { writeMarketFile } from '../tools/demo/market-file.ts';
import { type BotReport, runPaperBot } from '../tools/demo/run-paper-bot.ts';
import { newPerson, type Person, signIn } from './support/account.ts';
import { centsOf, metric, readHistory } from './support/dashboard.ts';
import { linkIn, newestMail } from './support/mailbox.ts';
import { expect, emptyServiceTest as test } from './support/test.ts';

const REAL_CANDLES = fileURLToPath(
  new URL('../../shared/data/bars/EURUSD_H1_icmarkets-demo_2025H1.csv.gz', import.meta.url),
);

// From nothing to a dashboard: a service on an empty folder, a person, a mail, a bot.
let folder: string;

test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quorate-loop-'));
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('half a year of real EURUSD candles: the dashboard shows what the bot reports, to the cent', async ({
  page,
  ownService,
}) => {
  test.skip(!existsSync(REAL_CANDLES), `${REAL_CANDLES} is not on this machine`);
  await walkTheLoop(page, ownService.url, REAL_CANDLES);
});

// @spec 1.10, 1.12, 2.78, 6.2, 10.42
test('a made-up market: the dashboard shows what the bot reports, to the cent', async ({
  page,
  ownService,
}) => {
  const candles = join(folder, 'EURUSD_H1.csv.gz');
  writeMarketFile(candles, {
    symbol: 'EURUSD',
    timeframe: 'H1',
    digits: 5,
    bars: 1_000,
    seed: 11,
    end: instantFromIso('2026-03-06T20:00:00Z'),
  });
  await walkTheLoop(page, ownService.url, candles);
});

async function walkTheLoop(page: Page, serviceUrl: string, candles: string): Promise<void> {
  const person = newPerson();
  await test.step('sign up', () => signUp(page, person));
  await test.step('confirm the address through the mailed link', async () => {
    await page.goto(linkIn(await newestMail(serviceUrl, person.email), '/verify-email'));
    await page.waitForURL('**/login?verified=true');
  });
  await test.step('sign in', () => signIn(page, person));

  const run = { serviceUrl, person, candles, symbol: 'EURUSD', folder };
  const report = await test.step('run the paper bot', () => runPaperBot(run));
  expect(report.trades).toBeGreaterThan(0);
  expect(report.unsynced).toBe(0);

  await test.step('see it all on the dashboard', () => expectDashboard(page, report));
  await test.step('run the bot again: it goes on, and doubles nothing', async () => {
    const again = await runPaperBot(run);
    expect(again.trades).toBe(report.trades);
    expect(again.balance).toBe(report.balance);
    await expectDashboard(page, report);
  });
}

async function signUp(page: Page, person: Person): Promise<void> {
  await page.goto('/signup');
  await page.getByLabel('Username').fill(person.username);
  await page.getByLabel('Email').fill(person.email);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByLabel('Confirm password').fill(person.password);
  const submit = page.getByRole('button', { name: 'Create Account' });
  await expect(submit).toBeDisabled();
  await page.getByRole('checkbox', { name: /terms of service/i }).check();
  await submit.click();
  await expect(page.getByRole('heading', { name: 'Registration Successful!' })).toBeVisible();
  await expect(page.getByText(person.email)).toBeVisible();
  await page.waitForURL('**/login');
}

async function expectDashboard(page: Page, report: BotReport): Promise<void> {
  const cents = (amount: number) => Math.round(amount * 100);
  await page.goto('/dashboard');
  // The candles are not of today; today's card names all of time beside it.
  await expect(
    page.getByText(`All time ${report.win_rate.toFixed(2)}% of ${report.trades} trade`),
  ).toBeVisible();

  await page.getByRole('tab', { name: 'Statistics' }).click();
  await expect(metric(page, 'Total trades')).toHaveText(String(report.trades));
  await expect(metric(page, 'Win rate')).toHaveText(`${report.win_rate.toFixed(2)}%`);
  await expect(metric(page, 'Winning trades')).toHaveText(String(report.wins));
  await expect(metric(page, 'Losing trades')).toHaveText(String(report.losses));
  await expect(metric(page, 'Profit factor')).toHaveText(
    report.profit_factor_text.replace('inf', '∞'),
  );
  expect(centsOf(await metric(page, 'Net profit').innerText())).toBe(cents(report.net_profit));
  expect(centsOf(await metric(page, 'Total profit').innerText())).toBe(cents(report.total_profit));
  expect(centsOf(await metric(page, 'Total loss').innerText())).toBe(cents(report.total_loss));

  await page.getByRole('tab', { name: 'Trade History' }).click();
  await page.getByLabel('Rows per page').selectOption('500');
  await expect(page.getByRole('table').getByRole('row')).toHaveCount(report.synced + 1);
  const rows = await readHistory(page);
  // A position the file's end left open is listed, too; statistics are of closed trades.
  const trades = rows.filter(({ cells }) => cells.includes('CLOSED'));
  expect(trades).toHaveLength(report.trades);
  const sum = trades.reduce((total, trade) => total + trade.cents, 0);
  expect(sum).toBe(cents(report.net_profit));
  expect(trades.filter((trade) => trade.cents > 0)).toHaveLength(report.wins);
  for (const { cells } of rows) expect(cells.join(' ')).toMatch(/EURUSD.*(BUY|SELL)/s);
}
