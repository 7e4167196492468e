import type { Locator, Page } from '@playwright/test';
import { signedUp, signIn } from './support/account.ts';
import { expectNoFaults } from './support/axe.ts';
import { buyPlan } from './support/buy-plan.ts';
import { centsOf } from './support/dashboard.ts';
import { expect, test } from './support/test.ts';

const panelOf = (page: Page) => page.getByRole('region', { name: 'Subscription' });
const press = (place: Page | Locator, name: string | RegExp) =>
  place.getByRole('button', { name, exact: typeof name === 'string' }).click();

/** Opens something of the provider's, and hands over the tab it opens in. */
async function inNewTab(page: Page, open: () => Promise<void>): Promise<Page> {
  const opened = page.context().waitForEvent('page');
  await open();
  const tab = await opened;
  await tab.waitForURL(/^http/);
  return tab;
}

// @spec 1.11, 2.71, 10.8
test('a plan is bought, cancelled for the end of the period, kept, cancelled at once, and bought again', async ({
  page,
  service,
}) => {
  await signIn(page, await signedUp(service.url));
  const panel = panelOf(page);
  await expect(panel.getByText('You have no subscription.')).toBeVisible();

  await buyPlan(page, 'Pro');
  await expect(page.getByText('Payment received. You are on the Pro plan now.')).toBeVisible();
  await expect(page).toHaveURL(/\/dashboard$/);
  await press(page, 'Dismiss');
  await expect(panel.getByText('$80.00 a month')).toBeVisible();
  await expect(panel.getByText('Active')).toBeVisible();
  const nextBill = panel.getByText(/^Next bill on /);
  const day = (await nextBill.innerText()).replace('Next bill on ', '');

  await press(panel, 'Cancel subscription');
  await press(page.getByRole('dialog'), 'Cancel at the end of the billing period');
  await expect(panel.getByText(`Ends on ${day} Access lasts until then.`)).toBeVisible();
  await press(panel, 'Keep subscription');
  await expect(nextBill).toHaveText(`Next bill on ${day}`);

  await press(panel, 'Cancel subscription');
  await press(page.getByRole('dialog'), 'Cancel now');
  await expect(panel.getByText('You have no subscription.')).toBeVisible();
  const current = page.getByRole('region', { name: 'Current plan' });
  await expect(current.getByText('Free', { exact: true })).toBeVisible();
  await page.reload();
  await expect(current.getByText('Free', { exact: true })).toBeVisible();
  await expect(panel.getByText('You have no subscription.')).toBeVisible();

  await buyPlan(page, 'Starter', 'yearly');
  await expect(page.getByText('Payment received. You are on the Starter plan now.')).toBeVisible();
  await expect(panel.getByText('$400.00 a year')).toBeVisible();
});

// @spec 9.37
test('a change charges what it showed before, and the payments and their invoices say the same', async ({
  page,
  service,
}) => {
  await signIn(page, await signedUp(service.url));
  await buyPlan(page, 'Starter');
  const panel = panelOf(page);
  await expect(panel.getByText('$40.00 a month')).toBeVisible();

  await press(panel, 'Change plan');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('radio', { name: /^Elite/ }).check();
  const dueNow = await dialog
    .getByText('Due now')
    .locator('xpath=following-sibling::dd')
    .innerText();
  await press(dialog, `Pay ${dueNow} and change`);
  await expect(panel.getByText('$380.00 a month')).toBeVisible();
  await expect(
    page.getByRole('region', { name: 'Current plan' }).getByText('Elite', { exact: true }),
  ).toBeVisible();

  await press(panel, 'Payments');
  const rows = dialog.getByRole('listitem');
  await expect(rows).toHaveCount(2);
  const totals = await rows.locator('p.figures').allInnerTexts();
  expect(totals[1]).toBe('$40.00');
  // Between the look and the click seconds of the period went by: never more is charged, and hardly less.
  const less = centsOf(dueNow) - centsOf(totals[0] ?? '');
  expect(less).toBeGreaterThanOrEqual(0);
  expect(less).toBeLessThanOrEqual(5);
  for (const [index, total] of totals.entries()) {
    const invoice = await inNewTab(page, () => press(rows.nth(index), /^Invoice/));
    await expect(invoice.getByRole('row', { name: `Total ${total}`, exact: true })).toBeVisible();
    expect(await invoice.evaluate(() => window.opener === null)).toBe(true);
    await invoice.close();
  }
  await press(dialog, 'Close');

  const portal = await inNewTab(page, () => press(panel, 'Payment method'));
  await expect(portal.getByText(/card/i).first()).toBeVisible();
});

test('axe finds nothing in the panel and its dialogs, in both themes', async ({
  page,
  service,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page, await signedUp(service.url));
  await buyPlan(page, 'Pro');
  const widths = { widths: [360, 1_440] } as const;
  await expect(page.getByText(/^Payment received/)).toBeVisible();
  await expectNoFaults(page, 'after a purchase', widths);
  for (const name of ['Change plan', 'Payments', 'Cancel subscription']) {
    const opener = panelOf(page).getByRole('button', { name, exact: true });
    await opener.focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('dialog')).toBeVisible();
    if (name === 'Change plan') {
      await page.getByRole('radio', { name: /^Elite/ }).check();
      await expect(page.getByText('Due now')).toBeVisible();
    }
    if (name === 'Payments') await expect(page.getByRole('listitem').first()).toBeVisible();
    await expectNoFaults(page, name, { ...widths, within: 'dialog' });
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
    await expect(opener).toBeFocused();
  }
});
