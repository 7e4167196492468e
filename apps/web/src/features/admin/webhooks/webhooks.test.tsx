import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { buildWebhookEvent, pageOf, REASON, TRANSACTION } from '../../../testing/admin.ts';
import { signInAs } from '../../../testing/builders.ts';
import { serve } from '../../../testing/handlers.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const EVENTS = 'GET /api/admin/webhooks';
const TASKS = 'GET /api/admin/provider-tasks';

beforeEach(() => void signInAs({ role: 'admin' }));

const events = (...all: ReturnType<typeof buildWebhookEvent>[]) => ({
  body: {
    success: true,
    events: all,
    pagination: pageOf(all.length),
    reconciled_until: '2026-11-20T09:00:00.000Z',
    reconcile_waiting: false,
  },
});

async function giveReason(name: string, act: string) {
  const dialog = await screen.findByRole('dialog', { name });
  await userEvent.type(within(dialog).getByLabelText('Reason'), REASON);
  await userEvent.click(within(dialog).getByRole('button', { name: act }));
}

test('an event is replayed with a reason and a number of its own, and its outcome said', async () => {
  const event = buildWebhookEvent();
  const calls = serve({
    [EVENTS]: events(event, buildWebhookEvent({ event_id: 'evt_2', entity_id: null })),
    [`POST /api/admin/webhooks/${event.event_id}/replay`]: {
      body: { success: true, outcome: 'done' },
    },
  });
  await renderApp('/admin/webhooks');
  const [replay, ...others] = await screen.findAllByRole('button', { name: /^Replay/ });
  expect(others).toHaveLength(0);
  if (!replay) throw new Error('nothing can be replayed');
  await userEvent.click(replay);
  await giveReason('Replay transaction.completed', 'Replay');
  expect(await screen.findByText(/This is the state at the provider now/)).toBeTruthy();
  const [sent] = calls.filter(({ method }) => method === 'POST');
  expect(sent?.body).toEqual({
    action_id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    reason: REASON,
  });
});

test('tasks that wait say what the provider answered, and are tried at once', async () => {
  const task = {
    kind: 'fetch_transaction',
    subject: TRANSACTION,
    attempts: 12,
    last_error: 'unreachable no answer in 3000 ms',
    next_attempt_at: '2026-11-20T10:30:00.000Z',
    created_at: '2026-11-20T09:30:00.000Z',
  };
  const calls = serve({
    [EVENTS]: events(),
    [TASKS]: { body: { success: true, tasks: [task], pagination: pageOf(1) } },
    'POST /api/admin/provider-tasks/retry': { body: { success: true, outcome: 'waiting' } },
  });
  await renderApp('/admin/webhooks?tab=tasks');
  expect(await screen.findByText(/no answer in 3000 ms/)).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: /^Try now/ }));
  await giveReason('Try this task now', 'Try now');
  expect(await screen.findByText(/There is no result yet/)).toBeTruthy();
  const [sent] = calls.filter(({ method }) => method === 'POST');
  expect(sent?.body).toMatchObject({ kind: 'fetch_transaction', subject: TRANSACTION });
});

test('reconciling is asked for with a reason', async () => {
  serve({
    [EVENTS]: events(),
    'POST /api/admin/provider-reconcile': { body: { success: true, waiting: true } },
  });
  await renderApp('/admin/webhooks');
  expect(await screen.findByText('No events from the payment provider yet.')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Reconcile now' }));
  await giveReason('Reconcile with the provider', 'Reconcile now');
  expect(await screen.findByText('The reconciliation starts within seconds.')).toBeTruthy();
});
