import type { FrameLocator, Page } from '@playwright/test';
import { createEmulatorControl } from '@quorate/paddle-emulator/control';
import { signedUp, signIn } from './support/account.ts';
import { expectNoFaults } from './support/axe.ts';
import { emptyServiceTest, expect, test } from './support/test.ts';

/** Pays every time but at renewals. */
const FAILS_LATER = '4000 0027 6000 3184';
const PAYS = '4242 4242 4242 4242';

const PAID = 'Payment received. Thank you.';
const frameOf = (page: Page) => page.frameLocator('.payment-frame iframe');
const linkTo = (transactionId: string) => `/checkout?_ptxn=${transactionId}`;

async function payBy(frame: FrameLocator, card: string): Promise<void> {
  await frame.getByLabel('Card number').fill(card);
  await frame.getByLabel('Expiry').fill('12/99');
  await frame.getByLabel('Security code').fill('123');
  // Not by the mouse: right after a scroll the browser may still look for a click in another origin's
  // frame where that was before.
  await frame.getByLabel('Security code').press('Enter');
}

/** Opens the checkout of a plan, and hands over the number of the bill that the provider makes for it. */
async function billFor(page: Page, plan: string): Promise<string> {
  const opened = page.waitForResponse(
    (response) =>
      response.request().method() === 'POST' && response.url().endsWith('/checkout/sessions'),
  );
  await page.goto(`/checkout?plan=${plan}`);
  const { data } = await (await opened).json();
  return data.event.transaction_id;
}

/** One frame, in the page: the provider's script opens the bill of the address, and we do not as well. */
async function expectOneFrame(page: Page): Promise<void> {
  await expect(page.locator('iframe')).toHaveCount(1);
  await expect(page.locator('.payment-frame iframe')).toHaveCount(1);
}

test('a bill is paid once by whoever has its link, and its owner is on the plan', async ({
  page,
  context,
  service,
  allowConsole,
}) => {
  allowConsole(/409 \(Conflict\)|404 \(Not Found\)/);
  await signIn(page, await signedUp(service.url));
  const link = linkTo(await billFor(page, 'Pro'));
  await page.evaluate(() => {
    sessionStorage.setItem('owner', localStorage.getItem('authToken') ?? '');
    localStorage.clear();
  });
  await context.clearCookies();

  await page.goto(link);
  await expect(page.getByRole('heading', { level: 1, name: 'Pay a bill' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Sign In' }).first()).toBeVisible();
  const frame = frameOf(page);
  await frame.getByLabel('Country').selectOption('PK');
  await expectOneFrame(page);
  const bill = page.getByRole('region', { name: 'Your bill' });
  await expect(bill.locator('dl > div').filter({ hasText: 'Total today' })).toContainText('$80.00');
  await payBy(frame, '4000 0000 0000 0002');
  await expect(page.getByText('Payment failed. Please try again.')).toBeVisible();
  await payBy(frame, PAYS);
  await expect(page.getByText(PAID)).toBeVisible();
  await expect(page.locator('iframe')).toHaveCount(0);

  await expect
    .poll(() =>
      page.evaluate(async () => {
        const authorization = `Bearer ${sessionStorage.getItem('owner')}`;
        const reply = await fetch('/api/user/subscription', { headers: { authorization } });
        return (await reply.json()).plan_name;
      }),
    )
    .toBe('Pro');

  await page.goto(link);
  await expect(page.getByText('Checkout failed: This has been paid already.')).toBeVisible();
  await page.goto(linkTo('txn_00000000000000000000000000'));
  await expect(page.getByText(/^Checkout failed: /)).toBeVisible();
});

test('the bill leads to the dashboard as another document, and follows the theme of the site', async ({
  page,
  service,
}) => {
  await page.emulateMedia({ colorScheme: 'light' });
  await signIn(page, await signedUp(service.url));
  await page.goto(linkTo(await billFor(page, 'Starter')));
  const frame = frameOf(page);
  await expect(frame.getByLabel('Country')).toBeVisible();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect(page.locator('.payment-frame iframe')).toHaveAttribute('src', /theme=dark/);
  await frame.getByLabel('Country').selectOption('PK');
  await expectOneFrame(page);
  await payBy(frame, PAYS);
  await expect(page.getByText(PAID)).toBeVisible();
  await page.evaluate(() => Object.assign(window, { marked: true }));
  await page.getByRole('link', { name: 'Go to the dashboard' }).click();
  await page.waitForURL('**/dashboard');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => 'marked' in window || 'PaddleBillingV1' in window)).toBe(false);
});

test('a link that names no bill is the usual checkout', async ({ page, service }) => {
  await page.goto('/checkout?plan=Pro&_ptxn=nonsense');
  await page.waitForURL('**/login');
  // The plan that was chosen before the sign-in leads there without another click.
  await signIn(page, await signedUp(service.url), { lands: '**/checkout?plan=Pro**' });
  await expect(frameOf(page).getByLabel('Card number')).toBeVisible();
  await page.goto('/checkout?plan=Pro&_ptxn=nonsense');
  await expect(frameOf(page).getByLabel('Card number')).toBeVisible();
  await expect(page).toHaveURL(/\/checkout\?plan=Pro$/);
  await expectOneFrame(page);
});

test('axe finds nothing in a bill, before and after its payment', async ({ page, service }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page, await signedUp(service.url));
  await page.goto(linkTo(await billFor(page, 'Pro')));
  const frame = frameOf(page);
  await expect(frame.getByLabel('Country')).toBeVisible();
  await expectNoFaults(page, 'a bill');
  await frame.getByLabel('Country').selectOption('PK');
  await payBy(frame, PAYS);
  await expect(page.getByText(PAID)).toBeVisible();
  await expectNoFaults(page, 'a paid bill');
});

emptyServiceTest('a renewal that failed is paid by its link', async ({ page, ownService }) => {
  await signIn(page, await signedUp(ownService.url));
  await page.goto('/checkout?plan=Pro');
  await frameOf(page).getByLabel('Country').selectOption('PK');
  const address = await page.locator('.payment-frame iframe').getAttribute('src');
  await payBy(frameOf(page), FAILS_LATER);
  await page.waitForURL('**/dashboard*');

  // The service does not believe news from the future; the page and the provider are what is looked at.
  const provider = createEmulatorControl(new URL(address ?? '').origin);
  await provider.moveClock({ advance: '32d' });
  const opened = page.context().waitForEvent('page');
  // The banner of a failed payment has one, too, as soon as the service has seen it.
  await page.getByRole('button', { name: 'Payment method' }).first().click();
  const portal = await opened;
  const invoices = portal.locator('a[href*="/documents/"]');
  await expect(invoices).toHaveCount(2);
  const ids = await invoices.evaluateAll((links) =>
    links.map((link) => link.getAttribute('href')?.match(/txn_\w{26}/)?.[0] ?? ''),
  );
  await portal.close();

  await page.goto(linkTo(ids[1] ?? ''));
  const frame = frameOf(page);
  await payBy(frame, PAYS);
  await expect(page.getByText(PAID)).toBeVisible();
});
