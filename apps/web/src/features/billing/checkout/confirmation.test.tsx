import { act, screen } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { type Answer, refusal, silence } from '../../../testing/handlers.ts';
import { emit, saleData } from './testing/fake-paddle.ts';
import { openCheckout, pass, UPGRADE, upgraded } from './testing/stage.ts';

const UPGRADE_FAILED = 'Payment successful but plan upgrade failed. Please contact support.';
const CONFIRMING = 'Confirming your payment…';
const PENDING = 'Payment received. It is being confirmed…';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

/** A checkout whose payment has just been taken; the service answers one after the other, the last for ever. */
async function paid(...answers: [Answer, ...Answer[]] | [typeof silence]) {
  const rest = [...answers];
  const page = await openCheckout({
    [UPGRADE]: () => {
      const next = rest.length > 1 ? rest.shift() : rest[0];
      return typeof next === 'function' ? next() : (next ?? silence());
    },
  });
  await pass(0);
  act(() => emit('checkout.loaded', saleData));
  await act(async () => emit('checkout.completed', { ...saleData, status: 'paid' }));
  const upgrades = () => page.calls.filter(({ path }) => path === '/api/paddle/upgrade-plan');
  return { ...page, upgrades };
}

const retry = () => act(() => screen.getByRole('button', { name: 'Try again' }).click());

// @spec 2.50, 4.16, 7.10
test('a payment is confirmed with the plan and the transaction, then the dashboard is loaded', async () => {
  const { upgrades, replace } = await paid(upgraded('active'));
  await pass(0);
  expect(upgrades().map(({ body }) => body)).toEqual([
    { plan_name: 'Pro', transaction_id: saleData.transaction_id },
  ]);
  expect(replace).toHaveBeenCalledExactlyOnceWith('/dashboard?payment=success');
});

// @spec 7.10
test('without a transaction the number of the checkout is sent', async () => {
  const { calls } = await openCheckout({ [UPGRADE]: silence });
  await pass(0);
  await act(async () => emit('checkout.completed', { id: 'che_9' }));
  expect(calls.at(-1)?.body).toEqual({ plan_name: 'Pro', transaction_id: 'che_9' });
});

test('what is told twice is confirmed once', async () => {
  const { upgrades } = await paid(silence);
  await act(async () => emit('checkout.completed', saleData));
  await act(async () => emit('checkout.completed', { ...saleData, transaction_id: 'txn_2' }));
  expect(upgrades()).toHaveLength(1);
});

test('while it is being confirmed it says so, and nobody can pay again', async () => {
  await paid(silence);
  const status = screen.getByText(CONFIRMING).closest('[role="status"]');
  expect(document.activeElement).toBe(status?.parentElement);
  expect(screen.getByTitle('Checkout').closest('[inert]')).not.toBeNull();
});

test('a frame that closes after the payment is no matter', async () => {
  await paid(silence);
  act(() => emit('checkout.closed', saleData));
  expect(screen.getByText(CONFIRMING)).toBeTruthy();
  expect(screen.queryByText('The payment form was closed.')).toBeNull();
});

test('a pending payment is asked for every 2 s until the plan is there', async () => {
  const { upgrades, replace } = await paid(
    upgraded('pending'),
    upgraded('pending'),
    upgraded('active'),
  );
  await pass(0);
  expect(screen.getByText(PENDING)).toBeTruthy();
  await pass(1_999);
  expect(upgrades()).toHaveLength(1);
  await pass(1);
  expect(upgrades()).toHaveLength(2);
  expect(replace).not.toHaveBeenCalled();
  await pass(2_000);
  expect(upgrades()).toHaveLength(3);
  expect(replace).toHaveBeenCalledExactlyOnceWith('/dashboard?payment=success');
});

test('a payment that is pending for a minute is left to the service', async () => {
  const { upgrades, replace } = await paid(upgraded('pending'));
  await pass(59_999);
  expect(replace).not.toHaveBeenCalled();
  expect(upgrades()).toHaveLength(30);
  await pass(2_000);
  expect(replace).toHaveBeenCalledExactlyOnceWith('/dashboard?payment=pending');
  expect(upgrades()).toHaveLength(30);
});

test.each([
  ['no network', new TypeError('no network')],
  ['a service that restarts', refusal(503, 'service_unavailable', 'Not now.')],
  ['a broken proxy', { status: 502, body: '<html>' }],
  ['too many requests', refusal(429, 'rate_limited', 'Too many requests.')],
])('%s does not end the confirmation', async (_, answer) => {
  const { replace } = await paid(answer, upgraded('active'));
  await pass(0);
  expect(screen.getByText(CONFIRMING)).toBeTruthy();
  await pass(2_000);
  expect(replace).toHaveBeenCalledExactlyOnceWith('/dashboard?payment=success');
});

test('a service out of reach for a minute is a failure that can be tried again', async () => {
  const { replace } = await paid(new TypeError('no network'));
  await pass(62_000);
  expect(replace).not.toHaveBeenCalled();
  expect(screen.getByText(UPGRADE_FAILED)).toBeTruthy();
  expect(screen.getByRole('alert').textContent).toContain('The service could not be reached.');
});

// @spec 4.16, 8.7
test('a refusal names the payment and the support, has the focus, and can be tried again', async () => {
  const reason = 'The payment is for Starter, not for Pro.';
  const { upgrades, replace } = await paid(
    refusal(409, 'payment_mismatch', reason),
    upgraded('active'),
  );
  await pass(0);
  const alert = screen.getByRole('alert');
  expect(screen.getByText(UPGRADE_FAILED)).toBeTruthy();
  expect(alert.textContent).toContain(reason);
  expect(alert.textContent).toContain(saleData.transaction_id);
  expect(document.activeElement).toBe(alert.parentElement);
  const mail = screen.getByRole('main').querySelector('a[href^="mailto:"]');
  expect(mail?.textContent).toBe('support@quorate.example');
  expect(decodeURIComponent(mail?.getAttribute('href') ?? '')).toContain(saleData.transaction_id);
  await pass(10_000);
  expect(upgrades()).toHaveLength(1);
  retry();
  await pass(0);
  expect(screen.queryByRole('alert')).toBeNull();
  expect(upgrades().map(({ body }) => body)).toEqual(
    Array(2).fill({ plan_name: 'Pro', transaction_id: saleData.transaction_id }),
  );
  expect(replace).toHaveBeenCalledExactlyOnceWith('/dashboard?payment=success');
});

test('a session that died meanwhile keeps the reader and the number of the payment here', async () => {
  const { replace } = await paid(refusal(401, 'unauthorized', 'Please sign in.'));
  await pass(0);
  const { textContent } = screen.getByRole('alert');
  expect(textContent).toContain(UPGRADE_FAILED);
  expect(textContent).toContain('Please sign in again');
  expect(textContent).toContain(saleData.transaction_id);
  expect(replace).not.toHaveBeenCalled();
});

test('who leaves the page leaves the rest to the service', async () => {
  const { upgrades, replace, router } = await paid(upgraded('pending'));
  await act(() => router.navigate('/about'));
  await pass(70_000);
  expect(upgrades()).toHaveLength(1);
  expect(replace).not.toHaveBeenCalled();
});
