import type { Instant } from '@quorate/values/instant';
import { tradingDayOf } from '../market/trading-day.ts';
import type { Drawdown } from './drawdown.ts';
import { sumNets, type TradeSums } from './summary.ts';

/** What the measures read of a closed trade. Money in minor units of one currency. */
export type ClosedTrade = Readonly<{
  netMinor: number;
  grossMinor: number;
  commissionMinor: number;
  swapMinor: number;
  feeMinor: number;
  /** null without a stop. */
  riskMinor: number | null;
  openedAt: Instant;
  closedAt: Instant;
  lots: number;
  /** How far it was ahead and behind while it was open, before costs; null or left out where that is not known. */
  excursion?: Readonly<{ bestMinor: number; worstMinor: number }> | null;
}>;

/** The equity of an account over a stretch of its record, in minor units, cash flows taken out. */
export type RecordEquity = Readonly<{
  /** At the end of each trading day, oldest first; the first is the start. */
  dailyMinor: readonly number[];
  /** Of every level that is known, not only of days. */
  drawdown: Drawdown;
}>;

/** A stretch of a trading record. */
export type ClosedHistory = Readonly<{
  /** In the order in which they were closed. */
  trades: readonly ClosedTrade[];
  /** Balance before the first of them; null when nobody said. */
  startMinor: number | null;
  /** Where it is known, measures of risk are of it and not of the balance after closed trades. */
  equity?: RecordEquity | null;
  /** What the spread cost each trade where that is known, in minor units, 0 or negative. */
  spreadsMinor?: readonly number[];
}>;

/** A trading day and what was closed on it. */
export type DayResult = Readonly<{ day: number; trades: number; netMinor: number }>;

/** The record in the shapes that several measures need. */
export type Prepared = Readonly<{
  history: ClosedHistory;
  n: number;
  nets: Float64Array;
  /** R of each trade, NaN without a stop. */
  multiples: Float64Array;
  risked: number;
  sums: TradeSums;
  netMinor: number;
  /** Monday to Friday by the server's calendar from the first closing to the last, and other days with trades. */
  days: readonly DayResult[];
  tradedDays: readonly DayResult[];
}>;

export function prepare(history: ClosedHistory): Prepared {
  const { trades } = history;
  const nets = Float64Array.from(trades, ({ netMinor }) => netMinor);
  const multiples = Float64Array.from(trades, multipleOf);
  const sums = sumNets(nets);
  const tradedDays = dayResults(trades);
  return {
    history,
    n: trades.length,
    nets,
    multiples,
    risked: multiples.reduce((count, multiple) => count + (Number.isNaN(multiple) ? 0 : 1), 0),
    sums,
    netMinor: sums.grossProfit + sums.grossLoss,
    days: withIdleDays(tradedDays),
    tradedDays,
  };
}

function multipleOf({ netMinor, riskMinor }: ClosedTrade): number {
  return riskMinor === null || riskMinor <= 0 ? Number.NaN : netMinor / riskMinor;
}

function dayResults(trades: readonly ClosedTrade[]): DayResult[] {
  const days: { day: number; trades: number; netMinor: number }[] = [];
  for (const { closedAt, netMinor } of trades) {
    const day = tradingDayOf(closedAt);
    const last = days.at(-1);
    if (last?.day === day) {
      last.trades += 1;
      last.netMinor += netMinor;
    } else {
      days.push({ day, trades: 1, netMinor });
    }
  }
  return days;
}

function withIdleDays(traded: readonly DayResult[]): DayResult[] {
  return traded.flatMap((result, index) => {
    const idle: DayResult[] = [];
    for (let day = (traded[index - 1]?.day ?? result.day) + 1; day < result.day; day += 1)
      if (isWeekday(day)) idle.push({ day, trades: 0, netMinor: 0 });
    return [...idle, result];
  });
}

/** Day 0 of the count was a Thursday. */
export function isWeekday(day: number): boolean {
  const sinceMonday = (((day + 3) % 7) + 7) % 7;
  return sinceMonday < 5;
}
