import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { openCharts, TRADES } from '../../testing/charts-panel.tsx';

// jsdom has no canvas.
vi.mock('./equity-drawing.ts', () => ({
  drawEquity: () => ({ show: vi.fn(), paint: vi.fn(), moveTo: vi.fn(), remove: vi.fn() }),
}));

describe('the calendar', () => {
  const cellOf = (name: string) => {
    const cell = screen.getByText(name).closest<HTMLElement>('[data-day]');
    if (!cell) throw new Error(`no day is called ${name}`);
    return cell;
  };

  test('opens at the last month with trades and names each day', async () => {
    await openCharts(TRADES);
    expect(screen.getByRole('grid', { name: 'Results of February 2025' })).toBeTruthy();
    expect(cellOf('3 February 2025: $0.00, 1 trade').tagName).toBe('A');
    expect(cellOf('5 February 2025: no trades').tagName).toBe('TD');
    expect(screen.getByRole('region', { name: 'Calendar of daily results' }).textContent).toContain(
      'February 2025 -$5.10, 2 trades.',
    );
  });

  test('turns to the earlier month, skipping none with trades and adding up its weeks', async () => {
    await openCharts(TRADES);
    const later = screen.getByRole('button', { name: 'Later month' });
    expect(later).toHaveProperty('disabled', true);
    await userEvent.click(screen.getByRole('button', { name: 'Earlier month' }));
    expect(screen.getByRole('grid', { name: 'Results of January 2025' })).toBeTruthy();
    expect(screen.getByRole('button', { name: 'Earlier month' })).toHaveProperty('disabled', true);
    expect(screen.getByText('Week: +$120.40, 2 trades')).toBeTruthy();
    expect(screen.getByText('Week: -$50.25, 1 trade')).toBeTruthy();
  });

  test('says the sign in words, not by its shade alone', async () => {
    await openCharts(TRADES);
    expect(
      cellOf('4 February 2025: -$5.10, 1 trade').querySelector('[aria-hidden]')?.textContent,
    ).toBe('4-5.1-$5.10');
  });

  test('is one stop of the Tab key, and arrow keys walk over its days', async () => {
    await openCharts(TRADES);
    const stops = () =>
      [...screen.getByRole('grid').querySelectorAll('[data-day]')].filter(
        (cell) => (cell as HTMLElement).tabIndex === 0,
      );
    expect(stops()).toHaveLength(1);
    (stops()[0] as HTMLElement).focus();
    expect(document.activeElement).toBe(cellOf('3 February 2025: $0.00, 1 trade'));
    await userEvent.keyboard('{ArrowRight}');
    expect(document.activeElement).toBe(cellOf('4 February 2025: -$5.10, 1 trade'));
    await userEvent.keyboard('{ArrowDown}');
    expect(document.activeElement).toBe(cellOf('11 February 2025: no trades'));
    expect(stops()).toHaveLength(1);
    await userEvent.keyboard('{Home}{ArrowLeft}');
    expect(document.activeElement).toBe(cellOf('1 February 2025: no trades'));
    await userEvent.keyboard('{PageUp}');
    expect(screen.getByRole('grid', { name: 'Results of January 2025' })).toBeTruthy();
    expect(document.activeElement).toBe(cellOf('3 January 2025: +$120.40, 2 trades'));
  });

  test('leads to the trades of a day, of the same kind of account', async () => {
    const { path } = await openCharts(TRADES, { account: 'real' });
    await userEvent.click(cellOf('4 February 2025: -$5.10, 1 trade'));
    expect(path()).toBe(
      '/dashboard?tab=history&period=custom&from=2025-02-04&to=2025-02-04&account=real',
    );
  });
});
