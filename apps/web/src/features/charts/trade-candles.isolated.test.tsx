import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { buildTrade } from '../../testing/builders.ts';
import { barAt, levelsOf } from './candle-figures.ts';
import { TradeCandles } from './trade-candles.tsx';

const drawn = vi.hoisted(() => ({ paint: vi.fn(), moveTo: vi.fn(), remove: vi.fn() }));
// jsdom has no canvas.
vi.mock('./candles-drawing.ts', () => ({ drawCandles: () => drawn }));

const bars = [12, 13, 14, 15].map((hour, at) => ({
  time: `2026-11-20T${hour}:00:00.000Z`,
  open: 1.084 + at / 1_000,
  high: 1.086 + at / 1_000,
  low: 1.083 + at / 1_000,
  close: 1.085 + at / 1_000,
}));

describe('the prices of a trade', () => {
  test('are those it has', () => {
    expect(levelsOf(buildTrade()).map(({ name }) => name)).toEqual([
      'Target',
      'Entry',
      'Exit',
      'Stop',
    ]);
    const open = buildTrade({ close_price: null, stop_loss: null, take_profit: null });
    expect(levelsOf(open)).toEqual([{ name: 'Entry', price: 1.0842 }]);
  });

  test('belong to the bar in which they were made', () => {
    expect(barAt(bars, '2026-11-20T14:05:00.000Z')).toBe(2);
    expect(barAt(bars, '2026-11-20T12:00:00.000Z')).toBe(0);
    expect(barAt(bars, '2026-11-20T11:59:59.000Z')).toBeNull();
  });
});

describe('a trade on its candles', () => {
  test('names its prices and reads its bars out by arrow keys, in the viewer’s zone', async () => {
    render(<TradeCandles bars={bars} trade={buildTrade()} timeZone="Asia/Karachi" />);
    expect(
      await screen.findByText(/^Target 1.08610, Entry 1.08420, Exit 1.08610, Stop/),
    ).toBeTruthy();
    screen.getByRole('application', { name: /^BUY EURUSD on its candles/ }).focus();
    await userEvent.keyboard('{ArrowRight}{ArrowRight}');
    expect(
      screen.getByText(
        '20 Nov 2026, 18:00: open 1.08500, high 1.08700, low 1.08400, close 1.08600',
      ),
    ).toBeTruthy();
    await waitFor(() => expect(drawn.moveTo).toHaveBeenLastCalledWith(1));
  });

  test('is a table for those who ask for it', async () => {
    render(<TradeCandles bars={bars} trade={buildTrade()} timeZone="UTC" />);
    await userEvent.click(screen.getByRole('button', { name: /show as table/ }));
    expect(screen.getAllByRole('row')).toHaveLength(1 + bars.length);
    expect(screen.getByRole('row', { name: /15:00/ }).textContent).toContain('1.08800');
  });

  test('says so when there are no candles', async () => {
    render(<TradeCandles bars={[]} trade={buildTrade()} timeZone="UTC" />);
    expect(await screen.findByText('No candles of this time are stored.')).toBeTruthy();
  });
});
