import type { Page } from '@playwright/test';
import { newPerson } from './support/account.ts';
import { expectNoFaults } from './support/axe.ts';
import { countClicks } from './support/clicks.ts';
import { expectFirstView } from './support/first-view.ts';
import { linkIn, newestMail } from './support/mailbox.ts';
import { expect, test } from './support/test.ts';

const SIZES = [
  { name: 'a phone', width: 360, height: 740 },
  { name: 'a desk', width: 1440, height: 900 },
];
const THREE_MINUTES = 180_000;
const FOUR_MINUTES = 240_000;

/** Until the paper account of the overview has closed a trade. */
async function firstClosedTrade(page: Page, timeout: number): Promise<void> {
  const card = page.getByRole('region', { name: 'Paper trading' });
  await expect(async () => {
    const closed = await card
      .getByText(/Closed trades/i)
      .locator('..')
      .innerText();
    expect(Number(/\d+/.exec(closed)?.[0] ?? 0)).toBeGreaterThan(0);
  }).toPass({ timeout });
}

for (const { name, ...viewport } of SIZES) {
  test.describe(`on ${name}`, () => {
    test.use({ viewport });

    test('from the sign-up to the first closed paper trade in at most eight clicks and three minutes', async ({
      page,
      service,
    }) => {
      const person = newPerson('practice');
      const clicks = await countClicks(page);
      const startedAt = Date.now();
      await page.goto('/signup');
      const main = page.getByRole('main');
      await main.getByLabel('Username').click();
      await page.keyboard.type(person.username);
      await page.keyboard.press('Tab');
      await page.keyboard.type(person.email);
      await main.getByLabel('Password', { exact: true }).fill(person.password);
      await main.getByLabel(/confirm/i).fill(person.password);
      await main.getByRole('checkbox').click();
      await main.getByRole('button', { name: 'Create Account' }).click();
      const link = linkIn(await newestMail(service.url, person.email), '/verify-email');
      await page.goto(link);
      await page.waitForURL(/\/login/);
      await main.getByLabel(/username or email/i).fill(person.username);
      await main.getByLabel(/^password/i).fill(person.password);
      await page.keyboard.press('Enter');
      await page.waitForURL('**/dashboard');
      await page.getByRole('button', { name: 'Start paper trading' }).click();
      const card = page.getByRole('region', { name: 'Paper trading' });
      await expect(card.getByText('Practice', { exact: true }).first()).toBeVisible();
      await expect(page.getByRole('link', { name: /decisions|trades/i }).first()).toBeVisible();
      // A first closed trade is on the overview.
      await firstClosedTrade(page, THREE_MINUTES - (Date.now() - startedAt));
      expect(Date.now() - startedAt).toBeLessThan(THREE_MINUTES);
      expect(clicks()).toBeLessThanOrEqual(8);
      await expectFirstView(page);
      await expect(page.locator('body')).not.toContainText(/npm |command line|terminal window/i);
      await expectNoFaults(page, 'the overview of a new account');
    });
  });
}

test('on a phone from home through a bought plan to the first closed paper trade in at most twelve clicks and four minutes', async ({
  page,
  service,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const person = newPerson('buyer');
  const clicks = await countClicks(page);
  const startedAt = Date.now();
  await page.goto('/');
  await page.locator('html[data-started]').waitFor();
  const main = page.getByRole('main');
  await page.getByRole('button', { name: 'Open menu' }).click();
  await page.getByRole('link', { name: 'Pricing', exact: true }).first().click();
  await page.waitForURL('**/pricing');
  await page.getByRole('article', { name: 'Starter' }).getByRole('link').click();
  await expect(main.getByText('You chose Starter, billed monthly.')).toBeVisible();
  await main.getByRole('link', { name: 'Create one first' }).click();
  await page.waitForURL(/\/signup/);
  await main.getByLabel('Username').click();
  for (const text of [person.username, person.email, person.password, person.password]) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
    // What shows a password stands between it and the next field.
    if (text === person.password) await page.keyboard.press('Tab');
  }
  await main.getByRole('checkbox').click();
  await main.getByRole('button', { name: 'Create Account' }).click();
  await page.goto(linkIn(await newestMail(service.url, person.email), '/verify-email'));
  await page.waitForURL(/\/login/);
  await expect(main.getByLabel(/username or email/i)).toHaveValue(person.username);
  await expect(main.getByLabel(/^password/i)).toBeFocused();
  await page.keyboard.type(person.password);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/checkout?plan=Starter&billing=monthly');
  const frame = page.frameLocator('.payment-frame iframe');
  await frame.getByLabel('Country').selectOption('PK');
  await frame.getByLabel('Card number').click();
  for (const text of ['4242424242424242', '1299', '123']) {
    await page.keyboard.type(text);
    if (text !== '123') await page.keyboard.press('Tab');
  }
  await page.keyboard.press('Enter');
  await page.waitForURL('**/dashboard*');
  await page.getByRole('button', { name: 'Start paper trading' }).click();
  await firstClosedTrade(page, FOUR_MINUTES - (Date.now() - startedAt));
  expect(Date.now() - startedAt).toBeLessThan(FOUR_MINUTES);
  // The choice of a country takes two presses, which no pointer made here.
  expect(clicks() + 2).toBeLessThanOrEqual(12);
  await expect(page.getByText('Starter', { exact: true }).first()).toBeVisible();
});
