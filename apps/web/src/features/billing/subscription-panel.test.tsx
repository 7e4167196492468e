import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { signInAs } from '../../testing/builders.ts';
import { overview, planAnswer } from '../../testing/dashboard.tsx';
import { refusal, serve } from '../../testing/handlers.ts';
import { renderApp } from '../../testing/render-app.tsx';
import {
  buildSubscription,
  changedAnswer,
  subscriptionAnswer,
} from '../../testing/subscription.ts';

const SUBSCRIPTION = 'GET /api/user/subscription';
const KEEP = 'POST /api/subscription/keep';

beforeEach(() => void signInAs());

async function openPanel(handlers: Parameters<typeof serve>[0]) {
  const calls = serve({ ...overview, ...handlers });
  await renderApp('/dashboard');
  const panel = await screen.findByRole('region', { name: 'Subscription' });
  await within(panel).findByRole('button', { name: 'Payments' });
  return { panel, calls };
}

const namesOf = (panel: HTMLElement) =>
  within(panel)
    .getAllByRole('button')
    .map((button) => button.textContent);

describe('a subscription', () => {
  test.each([
    [{ amount: 80, billing_cycle: 'monthly' }, '$80.00 a month'],
    [{ amount: 400, billing_cycle: 'yearly' }, '$400.00 a year'],
    [{ amount: 39.99, billing_cycle: 'monthly' }, '$39.99 a month'],
  ] as const)('says what is charged to the cent: %o', async (part, words) => {
    const { panel } = await openPanel({
      [SUBSCRIPTION]: subscriptionAnswer(buildSubscription(part)),
    });
    expect(within(panel).getByText(words)).toBeTruthy();
  });

  // @spec 3.6
  test('that runs names its next bill, what it grants and everything that can be done', async () => {
    const { panel } = await openPanel({});
    expect(within(panel).getByText('Active')).toBeTruthy();
    expect(within(panel).getByText('Next bill on 10 Dec 2026.')).toBeTruthy();
    expect(await within(panel).findByText(/10M tokens a month and 20 symbols/)).toBeTruthy();
    expect(namesOf(panel)).toEqual([
      'Change plan',
      'Payment method',
      'Payments',
      'Cancel subscription',
    ]);
    expect(within(panel).queryByText('Test mode')).toBeNull();
  });

  test('says where no real card is charged', async () => {
    const { panel } = await openPanel({
      [SUBSCRIPTION]: subscriptionAnswer(buildSubscription(), { test_mode: true }),
    });
    expect(within(panel).getByText('Test mode')).toBeTruthy();
  });

  test('keeps the description of another plan to itself', async () => {
    const { panel } = await openPanel({
      'GET /api/user/dashboard': planAnswer({ name: 'Starter', description: '5M tokens.' }),
    });
    await screen.findByRole('progressbar');
    expect(panel.textContent).not.toContain('5M tokens.');
  });

  test('that is cancelled for a day says until when access lasts, and can be kept', async () => {
    const ending = buildSubscription({ ends_at: '2026-12-10T12:00:00.000Z' });
    delete ending.next_billing_date;
    const handlers: Parameters<typeof serve>[0] = {
      [SUBSCRIPTION]: () => subscriptionAnswer(now),
      [KEEP]: () => {
        now = buildSubscription();
        return changedAnswer('Your Pro subscription goes on.', now);
      },
    };
    let now = ending;
    const { panel, calls } = await openPanel(handlers);
    expect(within(panel).getByText('Ends on 10 Dec 2026. Access lasts until then.')).toBeTruthy();
    expect(namesOf(panel)).toEqual([
      'Keep subscription',
      'Payment method',
      'Payments',
      'Cancel now',
    ]);
    await userEvent.click(within(panel).getByRole('button', { name: 'Keep subscription' }));
    const said = await within(panel).findByText('Your Pro subscription goes on.');
    // The button that had the focus is gone.
    expect(document.activeElement?.contains(said)).toBe(true);
    expect(await within(panel).findByText('Next bill on 10 Dec 2026.')).toBeTruthy();
    expect(calls.filter(({ path }) => path === '/api/user/dashboard')).toHaveLength(2);
  });

  test('that cannot be kept says why in the service’s words', async () => {
    const { panel } = await openPanel({
      [SUBSCRIPTION]: subscriptionAnswer(
        buildSubscription({ ends_at: '2026-12-10T12:00:00.000Z' }),
      ),
      [KEEP]: refusal(503, 'payments_unreachable', 'The payment provider does not answer.'),
    });
    await userEvent.click(within(panel).getByRole('button', { name: 'Keep subscription' }));
    expect((await within(panel).findByRole('alert')).textContent).toContain(
      'The payment provider does not answer.',
    );
  });

  test('whose end waits for the provider says so, and can still be kept', async () => {
    const { panel } = await openPanel({
      [SUBSCRIPTION]: subscriptionAnswer(
        buildSubscription({ waiting_for: 'cancel_at_period_end' }),
      ),
    });
    expect(panel.textContent).toContain(
      'Your cancellation is recorded and is being passed on to the payment provider. Access lasts until 10 Dec 2026.',
    );
    expect(namesOf(panel)[0]).toBe('Keep subscription');
  });

  test('whose cancellation waits for the provider holds no plan and takes no other change', async () => {
    const { panel } = await openPanel({
      [SUBSCRIPTION]: subscriptionAnswer(buildSubscription({ waiting_for: 'cancel_now' }), {
        plan_name: 'Free',
      }),
    });
    expect(panel.textContent).toContain('passed on to the payment provider. You are on the Free');
    expect(namesOf(panel)).toEqual(['Payments']);
  });

  test('that is paused says which plan holds and who can help', async () => {
    const { panel } = await openPanel({
      [SUBSCRIPTION]: subscriptionAnswer(buildSubscription({ status: 'paused' }), {
        plan_name: 'Free',
      }),
    });
    expect(within(panel).getByText('Paused')).toBeTruthy();
    expect(panel.textContent).toContain('you are on the Free plan');
    expect(within(panel).getByRole('link', { name: 'write to us' }).getAttribute('href')).toBe(
      '/contact',
    );
    expect(within(panel).queryByRole('button', { name: 'Change plan' })).toBeNull();
  });
});

describe('without a subscription', () => {
  test('Free leads to the plans and to the bills of before', async () => {
    const { panel } = await openPanel({ [SUBSCRIPTION]: subscriptionAnswer(null) });
    expect(within(panel).getByText('You have no subscription.')).toBeTruthy();
    expect(within(panel).getByRole('link', { name: 'See paid plans' }).getAttribute('href')).toBe(
      '/pricing',
    );
    expect(namesOf(panel)).toEqual(['Payments']);
  });

  test('a plan that was given is named, with nothing to cancel', async () => {
    const { panel } = await openPanel({
      [SUBSCRIPTION]: subscriptionAnswer(null, { plan_name: 'Elite' }),
    });
    expect(panel.textContent).toContain(
      'The Elite plan was given to you: nothing is billed, and there is nothing to cancel.',
    );
    expect(namesOf(panel)).toEqual(['Payments']);
  });

  test('a payment on its way is not made twice', async () => {
    const { panel } = await openPanel({
      [SUBSCRIPTION]: subscriptionAnswer(null, {
        pending_payment: { transaction_id: `txn_${'0'.repeat(26)}`, plan_name: 'Pro' },
      }),
    });
    expect(panel.textContent).toContain('A payment for the Pro plan is being confirmed.');
    expect(within(panel).queryByRole('link', { name: 'See paid plans' })).toBeNull();
  });
});
