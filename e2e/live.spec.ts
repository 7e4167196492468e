import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { instantFromIso } from '@quorate/values/instant';
import { writeMarketFile } from '../tools/demo/market-file.ts';
import { freePort } from '../tools/free-port.ts';
import { startService } from '../tools/service.ts';
import { signedUp, signIn } from './support/account.ts';
import { expectNoFaults } from './support/axe.ts';
import { startPaperBot, wireBot } from './support/bot.ts';
import { makeDataDir } from './support/empty-database.ts';
import { tabTo } from './support/keyboard.ts';
import { expect, test } from './support/test.ts';

// Bots run for as long as they are watched.
let folder: string;
test.beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'quorate-live-'));
});
test.afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));

const panelOf = (page: Page) => page.getByRole('region', { name: 'Bot', exact: true });
const cardOf = (page: Page) => panelOf(page).getByRole('article').first();
const factOf = (card: Locator, name: string) =>
  card.getByRole('term').filter({ hasText: name }).locator('xpath=following-sibling::dd[1]');

/** A value that a reload of the page would lose. */
const mark = (page: Page) => page.evaluate(() => Object.assign(window, { marked: true }));
const isMarked = (page: Page) => page.evaluate(() => 'marked' in window);

/** Gives a command with its dialog. */
async function command(page: Page, name: string): Promise<void> {
  await cardOf(page).getByRole('button', { name }).click();
  await page.getByRole('dialog').getByRole('button', { name }).click();
  await expect(page.getByRole('dialog')).toBeHidden();
}

test('a real bot is followed on two pages without reloading, stopped from one of them, and let go on', async ({
  page,
  context,
  service,
}) => {
  const person = await signedUp(service.url);
  await signIn(page, person);
  await expect(panelOf(page).getByText('You have no bot yet.')).toBeVisible();
  const other = await context.newPage();
  await other.goto('/dashboard');
  await expect(other.getByText('Up to date', { exact: true })).toBeVisible();
  for (const each of [page, other]) await mark(each);

  const candles = join(folder, 'EURUSD_H1.csv.gz');
  const end = instantFromIso('2026-03-06T20:00:00Z');
  writeMarketFile(candles, {
    symbol: 'EURUSD',
    timeframe: 'H1',
    digits: 5,
    bars: 6_000,
    seed: 11,
    end,
  });
  const run = { serviceUrl: service.url, person, candles, folder, candlesPerSecond: 60 };
  const bot = startPaperBot(run);
  try {
    for (const each of [page, other]) {
      await expect(cardOf(each).getByText('Active', { exact: true })).toBeVisible();
      await expect(factOf(cardOf(each), 'Last heartbeat')).toHaveText(/^\d+ s ago$/);
    }
    await expect(factOf(cardOf(page), 'Equity')).toHaveText(/^\$[\d,]+\.\d\d$/);
    await expect(page.getByText(/All time .* of \d+ trade/)).toBeVisible({ timeout: 30_000 });
    const plan = page.getByRole('region', { name: 'Current plan' });
    const tokens = plan.getByText(/^[\d.]+[KM]? of [\d.]+[KM]? used/);
    const before = await tokens.innerText();
    await expect(tokens).not.toHaveText(before, { timeout: 20_000 });

    await command(page, 'Stop new entries');
    for (const each of [page, other]) {
      await expect(cardOf(each).getByText(/New entries are off\. Confirmed/)).toBeVisible();
      await expect(cardOf(each).getByText('Paused', { exact: true })).toBeVisible({
        timeout: 20_000,
      });
    }
    await command(other, 'Resume');
    for (const each of [page, other]) {
      await expect(cardOf(each).getByText(/may open trades again\. Confirmed/)).toBeVisible();
      await expect(cardOf(each).getByText('Active', { exact: true })).toBeVisible({
        timeout: 20_000,
      });
    }
  } finally {
    await bot.stop();
  }
  await expect(cardOf(page).getByText('Not running')).toBeVisible();
  expect([await isMarked(page), await isMarked(other)]).toEqual([true, true]);
});

test('everything is closed by keyboard alone, and the ticket and price of each position are shown', async ({
  page,
  service,
}) => {
  const person = await signedUp(service.url);
  const bot = await wireBot(service.url, person);
  await bot.beat({ open_positions: 1 });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page, person);
  await expect(factOf(cardOf(page), 'Open positions')).toHaveText('1');

  const button = cardOf(page).getByRole('button', { name: 'Close everything' });
  await tabTo(page, button);
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Close everything?' });
  await expect(dialog).toContainText('Account 50012 at Demo-1 (demo)');
  await expectNoFaults(page, 'the question', { widths: [360, 1440], within: 'dialog' });
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await expect(button).toBeFocused();
  await page.keyboard.press('Enter');
  await tabTo(page, dialog.getByRole('button', { name: 'Close everything' }));
  const held = bot.beat({ open_positions: 1 }, 20);
  const asked = performance.now();
  await page.keyboard.press('Enter');

  const { commands } = await held;
  expect(performance.now() - asked).toBeLessThan(3_000);
  expect(commands.map(({ kind }) => kind)).toEqual(['close_all']);
  await expect(cardOf(page).getByText('Waiting for the bot.')).toBeVisible();
  const [{ command_id }] = commands as [(typeof commands)[number]];
  await bot.beat({ open_positions: 1, received: [command_id] });
  await expect(cardOf(page).getByText(/The bot has it and carries it out/)).toBeVisible();
  await expectNoFaults(page, 'a command under way', { widths: [360, 1440] });

  const at = '2026-03-02T10:00:01.000Z';
  const closed = [{ ticket: '4711', symbol: 'EURUSD', price: 1.1023, digits: 5, at }];
  const result = { closed, entries_off: true, at };
  await bot.beat({ state: 'halted', acknowledged: [{ command_id, result }] });
  const proof = cardOf(page).getByRole('list', { name: 'Closed positions' });
  await expect(proof).toContainText('EURUSD #4711');
  await expect(proof).toContainText('at 1.10230, 2 Mar 2026, 10:00');
  await expect(cardOf(page).getByText('Paused', { exact: true })).toBeVisible();
  await expect(cardOf(page).getByRole('button', { name: 'Resume' })).toBeVisible();
  // What the page's own header lies over where it is scrolled to is no fault of its size.
  await page.evaluate(() => window.scrollTo(0, 0));
  await expectNoFaults(page, 'the proof', { widths: [360, 1440] });
});

test('a bot that is off keeps its command until it connects, and one that has died is called silent', async ({
  page,
  service,
}) => {
  const person = await signedUp(service.url);
  const bot = await wireBot(service.url, person);
  await bot.beat({ open_positions: 2, ended: true });
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page, person);
  await expect(cardOf(page).getByText('It ended with 2 positions open')).toBeVisible();
  await cardOf(page).getByRole('button', { name: 'Stop new entries' }).click();
  await expect(page.getByRole('dialog')).toContainText(
    'It will be obeyed when the bot next connects.',
  );
  await page.keyboard.press('Escape');
  await command(page, 'Stop new entries');
  await expect(cardOf(page).getByText(/The bot is off\. It will obey/)).toBeVisible();
  const { commands, entries_off } = await bot.beat({ open_positions: 2 });
  expect([commands.map(({ kind }) => kind), entries_off]).toEqual([['entries_off'], true]);
  await expect(cardOf(page).getByText('Waiting for the bot.')).toBeVisible();

  // Nobody waits a minute for it: the service's answer, with the last heartbeat long ago.
  await page.route('**/api/user/bots?*', async (route) => {
    const answer = await route.fetch();
    const document = await answer.json();
    for (const each of document.bots)
      each.last_heartbeat_at = new Date(Date.parse(document.now) - 185_000).toISOString();
    await route.fulfill({ response: answer, json: document });
  });
  await page.reload();
  await expect(cardOf(page).getByText(/^Offline since/)).toBeVisible();
  await expect(cardOf(page).getByText(/2 positions were open when it was last/)).toBeVisible();
  await expectNoFaults(page, 'a silent bot', { widths: [360, 1440] });
});

test('a page that loses the service says so, calls no bot silent, and goes on automatically', async ({
  page,
  allowConsole,
}) => {
  allowConsole(/Failed to load resource/);
  const place = { port: await freePort(), dataDir: makeDataDir(join(folder, 'data')) };
  const first = await startService(place);
  let second: typeof first | null = null;
  try {
    const person = await signedUp(first.url);
    const bot = await wireBot(first.url, person);
    await bot.beat({ equity: 500 });
    await page.goto(`${first.url}/login`);
    await page.getByLabel(/username or email/i).fill(person.username);
    await page.getByLabel(/^password/i).fill(person.password);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Up to date', { exact: true })).toBeVisible();
    // Code that is on its way when the service ends is lost to a browser until the page is loaded again.
    await expect(factOf(cardOf(page), 'Equity')).toHaveText('$500.00');
    await mark(page);
    await first.stop();
    await expect(page.getByText('Reconnecting', { exact: true })).toBeVisible();
    second = await startService(place);
    await bot.beat({ equity: 777 });
    await expect(page.getByText('Up to date', { exact: true })).toBeVisible({
      timeout: 40_000,
    });
    await expect(factOf(cardOf(page), 'Equity')).toHaveText('$777.00');
    await expect(cardOf(page).getByText('Active', { exact: true })).toBeVisible();
    expect(await isMarked(page)).toBe(true);
  } finally {
    await first.stop();
    await second?.stop();
  }
});
