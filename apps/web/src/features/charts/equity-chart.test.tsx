import type { EquityCurve, EquityCurveReply } from '@quorate/contract/equity-curve';
import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { MemoryRouter } from 'react-router';
import { describe, expect, test } from 'vitest';
import { queryClient } from '../../lib/query/query-client.ts';
import { ALL_TRADES } from '../../testing/charts-panel.tsx';
import { unavailable } from '../../testing/dashboard.tsx';
import { type Answer, serve } from '../../testing/handlers.ts';
import { buildCurve } from '../../testing/trade-charts.ts';
import { EquityChart } from './equity-chart.tsx';

const CALL = 'GET /api/user/equity-curve';
const NAME = 'Equity and drawdown';
const chart = () => screen.getByRole('region', { name: NAME });

function open(answer: Answer | ((call: { query: Record<string, string | undefined> }) => Answer)) {
  const calls = serve({ [CALL]: answer as never });
  render(
    <MemoryRouter>
      <QueryClientProvider client={queryClient}>
        <EquityChart userId="u" timeZone="UTC" filter={ALL_TRADES} currency="USD" />
      </QueryClientProvider>
    </MemoryRouter>,
  );
  return calls;
}

const body = (curve: Partial<EquityCurve> = {}, accounts = 1): { body: EquityCurveReply } => ({
  body: buildCurve(curve, accounts),
});

describe('the equity chart', () => {
  test('begins with the known balance, and names its largest drawdown', async () => {
    open(body());
    expect(
      await screen.findByText(
        /^From \$10,000\.00 to \$10,050\.00 \(\+\$50\.00\)\. Largest drawdown \$200\.00 \(1\.98%\), 2 Jan 2026 to 10 Jan 2026\./,
      ),
    ).toBeTruthy();
    expect(chart().textContent).toContain('Your equity as your bot reported it');
  });

  test('places trades in proportion to their time, and leads to their stories', async () => {
    open(body());
    await screen.findByText(/^From/);
    const marks = [...chart().querySelectorAll<HTMLElement>('[data-mark]')];
    expect(marks.map(({ style }) => style.left)).toEqual(['10%', '90%']);
    expect(marks[0]?.getAttribute('href')).toBe(
      '/dashboard/decisions/01890000-0000-7000-8000-00000000000b',
    );
    expect(marks[1]?.tagName).toBe('SPAN');
  });

  test('draws the floors of the account', async () => {
    open(body({ floors: [{ kind: 'total', floor: 9_800 }] }));
    expect(await within(chart()).findByText('total floor')).toBeTruthy();
  });

  test('is read by arrow keys', async () => {
    open(body());
    await screen.findByText(/^From/);
    screen.getByRole('application', { name: /^Equity/ }).focus();
    await userEvent.keyboard('{End}{ArrowLeft}');
    expect(chart().querySelector('[data-readout]')?.textContent).toBe(
      '10 Jan 2026, 00:00: equity $9,900.00, -$100.00 since the start, drawdown -$200.00',
    );
  });

  test('says so where no balance is known, and claims no percentage', async () => {
    open(
      body({
        basis: 'net',
        points: [
          [1_767_225_600, 0],
          [1_767_312_000, 20],
          [1_767_398_400, -5],
        ],
      }),
    );
    await screen.findByText(/no balance of this account is known/);
    expect(chart().textContent).toContain('Net -$5.00. Largest drawdown $25.00, 2 Jan 2026');
  });

  test('shows one of several accounts, and says that they are not added', async () => {
    const calls = open((call) =>
      body({ account_id: call.query.account_id ?? buildCurve({}, 2).accounts[0]?.account_id }, 2),
    );
    await screen.findByText(/equities of several accounts are not added/);
    const select = screen.getByRole('combobox', { name: 'Account shown' });
    await userEvent.selectOptions(select, screen.getByRole('option', { name: '2 on Demo, demo' }));
    await screen.findByDisplayValue('2 on Demo, demo');
    expect(calls.at(-1)?.query.account_id).toBe(buildCurve({}, 2).accounts[1]?.account_id);
  });

  test('asks for the range that is pressed', async () => {
    const calls = open(body());
    await screen.findByText(/^From/);
    await userEvent.click(screen.getByRole('button', { name: /^1M,/ }));
    expect(calls.at(-1)?.query.range).toBe('1m');
    expect(screen.getByRole('button', { name: /^1M,/ }).getAttribute('aria-pressed')).toBe('true');
  });

  test('has a table of its points', async () => {
    open(body());
    await screen.findByText(/^From/);
    await userEvent.click(screen.getByRole('button', { name: `${NAME}: show as table` }));
    const rows = within(within(chart()).getByRole('table')).getAllByRole('row');
    expect(rows).toHaveLength(5);
    expect(rows[3]?.textContent).toBe('10 Jan 2026, 00:00$9,900.00-$100.00-$200.00');
  });

  test('fails with its own sentence', async () => {
    open(unavailable);
    expect(await screen.findByText('Failed to load the equity')).toBeTruthy();
  });
});
