import type { EquityCurve } from '@quorate/contract/equity-curve';
import { sumMoney } from './slice-total.ts';

/** A point of the curve, and how far it is below the highest before it. */
export type DrawdownPoint = Readonly<{
  /** Seconds since 1970. */
  at: number;
  value: number;
  /** Since the first point. */
  change: number;
  /** Never above zero. */
  drawdown: number;
  /** Of the peak that it fell from; null where that is 0 or less. */
  percent: number | null;
}>;

export type LargestFall = Readonly<{
  amount: number;
  percent: number | null;
  /** The peak, and the lowest point after it. */
  from: number;
  to: number;
}>;

/** What happens between two points is not in it. */
export function drawdownPoints(points: EquityCurve['points']): DrawdownPoint[] {
  const start = points[0]?.[1] ?? 0;
  let peak = start;
  return points.map(([at, value]) => {
    peak = Math.max(peak, value);
    const drawdown = sumMoney([value, -peak]);
    return {
      at,
      value,
      change: sumMoney([value, -start]),
      drawdown,
      percent: peak > 0 ? (100 * drawdown) / peak : null,
    };
  });
}

/** The deepest fall in money; of two as deep, the earlier. Null without one. */
export function largestFall(points: readonly DrawdownPoint[]): LargestFall | null {
  let peakAt = points[0]?.at ?? 0;
  let largest: LargestFall | null = null;
  for (const { at, drawdown, percent } of points) {
    if (drawdown === 0) peakAt = at;
    else if (!largest || drawdown < largest.amount)
      largest = { amount: drawdown, percent, from: peakAt, to: at };
  }
  return largest;
}
