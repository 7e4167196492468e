import { fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { QueryProvider } from '../../lib/query/query-provider.tsx';
import { unavailable } from '../../testing/dashboard.tsx';
import { type Answer, type Call, serve } from '../../testing/handlers.ts';
import { buildSimulation } from '../../testing/performance.ts';
import { SimulationPanel } from './simulation-panel.tsx';

const RUIN = {
  runs: 38,
  percent: 3.8,
  interval: { low: 2.78, high: 5.17 },
  percent_lost: 50,
  level: 600,
};

function open(answer: Answer | ((call: Call) => Answer)) {
  const calls = serve({ 'GET /api/user/simulation': answer });
  const filter = { period: 'all', from: null, to: null, account: 'all', currency: 'USD' } as const;
  render(
    <QueryProvider>
      <SimulationPanel
        selection={{ userId: 'amina', timeZone: 'UTC', filter, startingBalance: null }}
      />
    </QueryProvider>,
  );
  return { queries: () => calls.map(({ query }) => query) };
}

const statOf = async (label: string) =>
  (await screen.findByText(label)).parentElement?.textContent ?? '';

describe('the simulation', () => {
  test('shows the range of outcomes, the chance of a loss and of ruin with their intervals', async () => {
    open({ body: buildSimulation({ ruin: RUIN }, { balance_now: 1_200 }) });
    expect(await statOf('Middle outcome after 100 trades')).toContain(
      '+$100.009 of 10 runs: -$100.00 to +$300.00',
    );
    expect(await statOf('Runs that lost money')).toContain(
      '12.00%120 of 1,000 runs; 95%: 10.12% to 14.16%',
    );
    expect(await statOf('Middle deepest fall')).toContain('$30.001 run in 20: $50.50 or more');
    expect(await statOf('Ruin: 50% lost')).toContain('3.80%38 of 1,000 runs; 95%: 2.78% to 5.17%');
    expect(screen.getByText(/They begin with \$1,200\.00\./)).toBeTruthy();
  });

  test('tells no ruin without a balance, and says what it needs', async () => {
    open({ body: buildSimulation({}) });
    expect(await statOf('Risk of ruin')).toContain('Needs a starting balance');
  });

  test('says how many trades it needs', async () => {
    open({ body: buildSimulation() });
    expect(await screen.findByText('Not enough data: 12 of 30 trades')).toBeTruthy();
  });

  test('draws again with another seed, shows it, and asks for it', async () => {
    const { queries } = open(({ query }) => ({
      body: buildSimulation({}, { seed: Number(query.seed) }),
    }));
    await screen.findByText('1', { selector: '.figures' });
    expect(queries()[0]).toMatchObject({ seed: '1', runs: '1000', trades: '100' });
    await userEvent.click(screen.getByRole('button', { name: 'Draw again' }));
    await waitFor(() => expect(queries()).toHaveLength(2));
    const seed = queries()[1]?.seed ?? '';
    expect(seed).not.toBe('1');
    expect(screen.getByLabelText('Seed')).toHaveProperty('value', seed);
    expect(await screen.findByText(seed, { selector: 'span' })).toBeTruthy();
  });

  test('draws what a typed seed says, once it is whole', async () => {
    const { queries } = open({ body: buildSimulation({}) });
    const field = screen.getByLabelText('Seed');
    await userEvent.clear(field);
    await userEvent.type(field, '4711');
    expect(queries()).toHaveLength(1);
    await userEvent.type(field, '{Enter}');
    await waitFor(() => expect(queries().at(-1)?.seed).toBe('4711'));
  });

  test('asks for the trades, the runs and the ruin that are chosen', async () => {
    const { queries } = open({ body: buildSimulation({}) });
    await userEvent.selectOptions(screen.getByLabelText('Trades ahead'), '500');
    await userEvent.selectOptions(screen.getByLabelText('Runs'), '5,000');
    await userEvent.selectOptions(screen.getByLabelText('Ruin is a loss of'), '20%');
    await waitFor(() =>
      expect(queries().at(-1)).toMatchObject({ trades: '500', runs: '5000', ruin_percent: '20' }),
    );
  });

  test('reads the outcomes out at any point by keyboard', async () => {
    open({ body: buildSimulation({}) });
    const slider = await screen.findByRole('slider');
    expect(slider.getAttribute('aria-valuetext')).toContain('After 100 trades: +$100.00');
    fireEvent.change(slider, { target: { value: '1' } });
    expect(slider.getAttribute('aria-valuetext')).toBe(
      'After 50 trades: +$50.00 in the middle; half of the runs $0.00 to +$100.00, 9 of 10 -$50.00 to +$150.00.',
    );
  });

  test('says the same in tables', async () => {
    const percent = { p5: 1, p25: 2, p50: 3, p75: 4, p95: 5.5 };
    open({ body: buildSimulation({ drawdown_percent: percent }) });
    const outcomes = await screen.findByRole('table', { name: 'Net result after so many trades' });
    const cells = (row: HTMLElement) =>
      [...row.querySelectorAll('th, td')].map((cell) => cell.textContent);
    const rows = within(outcomes).getAllByRole('row');
    expect(rows.map(cells)).toEqual([
      ['Trades', '5%', '25%', 'Middle', '75%', '95%'],
      ['0', '$0.00', '$0.00', '$0.00', '$0.00', '$0.00'],
      ['50', '-$50.00', '$0.00', '+$50.00', '+$100.00', '+$150.00'],
      ['100', '-$100.00', '$0.00', '+$100.00', '+$200.00', '+$300.00'],
    ]);
    const falls = within(screen.getByRole('table', { name: 'Deepest fall within a run' }));
    expect(falls.getByText('5.50%')).toBeTruthy();
  });

  test('fails with a way to try again, which works', async () => {
    let answer: Answer = unavailable;
    open(() => answer);
    await screen.findByText('Failed to load the simulation');
    answer = { body: buildSimulation({}) };
    await userEvent.click(screen.getByRole('button', { name: 'Retry' }));
    expect(await screen.findByRole('slider')).toBeTruthy();
  });
});
