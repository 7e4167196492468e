import type { ChartSlice } from '@quorate/contract/trade-charts';
import { sumMoney } from './money-sum.ts';

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
