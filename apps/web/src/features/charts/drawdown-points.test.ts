import { describe, expect, test } from 'vitest';
import { drawdownPoints, largestFall } from './drawdown-points.ts';

describe('falls of a curve', () => {
  test('count from its highest point so far, the first one included', () => {
    const points = drawdownPoints([
      [0, 100],
      [1, 90],
      [2, 120.1],
      [3, 110.3],
    ]);
    expect(points.map(({ drawdown }) => drawdown)).toEqual([0, -10, 0, -9.8]);
    expect(points.map(({ change }) => change)).toEqual([0, -10, 20.1, 10.3]);
    expect(largestFall(points)).toEqual({ amount: -10, percent: -10, from: 0, to: 1 });
  });

  test('end where the lowest point was reached first', () => {
    const points = drawdownPoints([
      [0, 100],
      [1, 80],
      [9, 80],
    ]);
    expect(largestFall(points)?.to).toBe(1);
  });

  test('have no percentage of nothing, and are none of a curve that only rises', () => {
    const sums = drawdownPoints([
      [0, 0],
      [1, -5],
    ]);
    expect(largestFall(sums)).toEqual({ amount: -5, percent: null, from: 0, to: 1 });
    expect(largestFall(drawdownPoints([[0, 1]]))).toBeNull();
    expect(largestFall([])).toBeNull();
  });
});
