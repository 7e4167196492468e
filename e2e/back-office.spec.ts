import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { sendContactMessage } from '@quorate/contract/contact';
import { createEmulatorControl } from '@quorate/paddle-emulator/control';
import { freePort } from '../tools/free-port.ts';
import { startService } from '../tools/service.ts';
import { signedUp, signIn } from './support/account.ts';
import { expectNoFaults } from './support/axe.ts';
import { makeDataDir } from './support/empty-database.ts';
import { readOn } from './support/home.ts';
import { runCommand } from './support/run-command.ts';
import { signInWithCode, withFactor } from './support/second-factor.ts';
import { expect, test } from './support/test.ts';

const REASON = 'Asked for by mail, ticket 12';
const COMMENT = 'Buy my signals at a wonderful address.';

// @spec 10.53
test('an operator gives a payment back, replays a webhook, hides a review and answers a message', async ({
  browser,
}) => {
  const folder = mkdtempSync(join(tmpdir(), 'quorate-back-office-'));
  const dataDir = makeDataDir(join(folder, 'data'));
  const start = async () => startService({ port: await freePort(), dataDir });
  let service = await start();
  try {
    const operator = await signedUp(service.url);
    await service.stop();
    const granted = await runCommand('tools/operator.ts', ['grant', operator.username, '--yes'], {
      DATA_DIR: dataDir,
    });
    expect(granted.code, granted.output).toBe(0);
    service = await start();
    const { url } = service;
    const context = (options = {}) =>
      browser.newContext({ baseURL: url, reducedMotion: 'reduce', ...options });

    const customer = await signedUp(url);
    const theirs = await (await context()).newPage();
    await signIn(theirs, customer);
    await buyPro(theirs);
    await writeReview(theirs);
    await writeMessage(url);

    const page = await (await context()).newPage();
    await signInWithCode(page, operator, await withFactor(url, operator));
    await page.goto('/admin');
    await expect(page.getByRole('list', { name: 'Checks' })).toBeVisible();
    await expectNoFaults(page, 'health');
    await page.getByRole('link', { name: 'Record', exact: true }).click();
    await expect(page.getByText(/^Every entry is in the log in time/)).toBeVisible();
    await expectNoFaults(page, 'the log of the record');
    await page.goto('/admin');

    await giveBack(page, customer.username);
    await expect(page.getByText(/The provider decides/).first()).toBeVisible();
    await expectNoFaults(page, 'a payment whose refund waits');
    await approve(page, url);
    await expect(page.getByText('Approved: the money goes back.')).toBeVisible({ timeout: 30_000 });
    await theirs.goto('/dashboard');
    const plan = theirs.getByRole('region', { name: 'Current plan' });
    await expect(plan.getByText('Free', { exact: true })).toBeVisible();

    await goTo(page, 'Webhooks');
    await page.getByRole('button', { name: /^Replay subscription\.created/ }).click();
    await giveReason(page, 'Replay');
    await expect(page.getByText(/This is the state at the provider now/)).toBeVisible();
    await expectNoFaults(page, 'webhooks');

    await goTo(page, 'Reviews');
    const name = `review of ${customer.username}`;
    await page.getByRole('button', { name: `Hide: ${name}` }).click();
    await expectNoFaults(page, 'the question before a review is hidden', { within: 'dialog' });
    await giveReason(page, 'Hide');
    await expect(page.getByRole('button', { name: `Show again: ${name}` })).toBeVisible();
    await expectNoFaults(page, 'reviews');
    await theirs.goto('/');
    await readOn(theirs);
    await expect(theirs.getByText('No reviews yet')).toBeVisible();
    await theirs.getByRole('button', { name: 'Write a Review' }).click();
    await expect(theirs.getByText('Your review is off the site')).toBeVisible();

    await goTo(page, 'Messages');
    await expectNoFaults(page, 'messages');
    await page.getByRole('button', { name: /^Mark as handled/ }).click();
    await page.getByRole('dialog').getByLabel('Note (optional)').fill('Answered by mail');
    await page.getByRole('dialog').getByRole('button', { name: 'Mark as handled' }).click();
    await expect(page.getByText('Nothing to answer.')).toBeVisible();

    await goTo(page, 'Releases');
    await expect(page.getByText('Nothing is published yet')).toBeVisible();
    await expectNoFaults(page, 'releases');
  } finally {
    await service.stop();
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
});

async function buyPro(page: Page): Promise<void> {
  await page.goto('/checkout?plan=Pro&billing=monthly');
  const frame = page.frameLocator('iframe.paddle-frame');
  await frame.getByLabel('Country').selectOption('PK');
  await frame.getByLabel('Card number').fill('4242 4242 4242 4242');
  await frame.getByLabel('Expiry').fill('12/99');
  await frame.getByLabel('Security code').fill('123');
  await frame.getByLabel('Security code').press('Enter');
  await page.waitForURL('**/dashboard*', { timeout: 30_000 });
  await expect(page.getByText('You are on the Pro plan now.')).toBeVisible({ timeout: 20_000 });
}

async function writeReview(page: Page): Promise<void> {
  await page.goto('/');
  await readOn(page);
  await page.getByRole('button', { name: 'Write a Review' }).click();
  await page.getByRole('textbox', { name: 'Comment' }).fill(COMMENT);
  await page.getByRole('button', { name: 'Submit Review' }).click();
  await expect(page.getByText('Review submitted successfully. Thank you.')).toBeVisible();
}

async function writeMessage(url: string): Promise<void> {
  const reply = await fetch(url + sendContactMessage.path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      name: 'Mira',
      email: 'mira@example.com',
      subject: 'A question about prices',
      message: 'Is there a year, and what does it cost?',
    }),
  });
  expect(reply.status).toBe(200);
}

async function goTo(page: Page, name: string): Promise<void> {
  const nav = page.getByRole('navigation', { name: 'Back office' });
  await nav.getByRole('link', { name }).click();
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
}

async function giveReason(page: Page, act: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Reason').fill(REASON);
  await dialog.getByRole('button', { name: act, exact: true }).click();
  await expect(dialog).toHaveCount(0);
}

async function giveBack(page: Page, username: string): Promise<void> {
  await goTo(page, 'Payments');
  await expectNoFaults(page, 'payments');
  await page.setViewportSize({ width: 1280, height: 900 });
  const row = page.getByRole('row').filter({ hasText: username });
  await expect(row.getByText('$80.00')).toBeVisible();
  await row.getByRole('link').first().click();
  await page.getByRole('button', { name: 'Refund $80.00' }).click();
  await expect(page.getByText(/the account is on Free/)).toBeVisible();
  await expectNoFaults(page, 'the question before a refund', { within: 'dialog' });
  await page.getByLabel('Type the amount in USD').fill('80.00');
  await giveReason(page, 'Refund $80.00');
}

/** What only the provider can do: at Paddle's, people look at refunds. */
async function approve(page: Page, url: string): Promise<void> {
  await page.setViewportSize({ width: 1280, height: 900 });
  const adjustment = await page.getByText(/^adj_/).first().innerText();
  const { settings } = await (await fetch(`${url}/api/paddle/settings`)).json();
  const control = createEmulatorControl(new URL(settings.script).origin);
  await control.decideAdjustment(adjustment, 'approved');
}
