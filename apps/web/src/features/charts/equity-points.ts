import type { TradeCharts } from '@quorate/contract/trade-charts';
import { sumMoney } from './slice-total.ts';

export type DayResult = TradeCharts['days'][number];

/** One day of closing. All amounts are in major units. */
export type EquityPoint = {
  day: string;
  trades: number;
  net: number;
  /** Net of this day and all before it. */
  cumulative: number;
  /** Below the highest end of a day so far, which is the start's zero at the least; never above zero. */
  drawdown: number;
};

export type Drawdown = { amount: number; from: string | null; low: string };

/** Cumulative net and drawdown by day of closing. What happens inside a day is not in it. */
export function equityPoints(days: readonly DayResult[]): EquityPoint[] {
  let cumulative = 0;
  let peak = 0;
  return days.map(({ day, trades, net }) => {
    cumulative = sumMoney([cumulative, net]);
    peak = Math.max(peak, cumulative);
    return { day, trades, net, cumulative, drawdown: sumMoney([cumulative, -peak]) };
  });
}

/**
 * The deepest drawdown between days; of two as deep, the later. Null without one.
 *
 * @returns `from` is the last day at the peak it fell from; null if that is the start
 */
export function largestDrawdown(points: readonly EquityPoint[]): Drawdown | null {
  let peakDay: string | null = null;
  let largest: Drawdown | null = null;
  for (const { day, drawdown } of points) {
    if (drawdown === 0) peakDay = day;
    else if (!largest || drawdown <= largest.amount)
      largest = { amount: drawdown, from: peakDay, low: day };
  }
  return largest;
}
