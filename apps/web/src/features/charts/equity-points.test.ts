import { describe, expect, test } from 'vitest';
import { equityPoints, largestDrawdown } from './equity-points.ts';
import { sumMoney } from './slice-total.ts';

const days = (...nets: number[]) =>
  nets.map((net, at) => ({
    day: `2026-01-${String(at + 1).padStart(2, '0')}`,
    trades: 1,
    wins: 0,
    losses: 0,
    net,
  }));

describe('equity by day', () => {
  test('adds up without the crumbs of binary fractions', () => {
    expect(equityPoints(days(0.1, 0.2)).at(-1)?.cumulative).toBe(0.3);
  });

  test('ends at the total, however many days there are', () => {
    const many = Array.from({ length: 3_700 }, (_, at) => ({
      ...days(0)[0],
      day: new Date(Date.UTC(2016, 0, 1 + at)).toISOString().slice(0, 10),
      trades: 1,
      wins: 0,
      losses: 0,
      net: ((at * 7_919) % 2_003) / 100 - 9.97,
    }));
    const total = sumMoney(many.map(({ net }) => net));
    expect(equityPoints(many).at(-1)?.cumulative).toBe(total);
  });

  test('counts a loss at the opening as a drawdown from the start', () => {
    const points = equityPoints(days(-5, 3));
    expect(points.map(({ drawdown }) => drawdown)).toEqual([-5, -2]);
    expect(largestDrawdown(points)).toEqual({ amount: -5, from: null, low: '2026-01-01' });
  });

  test('measures the drawdown from the highest end of a day so far', () => {
    const points = equityPoints(days(10, -4, -3, 20, -6));
    expect(points.map(({ cumulative }) => cumulative)).toEqual([10, 6, 3, 23, 17]);
    expect(points.map(({ drawdown }) => drawdown)).toEqual([0, -4, -7, 0, -6]);
    expect(largestDrawdown(points)).toEqual({
      amount: -7,
      from: '2026-01-01',
      low: '2026-01-03',
    });
  });

  test('has no drawdown when no day ends below another', () => {
    expect(largestDrawdown(equityPoints(days(1, 0, 2)))).toBeNull();
    expect(largestDrawdown([])).toBeNull();
  });
});
