import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test, vi } from 'vitest';
import { signInAs } from '../../../testing/builders.ts';
import { overview } from '../../../testing/dashboard.tsx';
import { type Answer, refusal, serve, silence } from '../../../testing/handlers.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import {
  buildSubscription,
  changedAnswer,
  subscriptionAnswer,
} from '../../../testing/subscription.ts';

const SUBSCRIPTION = 'GET /api/user/subscription';
const PREVIEW = 'POST /api/subscription/preview-change';
const CHANGE = 'POST /api/subscription/change';

beforeEach(() => void signInAs());

function previewAnswer(part: object = {}): Answer {
  return {
    body: {
      success: true,
      due_now: 193.55,
      credit: 0,
      next_amount: 456,
      next_billing_date: '2026-12-10T12:00:00.000Z',
      currency: 'USD',
      ...part,
    },
  };
}

async function openDialog(handlers: Parameters<typeof serve>[0], path = '/dashboard') {
  const calls = serve({ ...overview, [PREVIEW]: previewAnswer(), ...handlers });
  const router = await renderApp(path);
  if (path === '/dashboard') {
    await userEvent.click(await screen.findByRole('button', { name: 'Change plan' }));
  }
  const dialog = await screen.findByRole('dialog', { name: 'Change plan' });
  const bodiesOf = (call: string) =>
    calls.filter(({ method, path: at }) => `${method} ${at}` === call).map(({ body }) => body);
  return { dialog: within(dialog), bodiesOf, calls, router };
}

const elite = { plan_name: 'Elite', billing_cycle: 'monthly' };

test('the plans stand with their prices, the present one marked, and nothing is asked about it', async () => {
  const { dialog, bodiesOf } = await openDialog({});
  const plans = within(dialog.getByRole('group', { name: 'Plan' }));
  expect(plans.getAllByRole('radio')).toHaveLength(3);
  expect(plans.getByRole<HTMLInputElement>('radio', { name: /Pro/ }).checked).toBe(true);
  expect(plans.getByText('Your plan').closest('label')?.textContent).toContain('Pro');
  expect(plans.getByText('$40.00 a month')).toBeTruthy();
  expect(dialog.getByText(/This is the plan you have/)).toBeTruthy();
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Change plan' }).disabled).toBe(
    true,
  );
  await userEvent.click(dialog.getByRole('radio', { name: /^Yearly/ }));
  expect(plans.getByText('$3,800.00 a year')).toBeTruthy();
  expect(plans.queryByText('Your plan')).toBeNull();
  await waitFor(() => expect(bodiesOf(PREVIEW)).toHaveLength(1));
  expect(bodiesOf(PREVIEW)).toEqual([{ plan_name: 'Pro', billing_cycle: 'yearly' }]);
});

test('a choice shows what is due now and next before anything is changed', async () => {
  const { dialog, bodiesOf } = await openDialog({});
  await userEvent.click(dialog.getByRole('radio', { name: /Elite/ }));
  expect(dialog.getByText('Loading what the change costs')).toBeTruthy();
  expect(await dialog.findByText('$193.55')).toBeTruthy();
  expect(dialog.getByText('Next bill on 10 Dec 2026').nextSibling?.textContent).toBe('$456.00');
  expect(dialog.queryByText('Credit for later bills')).toBeNull();
  expect(bodiesOf(PREVIEW)).toEqual([elite]);
  expect(bodiesOf(CHANGE)).toEqual([]);
});

test('choices that are only passed by are not asked about', async () => {
  const { dialog, bodiesOf } = await openDialog({});
  await userEvent.click(dialog.getByRole('radio', { name: /Starter/ }));
  await userEvent.click(dialog.getByRole('radio', { name: /Elite/ }));
  await dialog.findByText('$193.55');
  expect(bodiesOf(PREVIEW)).toEqual([elite]);
});

test('a confirmed change names what it charges, says the service’s words and reads all of it again', async () => {
  let now = buildSubscription();
  const { dialog, bodiesOf, calls } = await openDialog({
    [SUBSCRIPTION]: () => subscriptionAnswer(now),
    [CHANGE]: () => {
      now = buildSubscription({ plan_name: 'Elite', amount: 380 });
      return changedAnswer('You are on the Elite plan now.', now);
    },
  });
  await userEvent.click(dialog.getByRole('radio', { name: /Elite/ }));
  await userEvent.dblClick(await dialog.findByRole('button', { name: 'Pay $193.55 and change' }));
  expect(await screen.findByText('You are on the Elite plan now.')).toBeTruthy();
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(screen.getByText('$380.00 a month')).toBeTruthy();
  expect(bodiesOf(CHANGE)).toEqual([elite]);
  await waitFor(() =>
    expect(calls.filter(({ path }) => path === '/api/user/dashboard')).toHaveLength(2),
  );
});

test('a cheaper plan charges nothing now and shows the credit', async () => {
  const { dialog } = await openDialog({
    [PREVIEW]: previewAnswer({ due_now: 0, credit: 20.65, next_amount: 27.35 }),
  });
  await userEvent.click(dialog.getByRole('radio', { name: /Starter/ }));
  expect((await dialog.findByText('Credit for later bills')).nextSibling?.textContent).toBe(
    '$20.65',
  );
  expect(dialog.getByText('Due now').nextSibling?.textContent).toBe('$0.00');
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Change plan' }).disabled).toBe(
    false,
  );
});

test('a change that waits for the provider is said to wait', async () => {
  const { dialog } = await openDialog({
    [CHANGE]: changedAnswer('The change is being confirmed.', buildSubscription(), 'pending'),
  });
  await userEvent.click(dialog.getByRole('radio', { name: /Elite/ }));
  await userEvent.click(await dialog.findByRole('button', { name: /^Pay/ }));
  const said = await screen.findByText('The change is being confirmed.');
  expect(
    within(said.closest('[role="status"]') ?? document.body).getByLabelText('Note'),
  ).toBeTruthy();
});

test('a refused preview stands in the service’s words, and nothing can be confirmed', async () => {
  const words = 'The year is paid until 2027-11-10.';
  const { dialog } = await openDialog({
    [SUBSCRIPTION]: subscriptionAnswer(buildSubscription({ billing_cycle: 'yearly', amount: 800 })),
    [PREVIEW]: refusal(409, 'cycle_not_shortened', words),
  });
  await userEvent.click(dialog.getByRole('radio', { name: 'Monthly' }));
  expect((await dialog.findByRole('alert')).textContent).toContain(words);
  expect(dialog.getByRole<HTMLButtonElement>('button', { name: 'Change plan' }).disabled).toBe(
    true,
  );
});

test('a preview that does not come can be asked for again', async () => {
  let answer: Answer = new TypeError('down');
  const { dialog } = await openDialog({ [PREVIEW]: () => answer });
  await userEvent.click(dialog.getByRole('radio', { name: /Elite/ }));
  expect((await dialog.findByRole('alert')).textContent).toContain(
    'Failed to load what the change costs. Please try again.',
  );
  answer = previewAnswer();
  await userEvent.click(dialog.getByRole('button', { name: 'Retry' }));
  expect(await dialog.findByText('$193.55')).toBeTruthy();
});

test('a declined card changes nothing and leads to the payment method', async () => {
  const tab = { opener: {}, location: { replace: vi.fn() }, close: vi.fn() };
  vi.stubGlobal('open', () => tab);
  const { dialog } = await openDialog({
    [CHANGE]: refusal(409, 'card_declined', 'The card on file was declined.'),
    'POST /api/subscription/portal': { body: { success: true, url: 'https://pay.example/card' } },
  });
  await userEvent.click(dialog.getByRole('radio', { name: /Elite/ }));
  await userEvent.click(await dialog.findByRole('button', { name: /^Pay/ }));
  expect((await dialog.findByRole('alert')).textContent).toContain(
    'The card on file was declined.',
  );
  await userEvent.click(dialog.getByRole('button', { name: 'Update payment method' }));
  await waitFor(() =>
    expect(tab.location.replace).toHaveBeenCalledWith('https://pay.example/card'),
  );
});

test('a change without an answer says so and looks at what became of it', async () => {
  let now = buildSubscription();
  const { dialog } = await openDialog({
    [SUBSCRIPTION]: () => subscriptionAnswer(now),
    [CHANGE]: () => {
      now = buildSubscription({ plan_name: 'Elite', amount: 380 });
      return new TypeError('down');
    },
  });
  await userEvent.click(dialog.getByRole('radio', { name: /Elite/ }));
  await userEvent.click(await dialog.findByRole('button', { name: /^Pay/ }));
  expect((await dialog.findByRole('alert')).textContent).toContain(
    'Failed to change the plan. Please try again.',
  );
  expect(await dialog.findByText(/This is the plan you have/)).toBeTruthy();
});

test('the checkout’s link opens it with the plan chosen, once', async () => {
  const { dialog, router } = await openDialog(
    { [PREVIEW]: silence },
    '/dashboard?change=Elite&billing=yearly',
  );
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: /Elite/ }).checked).toBe(true);
  expect(dialog.getByRole<HTMLInputElement>('radio', { name: /^Yearly/ }).checked).toBe(true);
  expect(router.state.location.search).toBe('');
  await userEvent.click(dialog.getByRole('button', { name: 'Keep Pro' }));
  expect(screen.queryByRole('dialog')).toBeNull();
  await userEvent.click(screen.getByRole('button', { name: 'Change plan' }));
  const again = within(screen.getByRole('dialog', { name: 'Change plan' }));
  expect(again.getByRole<HTMLInputElement>('radio', { name: /Pro/ }).checked).toBe(true);
});

test.each(['Free', 'Gold'])('the link opens nothing for the plan %s', async (plan) => {
  serve(overview);
  const router = await renderApp(`/dashboard?change=${plan}&tab=overview`);
  await screen.findByRole('button', { name: 'Change plan' });
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(router.state.location.search).toBe('?tab=overview');
});
