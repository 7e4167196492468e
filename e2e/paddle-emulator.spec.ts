import type { FrameLocator, Page } from '@playwright/test';
import { faultsOf } from './support/axe.ts';
import { type Seller, sellerTest as test } from './support/seller.ts';
import { expect } from './support/test.ts';

/** Initializes by the loader and opens a checkout; events are collected in `window.events`. */
async function openCheckout(page: Page, seller: Seller, settings: object, options: object = {}) {
  await page.goto(seller.url);
  await page.evaluate(
    async ({ token, settings: chosen, options: extra }) => {
      const events: object[] = [];
      Object.assign(window, { events });
      const { initializePaddle } = await import(new URL('/loader.js', location.href).href);
      const paddle = await initializePaddle({
        token,
        environment: 'sandbox',
        eventCallback: (event: object) => events.push(event),
        checkout: { settings: chosen },
      });
      Object.assign(window, { paddle });
      paddle.Checkout.open({ items: [{ priceId: 'pri_month', quantity: 1 }], ...extra });
    },
    { token: seller.emulator.clientToken, settings, options },
  );
  return page.frameLocator('iframe.paddle-frame');
}

const INLINE = {
  displayMode: 'inline',
  frameTarget: 'checkout-here',
  frameInitialHeight: 450,
  frameStyle: 'width: 100%; min-width: 280px; border: none;',
};

type Event = { name: string; data?: Record<string, unknown> };
const eventsOf = (page: Page) => page.evaluate<Event[]>('window.events');
const namesOf = async (page: Page) => (await eventsOf(page)).map(({ name }) => name);

async function fill(frame: FrameLocator, card = '4242 4242 4242 4242', email = 'mira@example.com') {
  await frame.getByLabel('E-mail').fill(email);
  await frame.getByLabel('Country').selectOption('PK');
  await fillCard(frame, card);
}

async function fillCard(frame: FrameLocator, card: string) {
  await frame.getByLabel('Card number').fill(card);
  await frame.getByLabel('Expiry').fill('12/99');
  await frame.getByLabel('Security code').fill('123');
}

test('a person buys inline with the keyboard, and the page hears of every step', async ({
  page,
  seller,
}) => {
  const frame = await openCheckout(page, seller, INLINE, { customData: { user: 'u1' } });
  await expect(frame.getByText('Test mode: no real card is charged')).toBeVisible();
  await expect(frame.getByText('$40.00 every month')).toBeVisible();
  await fill(frame);
  await page.keyboard.press('Enter');
  await expect(frame.getByRole('heading', { name: 'Payment complete' })).toBeVisible();
  await expect
    .poll(() => namesOf(page))
    .toEqual([
      'checkout.loaded',
      'checkout.payment.selected',
      'checkout.customer.created',
      'checkout.updated',
      'checkout.payment.initiated',
      'checkout.completed',
    ]);
  const { data } = (await eventsOf(page)).at(-1) ?? {};
  expect(data).toMatchObject({
    status: 'paid',
    currency_code: 'USD',
    custom_data: { user: 'u1' },
    customer: { email: 'mira@example.com', address: { country_code: 'PK' } },
    totals: { subtotal: 40, tax: 0, total: 40 },
    items: [{ price_id: 'pri_month', quantity: 1, recurring_totals: { total: 40 } }],
    payment: { method_details: { type: 'card', card: { last4: '4242' } } },
  });
  expect(String(data?.id)).toMatch(/^che_/);
  expect(String(data?.transaction_id)).toMatch(/^txn_/);
});

test('a declined card leaves what was typed, and another one pays', async ({ page, seller }) => {
  const frame = await openCheckout(page, seller, INLINE);
  await fill(frame, '4000 0000 0000 0002', 'declined@example.com');
  await frame.getByRole('button', { name: 'Pay $40.00' }).click();
  await expect(frame.getByRole('alert').filter({ hasText: 'declined' })).toBeVisible();
  await expect(frame.getByLabel('E-mail')).toHaveValue('declined@example.com');
  expect(await namesOf(page)).toContain('checkout.payment.failed');
  await frame.getByLabel('Card number').fill('4242424242424242');
  await frame.getByRole('button', { name: 'Pay $40.00' }).dblclick();
  await expect(frame.getByRole('heading', { name: 'Payment complete' })).toBeVisible();
  const completed = (await namesOf(page)).filter((name) => name === 'checkout.completed');
  expect(completed).toHaveLength(1);
});

test('an unknown price is an error event, and words in the frame', async ({ page, seller }) => {
  const items = [{ priceId: 'pri_none', quantity: 1 }];
  const frame = await openCheckout(page, seller, INLINE, { items });
  await expect(frame.getByRole('heading', { name: 'cannot be opened' })).toBeVisible();
  expect(await eventsOf(page)).toMatchObject([
    { name: 'checkout.error', code: 'transaction_price_not_found' },
  ]);
});

test('messages of the page that do not come from the frame change nothing', async ({
  page,
  seller,
}) => {
  const frame = await openCheckout(page, seller, INLINE);
  await expect(frame.getByRole('button', { name: 'Pay $40.00' })).toBeVisible();
  await page.evaluate(() => {
    const event = { name: 'checkout.completed', data: {} };
    window.postMessage({ paddle: 'frame', type: 'event', event }, '*');
    window.postMessage({ paddle: 'frame', type: 'close' }, '*');
    // Messages arrive in the order in which they are sent: after this one both have been heard.
    return new Promise<void>((resolve) => {
      window.addEventListener('message', ({ data }) => data === 'the last' && resolve());
      window.postMessage('the last', '*');
    });
  });
  expect(await namesOf(page)).toEqual(['checkout.loaded']);
});

for (const theme of ['light', 'dark']) {
  test(`the ${theme} frame has no accessibility fault, and fits 320 px`, async ({
    page,
    seller,
  }) => {
    await page.setViewportSize({ width: 320, height: 800 });
    const frame = await openCheckout(page, seller, { ...INLINE, theme });
    await frame.getByRole('button', { name: 'Pay $40.00' }).click();
    await expect(frame.getByText('Enter an e-mail address.')).toBeVisible();
    expect(await faultsOf(page, 'iframe.paddle-frame')).toEqual([]);
    const sideways = await frame
      .locator('html')
      .evaluate((root) => root.scrollWidth - root.clientWidth);
    expect(sideways).toBe(0);
  });
}
