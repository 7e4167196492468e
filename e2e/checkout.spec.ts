import type { FrameLocator, Page } from '@playwright/test';
import { signedUp, signIn } from './support/account.ts';
import { expectNoFaults } from './support/axe.ts';
import { PUBLIC_PAGES } from './support/pages.ts';
import { expect, test } from './support/test.ts';

const SALES = [
  { plan: 'Starter', cycle: 'monthly', amount: 40, card: '$40', price: '$40/month' },
  { plan: 'Starter', cycle: 'yearly', amount: 400, card: '$33.33', price: '$400/year' },
  { plan: 'Pro', cycle: 'monthly', amount: 80, card: '$80', price: '$80/month' },
  { plan: 'Pro', cycle: 'yearly', amount: 800, card: '$66.67', price: '$800/year' },
  { plan: 'Elite', cycle: 'monthly', amount: 380, card: '$380', price: '$380/month' },
  { plan: 'Elite', cycle: 'yearly', amount: 3_800, card: '$316.67', price: '$3,800/year' },
] as const;

const frameOf = (page: Page) => page.frameLocator('.payment-frame iframe');
const summaryOf = (page: Page) => page.getByRole('region', { name: 'Order summary' });

async function payBy(frame: FrameLocator, card: string): Promise<void> {
  await frame.getByLabel('Card number').fill(card);
  await frame.getByLabel('Expiry').fill('12/99');
  await frame.getByLabel('Security code').fill('123');
  await expect(frame.getByRole('button', { name: /^Pay / })).toBeEnabled();
  await frame.getByLabel('Security code').press('Enter');
}

/** The page is left for the dashboard by a document, which says what became of the payment. */
function dashboardLoads(page: Page) {
  return page.waitForRequest(
    (request) =>
      request.isNavigationRequest() && request.url().endsWith('/dashboard?payment=success'),
  );
}

/** A line of a summary, such as its total. */
function figureOf(part: Page | FrameLocator, name: string) {
  const lines = part.locator('dl > div').filter({ hasText: name });
  return lines.getByRole('definition');
}

/** What the service says that the user of the page has. */
async function subscriptionOf(page: Page): Promise<unknown> {
  return page.evaluate(async () => {
    const authorization = `Bearer ${localStorage.getItem('authToken')}`;
    const reply = await fetch('/api/user/subscription', { headers: { authorization } });
    return (await reply.json()).subscription;
  });
}

const money = (amount: number) =>
  amount.toLocaleString('en-US', { style: 'currency', currency: 'USD' });

for (const { plan, cycle, amount, card, price } of SALES) {
  test(`${plan} is bought ${cycle}, for the same amount from the card to the subscription`, async ({
    page,
    service,
  }) => {
    await signIn(page, await signedUp(service.url));
    await page.goto('/pricing', { waitUntil: 'networkidle' });
    if (cycle === 'yearly')
      await page.getByRole('radio', { name: 'Yearly' }).check({ force: true });
    const offer = page.getByRole('article', { name: plan });
    await expect(offer.getByText(card, { exact: true })).toBeVisible();
    if (cycle === 'yearly')
      await expect(offer.getByText(`${price.replace('/year', '')} billed annually`)).toBeVisible();
    await offer.getByRole('link').click();
    await page.waitForURL(`**/checkout?plan=${plan}&billing=${cycle}`);

    const frame = frameOf(page);
    await expect(summaryOf(page).getByText(price)).toBeVisible();
    await frame.getByLabel('Country').selectOption('PK');
    const due = money(amount);
    for (const part of [page, frame])
      await expect(figureOf(part, 'Subtotal').first()).toHaveText(due);
    await expect(figureOf(page, 'Total today')).toHaveText(due);
    await expect(figureOf(frame, 'Due today')).toHaveText(due);
    const later = `${due} every ${cycle === 'yearly' ? 'year' : 'month'}`;
    await expect(figureOf(page, 'Renews at')).toHaveText(later);
    await expect(figureOf(frame, 'Then')).toHaveText(later);

    const paid = dashboardLoads(page);
    await payBy(frame, '4242 4242 4242 4242');
    await paid;
    await page.waitForURL('**/dashboard*');
    // The payment puts its user on the plan; news of the subscription follow within seconds.
    await expect
      .poll(() => subscriptionOf(page))
      .toMatchObject({
        plan_name: plan,
        billing_cycle: cycle,
        amount,
        currency: 'USD',
        status: 'active',
      });
  });
}

// @spec 1.11, 6.12, 7.36, 8.6
test('a declined card says so, and another one buys; a second subscription is not sold', async ({
  page,
  service,
  allowConsole,
}) => {
  allowConsole(/409 \(Conflict\)/);
  await signIn(page, await signedUp(service.url));
  await page.goto('/checkout?plan=Pro');
  const frame = frameOf(page);
  await expect(page.getByText('Pay with the card 4242 4242 4242 4242')).toBeVisible();
  await frame.getByLabel('Country').selectOption('PK');
  await payBy(frame, '4000 0000 0000 0002');
  const failed = page.getByRole('alert').filter({ hasText: 'Payment failed. Please try again.' });
  await expect(failed).toBeVisible();
  expect(await subscriptionOf(page)).toBeNull();
  const paid = dashboardLoads(page);
  await payBy(frame, '4242 4242 4242 4242');
  await paid;
  await page.waitForURL('**/dashboard*');
  await expect.poll(() => subscriptionOf(page)).toMatchObject({ plan_name: 'Pro', amount: 80 });

  await page.goto('/checkout?plan=Elite&billing=yearly');
  await expect(page.getByText('You have a Pro subscription already.')).toBeVisible();
  await page.getByRole('link', { name: 'Change to Elite on the dashboard' }).click();
  // The address is put right as soon as the dialog is open: what it asked for is seen there.
  const change = page.getByRole('dialog', { name: 'Change plan' });
  await expect(change.getByRole('radio', { name: /^Elite/ })).toBeChecked();
});

// @spec 2.3
test('the checkout is a document of its own, however it is reached and left', async ({
  page,
  service,
}) => {
  await signIn(page, await signedUp(service.url));
  await page.goto('/pricing', { waitUntil: 'networkidle' });
  // As a link of the router would.
  await page.evaluate(() => {
    history.pushState(null, '', '/checkout?plan=Elite');
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  });
  await expect(frameOf(page).getByLabel('Card number')).toBeVisible();
  await page.evaluate(() => Object.assign(window, { marked: true }));
  await page.getByRole('link', { name: 'Terms of Service' }).first().click();
  await page.waitForURL('**/terms');
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect(await page.evaluate(() => 'marked' in window || 'PaddleBillingV1' in window)).toBe(false);
});

// @promise 3.1
test('no page but the checkout may load from the provider', async ({ page, service }) => {
  const policyOf = async (path: string) => {
    const reply = await fetch(service.url + path);
    return reply.headers.get('content-security-policy') ?? '';
  };
  await signIn(page, await signedUp(service.url));
  await page.goto('/checkout');
  const address = await page.locator('.payment-frame iframe').getAttribute('src');
  const { origin } = new URL(address ?? '');
  for (const path of ['/checkout', '/checkout/', '/checkout?plan=Pro&billing=yearly'])
    for (const part of ['script-src', 'frame-src', 'connect-src'])
      expect(await policyOf(path), path).toMatch(new RegExp(`${part} [^;]*${origin}`));
  for (const path of [...PUBLIC_PAGES, '/dashboard', '/login', '/checkouts', '/nowhere']) {
    expect(await policyOf(path), path).not.toContain(origin);
    expect(await policyOf(path), path).not.toContain('frame-src');
  }
});

test('the checkout has no accessibility faults, with the frame in it and without', async ({
  page,
  service,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await signIn(page, await signedUp(service.url));
  await page.goto('/checkout?plan=Pro&billing=yearly');
  await expect(frameOf(page).getByLabel('Card number')).toBeVisible();
  await expectNoFaults(page, 'checkout');
  await page.goto('/checkout?plan=Gold');
  await expect(page.getByText('Invalid plan selected')).toBeVisible();
  await expectNoFaults(page, 'no such plan');
});
