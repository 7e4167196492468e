import { describe, expect, test } from 'vitest';
import { buildCurve } from '../../testing/trade-charts.ts';
import { compareScale, linePath, percentAt, shareCurve } from './compare-curve.ts';

const DAY_S = 86_400;
const curveOf = (part: Parameters<typeof buildCurve>[0] = {}) => {
  const { curve } = buildCurve(part);
  return (curve && shareCurve(curve)) ?? expect.unreachable('it has a start');
};

describe('curves from one start', () => {
  test('are in percent of what each began with', () => {
    expect(curveOf().points.map(({ percent }) => percent)).toEqual([0, 1, -1, 0.5]);
    const small = curveOf({
      points: [
        [0, 50],
        [DAY_S, 60],
      ],
    });
    expect(small.points.at(-1)?.percent).toBe(20);
  });

  test('are none where no balance is known, or where it was gone', () => {
    const { curve } = buildCurve({ basis: 'net' });
    expect(curve && shareCurve(curve)).toBeNull();
    const gone = buildCurve({ points: [[0, 0]] }).curve;
    expect(gone && shareCurve(gone)).toBeNull();
  });

  test('lie on one axis of time, as long as the longest', () => {
    const short = curveOf({
      points: [
        [0, 100],
        [5 * DAY_S, 110],
      ],
    });
    const scale = compareScale([curveOf(), short]);
    expect(scale.xOf(short.points.at(-1)?.after ?? 0)).toBe(50);
    for (const { days, x } of scale.ticks) expect(x).toBeCloseTo(days * 10, 5);
    expect(linePath(short, scale).startsWith('M0 ')).toBe(true);
  });

  test('are read at any time, and not past their end', () => {
    const curve = curveOf();
    expect(percentAt(curve, 5 * DAY_S)).toBe(0);
    expect(percentAt(curve, 10 * DAY_S)).toBe(0.5);
    expect(percentAt(curve, 11 * DAY_S)).toBeNull();
    const stepped = curveOf({ basis: 'balance' });
    expect(percentAt(stepped, 5 * DAY_S)).toBe(1);
  });
});
