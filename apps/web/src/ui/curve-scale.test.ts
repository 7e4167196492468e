import { describe, expect, test } from 'vitest';
import { curveScale, pathOf, ticksOf } from './curve-scale.ts';

const DAY_S = 86_400;
const FROM = Date.parse('2026-03-01T00:00:00.000Z') / 1_000;
const curve = (points: [number, number][], basis: 'equity' | 'balance' = 'equity') => ({
  basis,
  points,
  from: new Date(FROM * 1_000).toISOString(),
  to: new Date((FROM + 10 * DAY_S) * 1_000).toISOString(),
});
const DAYS: [number, number][] = [
  [FROM, 10_000],
  [FROM + DAY_S, 10_100],
  [FROM + 9 * DAY_S, 9_900],
  [FROM + 10 * DAY_S, 10_050],
];

describe('the scale of the curve', () => {
  test('places a moment in proportion to its time, however few points are near', () => {
    const scale = curveScale(curve(DAYS), []);
    expect(scale?.points.map(({ x }) => x)).toEqual([0, 10, 90, 100]);
    expect(scale?.place(FROM + 5 * DAY_S).x).toBe(50);
  });

  test('has higher values above lower ones, with room around them', () => {
    const scale = curveScale(curve(DAYS), []);
    const ys = scale?.points.map(({ y }) => y) ?? [];
    expect(ys.indexOf(Math.min(...ys))).toBe(1);
    expect(ys.indexOf(Math.max(...ys))).toBe(2);
    for (const y of ys) expect(y).toBeGreaterThan(0);
    for (const y of ys) expect(y).toBeLessThan(100);
    expect([scale?.lowest, scale?.highest, scale?.first, scale?.last]).toEqual([
      9_900, 10_100, 10_000, 10_050,
    ]);
  });

  test('draws the highest floor of each kind, unless it is so far below that it flattens the rest', () => {
    const lines = [
      { kind: 'total', floor: 5_000 },
      { kind: 'day', floor: 9_700 },
      { kind: 'day', floor: 9_600 },
    ] as const;
    const scale = curveScale(curve(DAYS), lines);
    expect(scale?.floors.map(({ kind }) => kind)).toEqual(['day']);
    expect(scale?.floors[0]?.y).toBeGreaterThan(scale?.points[2]?.y ?? 100);
  });

  test('begins with an account that is younger than the span', () => {
    const young: [number, number][] = [
      [FROM + 8 * DAY_S, 1],
      [FROM + 10 * DAY_S, 2],
    ];
    expect(curveScale(curve(young), [])?.points.map(({ x }) => x)).toEqual([0, 100]);
  });

  test('finds the nearest point, and where the curve is between two', () => {
    const scale = curveScale(curve(DAYS), []);
    expect([0, 4, 6, 49, 51, 100].map((x) => scale?.nearest(x))).toEqual([0, 0, 1, 1, 2, 3]);
    const between = scale?.place(FROM + 5 * DAY_S).y ?? 0;
    const [, before, after] = scale?.points ?? [];
    expect(between).toBeCloseTo(((before?.y ?? 0) + (after?.y ?? 0)) / 2, 1);
  });

  test('keeps a balance as it is until the next trade', () => {
    const scale = curveScale(curve(DAYS, 'balance'), []);
    expect(scale?.place(FROM + 5 * DAY_S).y).toBe(scale?.points[1]?.y);
    expect(scale && pathOf(scale).line).toMatch(/^M0 [\d.]+H10V[\d.]+H90V[\d.]+H100V[\d.]+$/);
  });

  test.each([[[]], [[[FROM, 1]]]])('is nothing for %j', (points) => {
    expect(curveScale(curve(points as [number, number][]), [])).toBeNull();
  });

  test('takes a line without any change', () => {
    const flat = curveScale(
      curve([
        [FROM, 100],
        [FROM + DAY_S, 100],
      ]),
      [],
    );
    for (const { y } of flat?.points ?? []) expect(y).toBeGreaterThan(0);
    expect(flat?.rules.length).toBeGreaterThan(0);
  });

  test('names moments by the hour within two days, else by the day', () => {
    const day = curveScale(
      {
        ...curve([
          [FROM, 1],
          [FROM + DAY_S, 2],
        ]),
        to: new Date((FROM + DAY_S) * 1_000).toISOString(),
      },
      [],
    );
    expect(day && ticksOf(day, 'UTC').map(({ label }) => label)).toEqual([
      '03:00',
      '09:00',
      '15:00',
      '21:00',
    ]);
    const days = curveScale(curve(DAYS), []);
    expect(days && ticksOf(days, 'UTC').map(({ x, label }) => [x, label])).toEqual([
      [12.5, '2 Mar'],
      [37.5, '4 Mar'],
      [62.5, '7 Mar'],
      [87.5, '9 Mar'],
    ]);
  });
});
