import type { ChartSlice } from '@quorate/contract/trade-charts';

/** What the slices of one chart add up to: shown under it, so that anyone can compare the charts. */
export function sliceTotal(slices: readonly ChartSlice[]): ChartSlice {
  const sum = (of: (slice: ChartSlice) => number) =>
    slices.reduce((total, slice) => total + of(slice), 0);
  return {
    trades: sum((slice) => slice.trades),
    wins: sum((slice) => slice.wins),
    losses: sum((slice) => slice.losses),
    net: sumMoney(slices.map((slice) => slice.net)),
  };
}

/** No currency has more decimals than three. */
const PARTS = 1_000;

/** The sum of amounts in major units, exact: binary fractions would leave crumbs. @example sumMoney([0.1, 0.2]) // 0.3 */
export function sumMoney(amounts: Iterable<number>): number {
  let parts = 0;
  for (const amount of amounts) parts += Math.round(amount * PARTS);
  return parts / PARTS;
}
