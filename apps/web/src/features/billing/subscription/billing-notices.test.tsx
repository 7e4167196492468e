import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { signInAs } from '../../../testing/builders.ts';
import { overview } from '../../../testing/dashboard.tsx';
import { type Answer, refusal, serve } from '../../../testing/handlers.ts';
import { hostedAnswer } from '../../../testing/hosted.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { buildSubscription, subscriptionAnswer } from '../../../testing/subscription.ts';

const SUBSCRIPTION = 'GET /api/user/subscription';
const RECEIVED = 'Payment received. You are on the Pro plan now.';
const AWAITED = 'Your payment is being confirmed.';
const UNCONFIRMED = 'The payment provider has confirmed no payment.';

const pending = subscriptionAnswer(null, {
  pending_payment: { transaction_id: `txn_${'0'.repeat(26)}`, plan_name: 'Pro' },
});

beforeEach(() => void signInAs());

/** A service whose subscription changes while the page is open. */
async function open(path: string, first: Answer) {
  let answer = first;
  const calls = serve({ ...overview, [SUBSCRIPTION]: () => answer });
  const router = await renderApp(path);
  return {
    router,
    reads: (of = '/api/user/subscription') => calls.filter(({ path: at }) => at === of).length,
    become: (next: Answer) => {
      answer = next;
    },
  };
}

function controlTime() {
  vi.useFakeTimers({ shouldAdvanceTime: true });
  onTestFinished(() => void vi.useRealTimers());
  return (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
}

describe('a payment', () => {
  test.each(['success', 'pending'])(
    'that the address calls %s and the service knows is received, and the address forgets it',
    async (claim) => {
      const { router } = await open(
        `/dashboard?payment=${claim}&tab=history`,
        subscriptionAnswer(),
      );
      const notice = await screen.findByText(RECEIVED);
      expect(notice.closest('[role="status"]')).toBeTruthy();
      expect(router.state.location.search).toBe('?tab=history');
      await userEvent.click(screen.getByRole('button', { name: 'Dismiss' }));
      expect(screen.queryByText(RECEIVED)).toBeNull();
    },
  );

  test('that is received leads to paper trading, where nothing trades on paper yet', async () => {
    serve({
      ...overview,
      [SUBSCRIPTION]: subscriptionAnswer(),
      'GET /api/user/hosted-accounts': hostedAnswer([]),
    });
    const router = await renderApp('/dashboard?payment=success');
    const notice = (await screen.findByText(RECEIVED)).parentElement as HTMLElement;
    await userEvent.click(await within(notice).findByRole('link', { name: 'Start paper trading' }));
    expect(router.state.location).toMatchObject({ search: '', hash: '#paper-trading' });
  });

  test('leads nowhere where no paper trading is offered', async () => {
    const { reads } = await open('/dashboard?payment=success', subscriptionAnswer());
    await screen.findByText(RECEIVED);
    await expect.poll(() => reads('/api/user/hosted-accounts')).toBeGreaterThan(0);
    expect(screen.queryByRole('link', { name: 'Start paper trading' })).toBeNull();
  });

  test('is not received because an address says so', async () => {
    const pass = controlTime();
    await open('/dashboard?payment=success', subscriptionAnswer(null));
    expect(await screen.findByText(AWAITED)).toBeTruthy();
    await pass(58_000);
    expect(screen.queryByText(UNCONFIRMED)).toBeNull();
    await pass(3_000);
    expect(screen.getByText(UNCONFIRMED)).toBeTruthy();
    expect(screen.queryByText(AWAITED)).toBeNull();
    expect(screen.queryByText(/You are on the .* plan now/)).toBeNull();
  });

  test('on its way is asked about every 3 s until it holds; then the plan is read again', async () => {
    const pass = controlTime();
    const { reads, become } = await open('/dashboard', pending);
    expect(await screen.findByText(AWAITED)).toBeTruthy();
    expect(screen.getByText(/^The Pro plan begins as soon as it is/)).toBeTruthy();
    const [first, plans] = [reads(), reads('/api/user/dashboard')];
    await pass(2_900);
    expect(reads()).toBe(first);
    await pass(200);
    expect(reads()).toBe(first + 1);
    become(subscriptionAnswer());
    await pass(3_000);
    expect(await screen.findByText(RECEIVED)).toBeTruthy();
    expect(reads('/api/user/dashboard')).toBeGreaterThan(plans);
    const settled = reads();
    await pass(10_000);
    expect(reads()).toBe(settled);
  });

  test('that comes to nothing says which plan holds and where to write', async () => {
    const pass = controlTime();
    const { become } = await open('/dashboard', pending);
    await screen.findByText(AWAITED);
    become(subscriptionAnswer(null));
    await pass(3_100);
    const notice = (await screen.findByText(UNCONFIRMED)).closest('[role="status"]');
    expect(notice?.textContent).toContain('You are on the Free plan.');
    expect(screen.getByRole('link', { name: 'write to us' }).getAttribute('href')).toBe('/contact');
  });

  test('holds its plan before its subscription is known, which is then asked for', async () => {
    const pass = controlTime();
    const alone = subscriptionAnswer(null, { plan_name: 'Pro' });
    const { become } = await open('/dashboard?payment=success', alone);
    expect(await screen.findByText(RECEIVED)).toBeTruthy();
    const panel = screen.getByRole('region', { name: 'Subscription' });
    expect(panel.textContent).toContain('The subscription shows here in a moment.');
    become(subscriptionAnswer());
    await pass(3_100);
    expect(await within(panel).findByText('Active')).toBeTruthy();
  });

  test('is not spoken of where there is none', async () => {
    await open('/dashboard', subscriptionAnswer());
    await screen.findByRole('button', { name: 'Payments' });
    for (const words of [RECEIVED, AWAITED, UNCONFIRMED]) {
      expect(screen.queryByText(words)).toBeNull();
    }
  });
});

describe('an overdue payment', () => {
  const overdue = buildSubscription({
    status: 'past_due',
    access_until: '2026-12-17T12:00:00.000Z',
  });

  test.each(['overview', 'statistics', 'history'])(
    'is told on top of the tab %s, with the day until which the plan holds',
    async (tab) => {
      await open(`/dashboard?tab=${tab}`, subscriptionAnswer(overdue));
      const banner = (
        await screen.findByText('The last payment for your Pro plan failed.')
      ).closest('[role="status"]');
      expect(banner?.textContent).toContain(
        'The plan holds until 17 Dec 2026. After that the limits of the Free plan apply.',
      );
      expect(
        banner &&
          within(banner as HTMLElement).getByRole('button', { name: 'Update payment method' }),
      ).toBeTruthy();
    },
  );

  test('says after its grace that the limits of Free apply', async () => {
    await open('/dashboard', subscriptionAnswer(overdue, { plan_name: 'Free' }));
    expect(await screen.findByText('The limits of the Free plan apply now.')).toBeTruthy();
    const panel = screen.getByRole('region', { name: 'Subscription' });
    expect(panel.textContent).toContain('Payment overdue');
    expect(panel.textContent).toContain('Update the payment method to have the plan back.');
  });

  test('leads to the payment method, whose refusal is told below', async () => {
    const close = vi.fn();
    vi.stubGlobal('open', () => ({ close }));
    serve({
      ...overview,
      [SUBSCRIPTION]: subscriptionAnswer(overdue),
      'POST /api/subscription/portal': refusal(409, 'portal_closed', 'Another address.'),
    });
    await renderApp('/dashboard');
    const [button] = await screen.findAllByRole('button', { name: 'Update payment method' });
    await userEvent.click(button ?? document.body);
    expect((await screen.findByRole('alert')).textContent).toContain('Another address.');
    expect(close).toHaveBeenCalledOnce();
  });

  test('is over for whoever cancelled', async () => {
    const cancelled = { ...overdue, waiting_for: 'cancel_now' as const };
    await open('/dashboard', subscriptionAnswer(cancelled, { plan_name: 'Free' }));
    expect(await screen.findByText('Being cancelled')).toBeTruthy();
    expect(screen.queryByRole('button', { name: 'Update payment method' })).toBeNull();
  });
});
