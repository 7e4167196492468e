import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { buildHistory, buildStatistics, signInAs } from '../testing/builders.ts';
import { openRecord, overview, timeZone, unavailable } from '../testing/dashboard.tsx';
import { serve } from '../testing/handlers.ts';
import { buildDecisionSums, buildPerformance } from '../testing/performance.ts';
import { renderApp } from '../testing/render-app.tsx';

/** Code of a section is loaded when it is needed. */
const LATER = { timeout: 5_000 };

describe('statistics', () => {
  const rows = () =>
    Object.fromEntries(
      [...screen.getByRole('tabpanel').querySelectorAll('dl > div')].map((row) => [
        row.querySelector('dt')?.textContent,
        row.querySelector('dd')?.textContent,
      ]),
    );

  // @spec 1.6, 2.78
  test('shows all twelve metrics as the service gives them', async () => {
    await openRecord('tab=statistics', { body: buildHistory({}) });
    await screen.findByText('2.67');
    expect(rows()).toEqual({
      'Total trades': '5',
      'Win rate': '40.00%',
      'Net profit': '+$12.50',
      'Profit factor': '2.67',
      'Winning trades': '2',
      'Losing trades': '2',
      'Total profit': '+$20.00',
      'Total loss': '-$7.50',
      'Average win': '+$10.00',
      'Average loss': '-$3.75',
      'Largest win': '+$15.00',
      'Largest loss': '-$5.00',
    });
    expect(screen.getAllByText('Over 5 trades').length).toBeGreaterThan(0);
  });

  test('shows an infinite profit factor as such', async () => {
    const statistics = buildStatistics({ profit_factor: null, profit_factor_text: 'inf' });
    await openRecord('tab=statistics', { body: buildHistory({ statistics }) });
    expect(await screen.findByText('∞')).toBeTruthy();
    expect(screen.getByText('No losing trade yet')).toBeTruthy();
  });

  test('lets one choose among several currencies, and asks for it', async () => {
    const currencies = [
      { currency: 'EUR', total_trades: 9 },
      { currency: 'USD', total_trades: 3 },
    ];
    const { queries } = await openRecord('tab=statistics', (call) => ({
      body: buildHistory({
        currencies,
        statistics: buildStatistics({ currency: call.query.currency ?? 'EUR' }),
      }),
    }));
    const select = await screen.findByRole('combobox', { name: 'Currency' });
    expect(select).toHaveProperty('value', 'EUR');
    expect(queries()[0]?.currency).toBeUndefined();
    await userEvent.selectOptions(select, 'USD');
    expect(await screen.findByText('+$12.50')).toBeTruthy();
    expect(queries().at(-1)?.currency).toBe('USD');
  });

  test('forgets a currency that the selection does not hold', async () => {
    const { router } = await openRecord('tab=statistics&currency=JPY', {
      body: buildHistory({ currencies: [{ currency: 'USD', total_trades: 3 }] }),
    });
    await waitFor(() => expect(router.state.location.search).toBe('?tab=statistics'));
  });

  // @spec 2.77, 5.17, 7.28
  test('asks for a custom period only when both days are applied', async () => {
    const { queries, router } = await openRecord('tab=statistics', { body: buildHistory({}) });
    await screen.findByText('2.67');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Date' }), 'Custom Period');
    const apply = screen.getByRole('button', { name: 'Apply' });
    expect(apply).toHaveProperty('disabled', true);
    fireEvent.change(screen.getByLabelText('Start date'), { target: { value: '2026-02-01' } });
    expect(apply).toHaveProperty('disabled', true);
    fireEvent.change(screen.getByLabelText('End date'), { target: { value: '2026-01-01' } });
    expect(apply).toHaveProperty('disabled', true);
    expect(screen.getByRole('alert').textContent).toBe('The end is before the start.');
    fireEvent.change(screen.getByLabelText('End date'), { target: { value: '2026-03-01' } });
    expect(queries()).toHaveLength(1);
    await userEvent.click(apply);
    await waitFor(() => expect(queries()).toHaveLength(2));
    expect(queries()[1]).toMatchObject({
      period: 'custom',
      start_date: '2026-02-01',
      end_date: '2026-03-01',
      time_zone: timeZone,
    });
    expect(router.state.location.search).toContain('period=custom&from=2026-02-01&to=2026-03-01');
  });

  // @spec 7.28
  test('sends no days with another period', async () => {
    const { queries } = await openRecord('tab=statistics', { body: buildHistory({}) });
    await screen.findByText('2.67');
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Date' }), 'Last 30 Days');
    await waitFor(() => expect(queries()).toHaveLength(2));
    expect(queries()[1]).toEqual({
      period: 'monthly',
      time_zone: timeZone,
      page: '1',
      per_page: '1',
    });
  });

  test('says that it failed', async () => {
    await openRecord('tab=statistics', unavailable);
    expect(await screen.findByText('Failed to load trading statistics')).toBeTruthy();
  });
});

describe('the sections', () => {
  const sections = () => screen.getByRole('navigation', { name: 'Statistics' });
  const current = () => sections().querySelector('[aria-current]')?.textContent;

  test('stand in the address, which keeps the filter', async () => {
    const { router } = await openRecord('tab=statistics&account=demo', { body: buildHistory({}) });
    await screen.findByText('2.67');
    expect(current()).toBe('Summary');
    await userEvent.click(within(sections()).getByRole('link', { name: 'Measures' }));
    expect(router.state.location.search).toBe('?tab=statistics&account=demo&section=measures');
    expect(await screen.findByRole('heading', { name: 'Measures' }, LATER)).toBeTruthy();
    expect(screen.queryByText('2.67')).toBeNull();
    await userEvent.click(within(sections()).getByRole('link', { name: 'Summary' }));
    expect(router.state.location.search).toBe('?tab=statistics&account=demo');
  });

  test.each(['nothing', ''])('fall back to the summary: %j', async (section) => {
    await openRecord(`tab=statistics&section=${section}`, { body: buildHistory({}) });
    await screen.findByText('2.67');
    expect(current()).toBe('Summary');
  });

  test.each(['calibration', 'panel-record'])(
    'are found from links of before: #%s',
    async (anchor) => {
      await openRecord(`tab=statistics#${anchor}`, { body: buildHistory({}) });
      await waitFor(() => expect(current()).toBe('Analysts'));
    },
  );

  test('say what is missing where nothing was traded, and lead to a start', async () => {
    const none = buildHistory({ statistics: buildStatistics({ total_trades: 0 }) });
    for (const section of ['summary', 'charts', 'measures', 'simulation']) {
      await openRecord(`tab=statistics&section=${section}`, { body: none });
      expect(await screen.findByText('No closed trades in this selection')).toBeTruthy();
      cleanup();
    }
  });
});

describe('a comparison', () => {
  const region = () => within(screen.getByRole('region', { name: 'Comparison' }));
  const answer = (call: { query: Record<string, string | undefined> }) => ({
    body: buildHistory({
      statistics:
        call.query.account_type === 'real'
          ? buildStatistics({ total_trades: 8, net_profit: 20, profit_factor: null })
          : buildStatistics({}),
    }),
  });

  test('has two filters in one address, and the difference of their figures', async () => {
    const { router, queries } = await openRecord('tab=statistics&account=demo', answer);
    await screen.findByText('2.67');
    await userEvent.click(screen.getByRole('button', { name: 'Compare' }));
    expect(router.state.location.search).toContain('compare=1');
    await userEvent.selectOptions(region().getByRole('combobox', { name: 'Account' }), 'Real');
    await waitFor(() => expect(queries().at(-1)?.account_type).toBe('real'));
    const query = new URLSearchParams(router.state.location.search);
    expect([query.get('account'), query.get('b_account')]).toEqual(['demo', 'real']);
    const cells = async (name: RegExp) =>
      [...(await region().findByRole('row', { name })).children].map((cell) => cell.textContent);
    await waitFor(async () =>
      expect(await cells(/^Total trades/)).toEqual(['Total trades', '5', '8', '+3']),
    );
    expect(await cells(/^Net profit/)).toEqual(['Net profit', '+$12.50', '+$20.00', '+$7.50']);
    expect(await cells(/^Profit factor/)).toEqual(['Profit factor', '2.67', '–', '–']);
  });

  test('is there again after a reload, and gone when it is ended', async () => {
    const { router } = await openRecord('tab=statistics&compare=1&b_account=real', answer);
    await screen.findByRole('region', { name: 'Comparison' });
    expect(region().getByRole('combobox', { name: 'Account' })).toHaveProperty('value', 'real');
    await userEvent.click(screen.getByRole('button', { name: 'End comparison' }));
    expect(router.state.location.search).toBe('?tab=statistics');
    expect(await screen.findByRole('button', { name: 'Compare' })).toBeTruthy();
  });
});

describe('the summary', () => {
  test('says how sure the headline is, and what it has to beat', async () => {
    const measures = {
      expectancy: { value: -5, n: 60, interval: { low: -9, high: -1 } },
      win_rate: { value: 55, n: 80, interval: { low: 51, high: 59 } },
      break_even_win_rate: { value: 50, n: 80 },
      profit_factor: { value: 1.2, n: 80, interval: { low: 0.8, high: null } },
    };
    serve({
      ...overview,
      [`GET /api/bot/trade-statistics/${signInAs().id}`]: { body: buildHistory({}) },
      'GET /api/user/performance': { body: buildPerformance(measures) },
    });
    await renderApp('/dashboard?tab=statistics');
    const sure = await screen.findByRole('region', { name: 'How sure is that?' }, LATER);
    await within(sure).findByText('-$5.00');
    expect(
      within(sure)
        .getAllByRole('listitem')
        .map(({ textContent }) => textContent),
    ).toEqual([
      'Expectancy-$5.0095%: -$9.00 to -$1.00. Below break-even.',
      'Win rate55.00%95%: 51.00% to 59.00%. Above break-even.',
      'Profit factor1.2095%: 0.80 or more. This could still be luck.',
    ]);
  });

  test('says what was not traded, by which rule, and what it would have made', async () => {
    const sums = buildDecisionSums({
      decisions: 100,
      traded: 10,
      held: 60,
      waiting: 0,
      refused: { decisions: 30, ended: 20, won: 8, r: -4.5 },
      rules: [
        { stage: 'verdict', rule: 'agreement', decisions: 60, ended: 0, won: 0, r: 0 },
        { stage: 'desk', rule: 'spread_points', decisions: 30, ended: 20, won: 8, r: -4.5 },
      ],
    });
    serve({
      ...overview,
      [`GET /api/bot/trade-statistics/${signInAs().id}`]: { body: buildHistory({}) },
      'GET /api/user/decision-sums': { body: sums },
    });
    await renderApp('/dashboard?tab=statistics');
    const refused = await screen.findByRole(
      'region',
      { name: 'What was not traded, and why' },
      LATER,
    );
    await within(refused).findByText('100 decisions');
    expect(refused.textContent).toContain(
      '20 refused trades would have ended by now, 8 with a gain: -4.50 R in all. The rules saved you 4.50 R.',
    );
    const rows = within(refused).getAllByRole('row').slice(1);
    expect(rows.map((row) => [...row.children].map((cell) => cell.textContent))).toEqual([
      ['Independent voicesanalysts’ rule', '6060%', '–'],
      ['Spreadrisk rule', '3030%', '-4.50 R8 of 20 won'],
    ]);
  });
});
