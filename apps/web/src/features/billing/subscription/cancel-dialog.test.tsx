import { act, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { signInAs } from '../../../testing/builders.ts';
import { overview, planAnswer } from '../../../testing/dashboard.tsx';
import { type Answer, refusal, serve } from '../../../testing/handlers.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import {
  buildSubscription,
  changedAnswer,
  subscriptionAnswer,
} from '../../../testing/subscription.ts';

const SUBSCRIPTION = 'GET /api/user/subscription';
const CANCEL = 'POST /api/subscription/cancel';
const AT_THE_END = 'Cancel at the end of the billing period';
const NOW = 'Cancel now';

beforeEach(() => void signInAs());

async function openDialog(handlers: Parameters<typeof serve>[0], opener = 'Cancel subscription') {
  const calls = serve({ ...overview, ...handlers });
  await renderApp('/dashboard');
  await screen.findByRole('progressbar');
  await userEvent.click(await screen.findByRole('button', { name: opener }));
  return { dialog: screen.getByRole('dialog'), calls };
}

const press = (dialog: HTMLElement, name: string) =>
  userEvent.click(within(dialog).getByRole('button', { name }));

// @spec 2.71, 8.30
test('the question says what is lost at once, and until when access lasts otherwise', async () => {
  const { dialog, calls } = await openDialog({});
  expect(within(dialog).getByRole('heading', { level: 2 }).textContent).toBe(
    'Cancel the Pro subscription?',
  );
  expect(dialog.textContent).toContain(
    'Premium access is lost immediately and you move to the Free plan',
  );
  expect(dialog.textContent).toContain('You keep the Pro plan until 10 Dec 2026');
  await press(dialog, 'Keep subscription');
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(calls.some(({ path }) => path === '/api/subscription/cancel')).toBe(false);
});

// @spec 4.26, 9.23
test('cancelled at once: Free is shown at once, and everything is read again after 1 s', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  let [subscription, plan]: Answer[] = [subscriptionAnswer(), planAnswer()];
  const { dialog, calls } = await openDialog({
    [SUBSCRIPTION]: () => subscription ?? new Error(),
    'GET /api/user/dashboard': () => plan ?? new Error(),
    [CANCEL]: changedAnswer('Your subscription is cancelled.', null),
  });
  const reads = () =>
    calls.filter(({ method, path }) => method === 'GET' && /(dashboard|subscription)$/.test(path));
  const before = reads().length;
  await press(dialog, NOW);
  const panel = screen.getByRole('region', { name: 'Subscription' });
  const said = await within(panel).findByText('Your subscription is cancelled.');
  expect(document.activeElement?.contains(said)).toBe(true);
  expect(screen.queryByRole('dialog')).toBeNull();
  expect(within(panel).getByText('You have no subscription.')).toBeTruthy();
  const current = screen.getByRole('region', { name: 'Current plan' });
  expect(within(current).getByText('Free')).toBeTruthy();
  expect(calls.find(({ method, path }) => `${method} ${path}` === CANCEL)?.body).toEqual({
    effective: 'now',
  });
  subscription = subscriptionAnswer(null);
  plan = planAnswer({ name: 'Free', monthly_cost: 0, description: '300K tokens a month.' });
  await act(() => vi.advanceTimersByTimeAsync(900));
  expect(reads()).toHaveLength(before);
  await act(() => vi.advanceTimersByTimeAsync(200));
  expect(reads()).toHaveLength(before + 2);
  expect(await within(panel).findByText('Free: 300K tokens a month.')).toBeTruthy();
});

test('cancelled at once while the provider is silent: Free, and said to be passed on', async () => {
  const waiting = buildSubscription({ waiting_for: 'cancel_now' });
  const { dialog } = await openDialog({
    [CANCEL]: changedAnswer('Your cancellation is recorded.', waiting, 'pending'),
  });
  await press(dialog, NOW);
  const panel = screen.getByRole('region', { name: 'Subscription' });
  expect(await within(panel).findByText('Your cancellation is recorded.')).toBeTruthy();
  expect(within(panel).getByText('Being cancelled')).toBeTruthy();
  expect(panel.textContent).toContain('You are on the Free plan.');
});

// @spec 10.8
test('cancelled at the end of the period: access lasts until the day shown', async () => {
  const ending = buildSubscription({ ends_at: '2026-12-10T12:00:00.000Z' });
  let now = buildSubscription();
  const { dialog, calls } = await openDialog({
    [SUBSCRIPTION]: () => subscriptionAnswer(now),
    [CANCEL]: () => {
      now = ending;
      return changedAnswer('Your subscription ends on 10 Dec 2026.', ending);
    },
  });
  await press(dialog, AT_THE_END);
  expect(await screen.findByText('Your subscription ends on 10 Dec 2026.')).toBeTruthy();
  expect(screen.getByText('Ends on 10 Dec 2026. Access lasts until then.')).toBeTruthy();
  expect(calls.find(({ method, path }) => `${method} ${path}` === CANCEL)?.body).toEqual({
    effective: 'period_end',
  });
});

test.each([
  ['is ending already', { ends_at: '2026-12-10T12:00:00.000Z' }, 'Cancel now', 'Close'],
  ['is overdue', { status: 'past_due' }, 'Cancel subscription', 'Keep subscription'],
] as const)('one that %s can only be cancelled at once', async (_, part, opener, leave) => {
  const { dialog } = await openDialog(
    { [SUBSCRIPTION]: subscriptionAnswer(buildSubscription(part)) },
    opener,
  );
  const names = within(dialog)
    .getAllByRole('button')
    .map((button) => button.getAttribute('aria-label') ?? button.textContent);
  expect(names).toEqual(['Close', NOW, leave]);
});

// @spec 8.31
test.each([
  ['the service’s words', refusal(429, 'rate_limited', 'Too many requests.'), 'Too many requests.'],
  ['its own', { status: 500, body: '<html>' }, 'Failed to cancel subscription'],
  [
    'that it is worth another try',
    new TypeError('down'),
    'Failed to cancel subscription. Please try again.',
  ],
] as const)('a failure is told in %s', async (_, answer, words) => {
  const { dialog } = await openDialog({ [CANCEL]: answer });
  await press(dialog, NOW);
  const alert = await within(dialog).findByRole('alert');
  expect(alert.textContent).toBe(words);
});

test('a second click sends nothing, and the dialog stays until the answer is there', async () => {
  const held = Promise.withResolvers<Answer>();
  const { dialog, calls } = await openDialog({ [CANCEL]: () => held.promise });
  await press(dialog, NOW);
  await press(dialog, NOW);
  await press(dialog, AT_THE_END);
  await press(dialog, 'Close');
  expect(calls.filter(({ path }) => path === '/api/subscription/cancel')).toHaveLength(1);
  expect(screen.getByRole('dialog')).toBe(dialog);
  held.resolve(refusal(429, 'rate_limited', 'Too many requests.'));
  await within(dialog).findByRole('alert');
  await press(dialog, 'Close');
  expect(screen.queryByRole('dialog')).toBeNull();
});
