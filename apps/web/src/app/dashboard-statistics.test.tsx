import { fireEvent, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { buildHistory, buildStatistics } from '../testing/builders.ts';
import { openRecord, timeZone, unavailable } from '../testing/dashboard.tsx';

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
