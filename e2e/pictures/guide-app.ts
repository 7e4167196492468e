import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { freePort } from '../../tools/free-port.ts';
import { ensureInterface } from '../../tools/interface.ts';
import { startService } from '../../tools/service.ts';
import { type Person, signedUp } from '../support/account.ts';
import {
  marketHours,
  startBotProgram,
  stopPrograms,
  writeTradedMinutes,
} from '../support/desktop.ts';
import { DENSITY, FRAME, type Shoot, shooter } from './guide-shots.ts';

const ACCOUNT = '51234567';
const SERVER = 'Simulated-Demo';
/** A bar has to close before anything is decided. */
const DECIDED_MS = 120_000;

/** What the guide says of the desktop app, on a simulated terminal. */
export async function pictureApp(browser: Browser, only: ReadonlySet<string>): Promise<void> {
  await ensureInterface((line) => void process.stdout.write(`${line}\n`));
  const folder = mkdtempSync(join(tmpdir(), 'quorate-guide-'));
  const dataDir = join(folder, 'data');
  const { aheadMs, env } = marketHours();
  const service = await startService({
    port: await freePort(),
    dataDir: join(folder, 'service'),
    env,
  });
  const context = await browser.newContext({
    viewport: FRAME,
    deviceScaleFactor: DENSITY,
    reducedMotion: 'reduce',
    locale: 'en-US',
  });
  try {
    const person = await signedUp(service.url);
    const app = startBotProgram(['ui', '--no-window', '--data-dir', dataDir], env);
    const [address] = await app.says(/http:\/\/127\.0\.0\.1:\d+\/#ticket=\S+/);
    await context.clock.setSystemTime(Date.now() + aheadMs);
    const page = await context.newPage();
    page.setDefaultTimeout(60_000);
    const shoot = shooter(page, only, 'app');
    const simulate = (...more: string[]) =>
      startBotProgram(
        ['simulate-terminal', '--bridge-file', join(dataDir, 'bridges', 'london.txt')]
          .concat(['--account', ACCOUNT, '--server', SERVER])
          .concat(more),
        env,
      );
    await page.goto(address);
    await pictureSignIn(page, shoot, service.url, person);
    await pictureConfiguration(page, shoot);
    await page.getByRole('button', { name: 'Set up terminal' }).first().click();
    await page.getByText(/token and port are in/).waitFor();
    const terminal = simulate();
    await page.getByText('Setup Complete!').waitFor();
    await shoot('check-terminal', page.getByRole('heading', { name: 'Setup check' }));
    await terminal.stop();
    await shoot('start-bot', page.getByRole('heading', { level: 1 }));
    await page.getByRole('button', { name: 'Start Bot' }).click();
    simulate('--candles', writeTradedMinutes(folder), '--timeframe', 'M1');
    const decision = page.getByRole('article', { name: 'Decision on EURUSD' });
    await decision.getByText('Traded').waitFor({ timeout: DECIDED_MS });
    await shoot('monitor', page.getByRole('heading', { level: 1 }));
    await page.getByRole('button', { name: 'Close everything' }).click();
    await page
      .getByRole('dialog', { name: 'Close everything?' })
      .getByRole('list', { name: 'Will be closed' })
      .waitFor();
    await shoot('stop-bot');
  } finally {
    await context.close();
    await stopPrograms(dataDir);
    await service.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

/** What only a checkout says of its computer and its service. */
async function hide(page: Page, words: RegExp): Promise<void> {
  await page.getByText(words).evaluateAll((elements) => {
    for (const element of elements as HTMLElement[]) element.style.visibility = 'hidden';
  });
}

async function pictureSignIn(
  page: Page,
  shoot: Shoot,
  serviceUrl: string,
  person: Person,
): Promise<void> {
  await page.getByLabel('Username or email').waitFor();
  const service = page.getByText(/^Service: /);
  await service.press('Enter');
  await page.getByLabel('Service address').fill(serviceUrl);
  await service.press('Enter');
  await hide(page, /^Service: /);
  await shoot('install-app');
  await page.getByLabel('Username or email').fill(person.username);
  await page.getByLabel('Password', { exact: true }).fill(person.password);
  await page.getByRole('button', { name: 'Sign In' }).click();
  await page.getByRole('link', { name: 'Add Configuration' }).waitFor();
  await shoot('add-configuration');
}

async function pictureConfiguration(page: Page, shoot: Shoot): Promise<void> {
  await page.getByRole('link', { name: 'Add Configuration' }).click();
  await page.getByLabel('Configuration name').fill('London');
  await page.getByLabel('Terminal account number').fill(ACCOUNT);
  await page.getByRole('combobox', { name: 'Broker server' }).fill(SERVER);
  await page.getByLabel('Configuration name').focus();
  await hide(page, /^Stored in files|keychain is not used/);
  await shoot('connect-terminal', page.getByRole('heading').first());
  await shoot('broker-server', page.getByRole('combobox', { name: 'Broker server' }));
  await page.getByLabel(/^Timeframe/).selectOption('M1');
  await shoot('choose-pairs', page.getByText('Currency pairs').first());
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByRole('radio', { name: /^Standard/ }).waitFor();
  await shoot('set-risk', page.getByRole('heading').first());
  await page.getByRole('radio', { name: /^Prop firm/ }).check();
  await shoot('account-rules', page.getByText('Rules of the account').first());
  await page.getByRole('radio', { name: /^Standard/ }).check();
  await page.locator('summary', { hasText: 'Advanced' }).press('Enter');
  await page.getByLabel('Port', { exact: true }).fill(String(await freePort()));
  await page.getByRole('button', { name: 'Save and check the setup' }).click();
  await page.getByRole('heading', { name: 'Setup check' }).waitFor();
  await shoot('save-configuration', page.getByRole('heading', { name: 'Setup check' }));
}
