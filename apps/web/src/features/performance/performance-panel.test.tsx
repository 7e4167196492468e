import { MEASURES } from '@quorate/trading/statistics/measures/catalogue';
import { render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { QueryProvider } from '../../lib/query/query-provider.tsx';
import { unavailable } from '../../testing/dashboard.tsx';
import { serve, silence } from '../../testing/handlers.ts';
import { buildPerformance, buildSimulation } from '../../testing/performance.ts';
import type { PerformanceFilter } from './performance.api.ts';
import { MeasuresSection, SimulationSection } from './performance-panels.tsx';

const MEASURED = 'GET /api/user/performance';
const SIMULATED = 'GET /api/user/simulation';
const ALL: PerformanceFilter = {
  period: 'all',
  from: null,
  to: null,
  account: 'all',
  currency: 'USD',
};

function open(
  handlers: Parameters<typeof serve>[0] = {},
  filter: PerformanceFilter = ALL,
  userId = 'amina',
) {
  const calls = serve({
    [MEASURED]: { body: buildPerformance() },
    [SIMULATED]: { body: buildSimulation() },
    ...handlers,
  });
  const view = render(
    <QueryProvider>
      <MeasuresSection userId={userId} timeZone="Asia/Karachi" filter={filter} />
      <SimulationSection userId={userId} timeZone="Asia/Karachi" filter={filter} />
    </QueryProvider>,
  );
  const queries = () =>
    calls.filter((call) => call.path === '/api/user/performance').map(({ query }) => query);
  return { calls, queries, view };
}

/** The line of a measure, found by the button that is its name. */
async function lineOf(name: string): Promise<HTMLElement> {
  const button = await screen.findByRole('button', { name });
  return button.closest('li') ?? expect.unreachable(`${name} stands in no line`);
}

describe('the measures', () => {
  test('show each figure with its interval and its sample', async () => {
    const measures = {
      expectancy: { value: -5.52, n: 36, interval: { low: -20.1, high: 4 } },
      profit_factor: { value: 0.829845, n: 56, interval: { low: 0.2, high: null } },
      win_rate: { value: 44.4444, n: 36 },
      average_r: { value: 0.158, n: 31, interval: { low: -0.2, high: 0.5 } },
      max_drawdown: { value: 291.18, n: 36 },
      holding_average: { value: 7_500_000, n: 36 },
      with_stop: { value: 86.11, n: 36 },
    };
    open({ [MEASURED]: { body: buildPerformance(measures) } });
    expect((await screen.findByText('-$5.52')).parentElement?.textContent).toBe(
      '-$5.5295%: -$20.10 to +$4.00, 36 trades',
    );
    expect((await lineOf('Profit factor')).textContent).toContain('0.8395%: 0.20 or more');
    expect((await lineOf('Win rate')).textContent).toContain(
      '44.44%95% interval from 60 trades on, 36 trades',
    );
    expect((await lineOf('Average R')).textContent).toContain(
      '0.16 R95%: -0.20 R to 0.50 R, 31 trades with a stop',
    );
    expect((await lineOf('Maximal drawdown')).textContent).toContain('$291.18');
    expect((await lineOf('Average holding time')).textContent).toContain('2 h 5 min');
  });

  test('say whether risk is measured by the equity or by closed trades', async () => {
    const measures = { max_drawdown: { value: 291.18, n: 36 } };
    const { view } = open({ [MEASURED]: { body: buildPerformance(measures) } });
    const risk = () => within(screen.getByRole('region', { name: 'Risk' }));
    await risk().findByText('Of closed trades: your equity is not known for the whole period.');
    view.unmount();
    open({ [MEASURED]: { body: buildPerformance(measures, { basis: 'equity' }) } }, ALL, 'bilal');
    await risk().findByText('Of your equity, open positions included, as your bot reported it.');
  });

  test('are all there, under the groups they belong to', async () => {
    open();
    const groups = ['Result', 'Risk', 'Consistency', 'Time', 'Costs'];
    for (const name of groups) expect(screen.getByRole('region', { name })).toBeTruthy();
    for (const { name } of MEASURES) await lineOf(name);
    const costs = within(screen.getByRole('region', { name: 'Costs' }));
    expect(costs.getByRole('button', { name: 'Swap' })).toBeTruthy();
  });

  test('give no figure below the least sample, and say how much is missing', async () => {
    open();
    await screen.findAllByText('Not enough data: 12 of 30 trades');
    expect((await lineOf('Sharpe ratio')).textContent).toContain(
      'Not enough data: 12 of 120 trading days',
    );
  });

  test('say why else a figure is not there', async () => {
    open({
      [MEASURED]: {
        body: buildPerformance({
          profit_factor: { missing: 'no_losses' },
          sharpe_ratio: { missing: 'needs_balance' },
        }),
      },
    });
    await screen.findByText('No losing trade');
    expect((await lineOf('Sharpe ratio')).textContent).toContain('Needs a starting balance');
  });

  test('open their formula and what it means at a click', async () => {
    open();
    const button = await screen.findByRole('button', { name: 'Payoff ratio' });
    const formula = 'Payoff ratio = average win / |average loss|';
    expect(button.getAttribute('aria-expanded')).toBe('false');
    expect(screen.getByText(formula).closest('[hidden]')).toBeTruthy();
    await userEvent.click(button);
    expect(button.getAttribute('aria-expanded')).toBe('true');
    expect(screen.getByText(formula).closest('[hidden]')).toBeNull();
    const details = document.getElementById(button.getAttribute('aria-controls') ?? '');
    expect(details?.textContent).toContain(
      'Needs 30 trades. The 95% interval is shown from 200 trades on.',
    );
  });

  test('hold their places while they load', () => {
    open({ [MEASURED]: silence });
    expect(screen.getByText('Loading the measures')).toBeTruthy();
    for (const { name } of MEASURES) expect(screen.getByRole('button', { name })).toBeTruthy();
  });

  test('fail alone, with a way to try again', async () => {
    const handlers: Parameters<typeof serve>[0] = { [MEASURED]: unavailable };
    open(handlers);
    expect(await screen.findByText('Failed to load the measures')).toBeTruthy();
    expect(await screen.findByText('Not enough data: 12 of 30 trades')).toBeTruthy();
    expect(screen.queryByText('Failed to load the simulation')).toBeNull();
  });

  test('say so when nothing is selected, and how many of many trades they rest on', async () => {
    const { view } = open({ [MEASURED]: { body: buildPerformance({}, { based_on: 0, of: 0 }) } });
    await screen.findByText('Nothing to measure yet');
    view.unmount();
    const many = buildPerformance({}, { based_on: 50_000, of: 1_000_000, balance_before: 1_234.5 });
    open({ [MEASURED]: { body: many } }, ALL, 'bilal');
    await screen.findByText(
      'The newest 50,000 of 1,000,000 closed trades in USD. Balance before the first of them: $1,234.50.',
    );
  });

  test('are asked for with the filter of the tab', async () => {
    const filter = { ...ALL, period: 'custom', from: '2026-01-01', to: '2026-02-01' } as const;
    const { queries } = open({}, { ...filter, account: 'real' });
    await waitFor(() => expect(queries()).toHaveLength(1));
    expect(queries()[0]).toEqual({
      period: 'custom',
      time_zone: 'Asia/Karachi',
      account_type: 'real',
      start_date: '2026-01-01',
      end_date: '2026-02-01',
      currency: 'USD',
    });
  });
});

describe('the starting balance', () => {
  const field = () => screen.getByLabelText('Starting balance in USD');

  test('is sent once it is applied, kept in the browser, and forgotten when cleared', async () => {
    const { queries, view } = open();
    await userEvent.type(field(), '10,000.50');
    expect(queries()).toHaveLength(1);
    await userEvent.click(screen.getByRole('button', { name: 'Set balance' }));
    await waitFor(() => expect(queries().at(-1)?.starting_balance).toBe('10000.50'));
    view.unmount();

    const again = open();
    expect(field()).toHaveProperty('value', '10000.50');
    await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
    expect(field()).toHaveProperty('value', '');
    again.view.unmount();
    open();
    expect(field()).toHaveProperty('value', '');
  });

  test('is each user’s and each currency’s own', async () => {
    const { view } = open();
    await userEvent.type(field(), '5000{Enter}');
    view.unmount();
    const euros = open({}, { ...ALL, currency: 'EUR' });
    expect(screen.getByLabelText('Starting balance in EUR')).toHaveProperty('value', '');
    euros.view.unmount();
    open({}, ALL, 'bilal');
    expect(field()).toHaveProperty('value', '');
  });

  test.each(['', '0', '-5', 'much', '1.005'])('is not taken when it is %j', async (typed) => {
    const { queries } = open();
    await waitFor(() => expect(queries()).toHaveLength(1));
    if (typed) await userEvent.type(field(), typed);
    await userEvent.click(screen.getByRole('button', { name: 'Set balance' }));
    expect(screen.getByText('Enter an amount above 0 with at most 2 decimals.')).toBeTruthy();
    expect(field().getAttribute('aria-invalid')).toBe('true');
    expect(queries()).toHaveLength(1);
  });
});
