import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, expect, test } from 'vitest';
import { newId, signInAs } from '../../../testing/builders.ts';
import { refusal, serve } from '../../../testing/handlers.ts';
import { renderApp } from '../../../testing/render-app.tsx';

const OVERVIEW = 'GET /api/admin/hosted';
const LIST = 'GET /api/admin/hosted-accounts';

beforeEach(() => void signInAs({ role: 'admin' }));

const use = (decisions = 0, models = 0) => ({
  decisions,
  model_decisions: models,
  tokens: models * 1_000,
  cost_usd: models * 0.01,
});

const runner = (host: string, more: object = {}) => ({
  id: newId(),
  host,
  started_at: '2026-11-20T08:30:00.000Z',
  seen_at: '2026-11-20T09:29:58.000Z',
  alive: true,
  draining: false,
  accounts: 12,
  late_s: 0,
  ...more,
});

const overview = (runners: readonly object[], accounts: readonly object[] = []) => ({
  body: {
    success: true,
    at: '2026-11-20T09:30:00.000Z',
    runners,
    accounts,
    day: use(300, 40),
    month: use(9_000, 1_200),
    ranges: { limit: 60, near: 1, most: 48 },
  },
});

const accounts = (rows: readonly object[] = []) => ({
  body: {
    success: true,
    accounts: rows,
    pagination: { page: 1, per_page: 25, total: rows.length, total_pages: 1 },
  },
});

const account = {
  hosted_id: newId(),
  user_id: newId(),
  username: 'mira',
  name: 'Evening pairs',
  source: 'practice',
  pace: 'accelerated',
  analysts: 'models',
  state: 'waiting',
  paused_by: null,
  waits_for: 'runner',
  host: null,
  open_positions: 0,
  closed_trades: 31,
  day: use(24, 24),
  month: use(700, 700),
  created_at: '2026-11-01T08:30:00.000Z',
};

test('shows runners, counts, costs and accounts, and which account waits for what', async () => {
  serve({
    [OVERVIEW]: overview(
      [runner('one'), runner('two', { alive: false, accounts: 0 })],
      [
        { source: 'practice', state: 'running', count: 12 },
        { source: 'practice', state: 'waiting', count: 3 },
      ],
    ),
    [LIST]: accounts([account]),
  });
  await renderApp('/admin/hosted');
  const runners = await screen.findByRole('group', { name: 'Runners' });
  expect(within(runners).getByText('Trading')).toBeTruthy();
  expect(within(runners).getByText('Not seen')).toBeTruthy();
  const all = screen.getByRole('group', { name: 'What all of them take' });
  expect(within(all).getByText('7,800')).toBeTruthy();
  expect(within(all).getByText('$12.00')).toBeTruthy();
  const list = await screen.findByRole('group', { name: 'Accounts' });
  expect(within(list).getByText('Evening pairs')).toBeTruthy();
  expect(within(list).getByText('for a runner')).toBeTruthy();
  expect(within(list).getByRole('link', { name: 'mira' })).toBeTruthy();
});

test('drains a runner with a reason, and warns where no other is left', async () => {
  const one = runner('one');
  const calls = serve({
    [OVERVIEW]: overview([one], [{ source: 'practice', state: 'running', count: 12 }]),
    [LIST]: accounts([account]),
    [`POST /api/admin/hosted-runners/${one.id}/drain`]: { body: { success: true, draining: true } },
  });
  await renderApp('/admin/hosted');
  await userEvent.click(await screen.findByRole('button', { name: /^Drain: runner on one/ }));
  expect(screen.getByText(/There is no other runner/)).toBeTruthy();
  await userEvent.type(screen.getByLabelText(/reason/i), 'A new version comes');
  await userEvent.click(screen.getByRole('button', { name: 'Drain' }));
  expect(await screen.findByText(/gives its accounts away within seconds/)).toBeTruthy();
  const sent = calls.find(({ path }) => path.endsWith('/drain'));
  expect(sent?.body).toMatchObject({ draining: true, reason: 'A new version comes' });
});

test('says that nobody trades where the only runner is drained, and offers to use it again', async () => {
  serve({
    [OVERVIEW]: overview(
      [runner('one', { draining: true })],
      [{ source: 'practice', state: 'waiting', count: 1 }],
    ),
    [LIST]: accounts([account]),
  });
  await renderApp('/admin/hosted');
  expect(await screen.findByText('No runner takes accounts.')).toBeTruthy();
  expect(screen.getByRole('button', { name: /^Use again: runner on one/ })).toBeTruthy();
});

test('says which runner is late', async () => {
  serve({ [OVERVIEW]: overview([runner('one', { late_s: 400 })]), [LIST]: accounts([account]) });
  await renderApp('/admin/hosted');
  expect(await screen.findByText('Bars are decided late.')).toBeTruthy();
  expect(screen.getByText(/one: 6 min/)).toBeTruthy();
});

test('says what will be here while there is nothing', async () => {
  serve({ [OVERVIEW]: overview([]), [LIST]: accounts() });
  await renderApp('/admin/hosted');
  expect(await screen.findByText(/No runner has been seen/)).toBeTruthy();
  await screen.findAllByText('Nobody has begun a paper account yet.');
  expect(screen.getAllByText('Nobody has begun a paper account yet.')).toHaveLength(2);
});

test('says that it failed, and loads at Retry', async () => {
  let answer: ReturnType<typeof refusal> = refusal(403, 'operator_only', 'Only operators may.');
  serve({ [OVERVIEW]: () => answer, [LIST]: accounts([account]) });
  await renderApp('/admin/hosted');
  expect(await screen.findByText('Only operators may.')).toBeTruthy();
  answer = overview([runner('one')]);
  await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Trading')).toBeTruthy();
});
