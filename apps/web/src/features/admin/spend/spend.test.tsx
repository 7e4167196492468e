import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { buildSpendPeriod, pageOf } from '../../../testing/admin.ts';
import { newId, signInAs } from '../../../testing/builders.ts';
import { serve } from '../../../testing/handlers.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { spendDays } from './spend-view.tsx';

const { period: _, ...TOTALS } = buildSpendPeriod({
  income: [
    { currency: 'EUR', amount: 40 },
    { currency: 'USD', amount: 1 },
  ],
  margin_usd: -0.25,
});

function spend(periods = [buildSpendPeriod()]) {
  return {
    body: {
      success: true,
      periods,
      totals: TOTALS,
      free_today: { tokens: 1_200, limit: 20_000_000 },
      models: [
        {
          provider: 'anthropic',
          model: 'claude-x',
          votes: 72,
          input_tokens: 90_000,
          output_tokens: 7_000,
          cost_usd: 1.25,
        },
      ],
      summed_until: null,
      pagination: pageOf(periods.length, 1, 100),
    },
  };
}

const USERS = {
  body: {
    success: true,
    users: [
      {
        user_id: newId(),
        username: 'mira',
        plan_name: 'Pro',
        decisions: 24,
        tokens: 97_000,
        cost_usd: 1.25,
        income: [],
        margin_usd: -1.25,
      },
    ],
    pagination: pageOf(1),
  },
};

describe('spend and margin', () => {
  test('are shown over all, by period, by model and by user, currencies apart', async () => {
    signInAs({ role: 'admin' });
    serve({ 'GET /api/admin/spend': spend(), 'GET /api/admin/spend/users': USERS });
    await renderApp('/admin/spend');
    const periods = await screen.findByRole('table', { name: 'Spend by period' });
    expect(within(periods).getAllByRole('row')[1]?.textContent).toBe(
      '2026-11-207290,0007,000500300$1.25$99.00+$97.75',
    );
    expect(screen.getByText('Income in EUR').parentElement?.textContent).toContain(
      '€40.00not in the margin',
    );
    expect(screen.getByText('Free accounts today').parentElement?.textContent).toContain(
      '1,200of 20,000,000 tokens of models with a price',
    );
    expect(screen.getByText('-$0.25')).toBeTruthy();
    expect(screen.getByRole('table', { name: 'Spend by model' }).textContent).toContain('claude-x');
    const users = await screen.findByRole('table', { name: 'Users that cost most' });
    expect(within(users).getAllByRole('row')[1]?.textContent).toContain('mira');
  });

  test('are asked for by months over a year', async () => {
    signInAs({ role: 'admin' });
    const calls = serve({ 'GET /api/admin/spend': spend(), 'GET /api/admin/spend/users': USERS });
    await renderApp('/admin/spend');
    await userEvent.selectOptions(await screen.findByLabelText('Period'), '12 months');
    await screen.findByRole('table', { name: 'Spend by period' });
    const asked = calls.filter(({ path }) => path === '/api/admin/spend').at(-1);
    expect(asked?.query.by).toBe('month');
    expect(asked?.query.from).toMatch(/-01$/);
  });

  test('of nothing say so', async () => {
    signInAs({ role: 'admin' });
    serve({
      'GET /api/admin/spend': spend([]),
      'GET /api/admin/spend/users': {
        body: { success: true, users: [], pagination: pageOf(0) },
      },
    });
    await renderApp('/admin/spend');
    expect(await screen.findByText('Nothing was spent or paid in this period.')).toBeTruthy();
    expect(await screen.findByText(/No bot asked for a decision/)).toBeTruthy();
  });

  test('are saved as a file', async () => {
    signInAs({ role: 'admin' });
    const calls = serve({
      'GET /api/admin/spend': spend(),
      'GET /api/admin/spend/users': USERS,
      'GET /api/admin/spend/file': { body: 'a,b' },
    });
    const make = vi.fn(() => 'blob:here');
    vi.stubGlobal('URL', Object.assign(URL, { createObjectURL: make, revokeObjectURL: vi.fn() }));
    vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => undefined);
    await renderApp('/admin/spend');
    await userEvent.click(await screen.findByRole('button', { name: 'Save models as CSV' }));
    await vi.waitFor(() => expect(make).toHaveBeenCalledTimes(1));
    expect(calls.at(-1)?.query.what).toBe('models');
  });
});

test('periods end today, and months are whole', () => {
  const now = Date.parse('2026-11-22T23:59:59Z');
  expect(spendDays('30 days', now)).toEqual({ from: '2026-10-24', to: '2026-11-22', by: 'day' });
  expect(spendDays('12 months', now)).toEqual({
    from: '2025-12-01',
    to: '2026-11-22',
    by: 'month',
  });
});
