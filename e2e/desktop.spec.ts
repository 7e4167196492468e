import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { freePort } from '../tools/free-port.ts';
import { ensureInterface } from '../tools/interface.ts';
import { type Person, signedUp, signIn } from './support/account.ts';
import { expectNoFaults } from './support/axe.ts';
import { countClicks, typeInto } from './support/clicks.ts';
import {
  marketHours,
  startBotProgram,
  stopPrograms,
  writeTradedMinutes,
} from './support/desktop.ts';
import { test, expect as usual, withEmptyService } from './support/test.ts';

const ACCOUNT = '51234567';
const SERVER = 'Simulated-Demo';
/** Install and Finish: docs/start/bot-setup.md. */
const INSTALLER_CLICKS = 2;
const MOST_CLICKS = 12;
/** Five programs start here, on a machine that may have two cores and other work. */
const expect = usual.configure({ timeout: 30_000 });

// A bar has to close before anything is decided.
test.describe.configure({ timeout: 420_000 });
test.beforeAll(async () => {
  await ensureInterface((line) => process.stdout.write(`${line}\n`));
});

/** Of the one trade in a table of trades. */
const row = (page: Page) => page.getByRole('row').filter({ hasText: 'EURUSD' });

let folder: string;
let dataDir: string;
test.beforeEach(() => {
  // Folders of people have spaces and letters of their own.
  folder = mkdtempSync(join(tmpdir(), 'quorate désktop '));
  dataDir = join(folder, 'data');
});
test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));
test.afterEach(async () => {
  // Wherever it failed: bots outlive their app, and the app its journey.
  await stopPrograms(dataDir);
  rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
});

// @spec 1.8, 4.33
test('from the first screen to a synced demo trade', async ({ page, context, allowConsole }) => {
  // An address that is used up, and an app that has ended.
  allowConsole(/403 \(Forbidden\)|ERR_CONNECTION_REFUSED/);
  const { aheadMs, env } = marketHours();
  await context.clock.setSystemTime(Date.now() + aheadMs);
  await withEmptyService(async (service) => {
    const person = await signedUp(service.url);
    const app = startBotProgram(['ui', '--no-window', '--data-dir', dataDir], env);
    const bridgeFile = join(dataDir, 'bridges', 'london.txt');
    const simulate = (...more: string[]) =>
      startBotProgram(
        ['simulate-terminal', '--bridge-file', bridgeFile, '--account', ACCOUNT]
          .concat(['--server', SERVER])
          .concat(more),
        env,
      );
    try {
      const clicks = await countClicks(page);
      const [address] = await app.says(/http:\/\/127\.0\.0\.1:\d+\/#ticket=\S+/);
      await page.goto(address);
      await signInToApp(page, service.url, person);
      await addConfiguration(page, await freePort());

      await test.step('the setup check turns green by looking', async () => {
        await expect(page.getByRole('heading', { name: 'Setup check' })).toBeVisible();
        await page.getByRole('button', { name: 'Set up terminal' }).first().click();
        await expect(page.getByText(/token and port are in/)).toBeVisible({ timeout: 30_000 });
        const terminal = simulate();
        await expect(page.getByText('Setup Complete!')).toBeVisible({ timeout: 60_000 });
        await expect(page.getByText('6 of 6 done')).toBeVisible();
        await expectNoFaults(page, 'the setup check');
        await terminal.stop();
      });

      await test.step('a bar closes, the analysts vote, and the bot trades', async () => {
        await page.getByRole('button', { name: 'Start Bot' }).click();
        expect(INSTALLER_CLICKS + clicks(), 'clicks').toBeLessThanOrEqual(MOST_CLICKS);
        simulate('--candles', writeTradedMinutes(folder), '--timeframe', 'M1');
        await expect(page.getByText('Running', { exact: true }).first()).toBeVisible({
          timeout: 60_000,
        });
        await expect(page.getByRole('timer')).toHaveText(/^in \d+ s$|^any moment now$/);
        const decision = page.getByRole('article', { name: 'Decision on EURUSD' });
        await expect(decision).toBeVisible({ timeout: 100_000 });
        await expect(decision.getByText('Traded')).toBeVisible({ timeout: 20_000 });
        await expect(decision.getByRole('listitem')).toHaveCount(3);
        await expect(page.getByRole('list', { name: 'Open positions' })).toContainText('EURUSD');
        await expectNoFaults(page, 'a bot that holds a position');
      });

      await test.step('what it did and the log tell the same', async () => {
        await page.getByRole('tab', { name: 'What it did' }).click();
        await expect(page.getByText(/^Opened BUY .* EURUSD/)).toBeVisible();
        await expectNoFaults(page, 'what the bot did');
        await page.getByRole('tab', { name: 'Logs' }).click();
        await expect(page.getByRole('log')).toContainText(`Connected to account ${ACCOUNT}`);
        await expectNoFaults(page, 'the log of the bot');
      });

      await test.step('everything is closed, and the service has the trade', async () => {
        await page.getByRole('button', { name: 'Close everything' }).click();
        const dialog = page.getByRole('dialog', { name: 'Close everything?' });
        await expect(dialog.getByRole('list', { name: 'Will be closed' })).toContainText('EURUSD');
        await dialog.getByRole('button', { name: 'Close everything' }).click();
        await expect(page.getByText(/^Everything is closed/)).toBeVisible({ timeout: 60_000 });
        await page.getByRole('tab', { name: 'Trades' }).click();
        await expect(row(page)).toContainText('Demo');
        await expect(row(page)).toContainText('CLOSED', { timeout: 20_000 });
        await expect(row(page)).toContainText('Synced', { timeout: 60_000 });
        await expectNoFaults(page, 'the trades');
      });

      await test.step('the website shows the trade and the finished checklist', async () => {
        const site = await context.newPage();
        await signIn(site, person, { serviceUrl: service.url });
        await expect(site.getByText('Setup Complete!')).toBeVisible();
        await site.getByRole('tab', { name: 'Trade History' }).click();
        await expect(row(site)).toContainText('Demo');
        await expect(row(site)).toContainText('CLOSED');
      });

      await test.step('the window may be opened again, by its own address only once', async () => {
        await page.reload();
        await expect(row(page)).toContainText('Synced');
        const stranger = await context.newPage();
        await stranger.goto(address);
        await expect(stranger.getByRole('heading', { name: 'Open a new window' })).toBeVisible();
        await stranger.close();
      });

      await test.step('Stop Bot ends it in order, and Quit the app', async () => {
        await page.getByRole('button', { name: 'Stop Bot' }).click();
        await expect(page.getByRole('button', { name: 'Start Bot' })).toBeVisible({
          timeout: 60_000,
        });
        await page.getByRole('link', { name: 'Settings' }).click();
        await page.getByRole('button', { name: /^Quit/ }).click();
        await expect(page.getByRole('heading', { name: /has ended$/ })).toBeVisible();
        await app.ended;
      });
    } finally {
      await stopPrograms(dataDir);
    }
  }, env);
});

test('without MetaTrader: a paper account that the app begins, pauses and leads to on the dashboard', async ({
  page,
  context,
  service,
  allowConsole,
}) => {
  // The app ends before its window does.
  allowConsole(/ERR_CONNECTION_REFUSED/);
  const person = await signedUp(service.url);
  const app = startBotProgram(['ui', '--no-window', '--data-dir', dataDir], {});
  const [address] = await app.says(/http:\/\/127\.0\.0\.1:\d+\/#ticket=\S+/);
  await page.goto(address);
  await signInToApp(page, service.url, person);
  // The first screen says what a checkout on this system cannot do; paper trading leads after the sign-in.
  const limits = page.getByRole('list', { name: 'On this computer' });
  await expect(limits).toContainText('The app does not update itself.');
  await expectNoFaults(page, 'the first run');
  await page.getByRole('button', { name: 'Start paper trading' }).click();
  const card = page.getByRole('article', { name: 'Paper account Practice' });
  await expect(card.getByText('Practice · made-up market')).toBeVisible();
  await expectNoFaults(page, 'a paper account in the app');
  await expect(card.getByText('Closed trades').locator('..')).toHaveText(/[1-9]\d*$/, {
    timeout: 180_000,
  });
  await card.getByRole('button', { name: 'Pause, Practice' }).click();
  await expect(card.getByText('Paused', { exact: true })).toBeVisible();
  const link = page.getByRole('link', { name: /Open on the dashboard/ });
  const shown = await link.getAttribute('href');
  const site = await context.newPage();
  await signIn(site, person, { serviceUrl: service.url });
  await site.goto(shown ?? '');
  await expect(site.getByRole('button', { name: 'Resume, Practice' })).toBeVisible();
});

async function signInToApp(page: Page, serviceUrl: string, person: Person): Promise<void> {
  // What only a checkout asks for, folded away below the fields.
  await page.getByText(/^Service: /).press('Enter');
  await page.getByLabel('Service address').fill(serviceUrl);
  await page.getByLabel('Username or email').focus();
  await typeInto(page.getByLabel('Username or email'), person.username);
  await typeInto(page.getByLabel('Password', { exact: true }), person.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
}

async function addConfiguration(page: Page, port: number): Promise<void> {
  await page.getByRole('link', { name: 'Add Configuration' }).click();
  await typeInto(page.getByLabel('Configuration name'), 'London');
  await typeInto(page.getByLabel('Terminal account number'), ACCOUNT);
  await typeInto(page.getByRole('combobox', { name: 'Broker server' }), SERVER);
  // For this journey alone: a bar that closes soon, and a port that is free. By the keyboard.
  await page.getByLabel(/^Timeframe/).selectOption('M1');
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(page.getByRole('radio', { name: /^Standard/ })).toBeChecked();
  await page.locator('summary', { hasText: 'Advanced' }).press('Enter');
  await page.getByLabel('Port', { exact: true }).fill(String(port));
  await page.getByRole('button', { name: 'Save and check the setup' }).click();
}
