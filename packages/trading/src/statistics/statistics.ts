import type { Trade } from '../account/trade.ts';
import {
  holdingPeriodReturns,
  type LinearRegression,
  regressionOf,
  runsZScore,
} from './balance-shape.ts';
import { dailyReturns, dayFigure } from './daily-returns.ts';
import { balanceCurve, type Drawdown, drawdownOf } from './drawdown.ts';
import { type Streaks, streaksOf } from './streaks.ts';
import { summaryFromSums, sumNets, type TradeSummary } from './summary.ts';

/** Every figure of a trading history. Money in whole minor units unless it says otherwise; definitions: docs/reference/formulas.md. */
export type TradingStatistics = Readonly<{
  summary: TradeSummary;
  /** net / total, not rounded; 0 without trades. */
  expectedPayoffMinor: number;
  balanceDrawdown: Drawdown;
  /** null without an equity curve. */
  equityDrawdown: Drawdown | null;
  /** Net profit over the maximal drawdown, of the equity where it is known; null without one. */
  recoveryFactor: number | null;
  sharpeRatio: number | null;
  sortinoRatio: number | null;
  streaks: Streaks;
  zScore: number | null;
  /** Factors per trade. */
  averageHoldingPeriodReturn: number | null;
  geometricHoldingPeriodReturn: number | null;
  regression: LinearRegression;
  /** Mean of net / initial risk over the trades that had a stop; null without one. */
  averageR: number | null;
  /** From the first deal to the last, in milliseconds; null without trades. */
  holding: Readonly<{ shortestMs: number; averageMs: number; longestMs: number }> | null;
}>;

/**
 * @param history its closed trades, in the order in which they were closed, all in one currency; the
 *   balance before the first; and, where known, the equity at every bar and at the end of every trading
 *   day (the first of each is the start)
 * @example statisticsOf({ startMinor: 1_000_000, trades: closedTrades(result.trades) }).recoveryFactor
 */
export function statisticsOf(history: {
  startMinor: number;
  trades: readonly Trade[];
  equityMinor?: Iterable<number>;
  dailyEquityMinor?: readonly number[];
}): TradingStatistics {
  const { startMinor, trades } = history;
  const nets = trades.map((trade) => trade.profit.minor);
  const summary = summaryFromSums(sumNets(nets));
  const balanceDrawdown = drawdownOf(startMinor, balanceCurve(startMinor, nets));
  const equityDrawdown = history.equityMinor ? drawdownOf(startMinor, history.equityMinor) : null;
  const deepest = (equityDrawdown ?? balanceDrawdown).maximal.minor;
  const returns = dailyReturns(history.dailyEquityMinor ?? []);
  const growth = holdingPeriodReturns(startMinor, nets);
  return {
    summary,
    expectedPayoffMinor: summary.total === 0 ? 0 : summary.netProfit / summary.total,
    balanceDrawdown,
    equityDrawdown,
    recoveryFactor: deepest === 0 ? null : summary.netProfit / deepest,
    sharpeRatio: dayFigure(returns, 'sharpe_ratio'),
    sortinoRatio: dayFigure(returns, 'sortino_ratio'),
    streaks: streaksOf(nets),
    zScore: runsZScore(nets),
    averageHoldingPeriodReturn: growth?.arithmetic ?? null,
    geometricHoldingPeriodReturn: growth?.geometric ?? null,
    regression: regressionOf(startMinor, nets),
    averageR: averageR(trades),
    holding: holdingOf(trades),
  };
}

/** The closed ones, in the order in which they were closed. */
export function closedTrades(trades: readonly Trade[]): Trade[] {
  return trades
    .filter((trade) => trade.closedAt !== null)
    .toSorted((a, b) => (a.closedAt ?? 0) - (b.closedAt ?? 0));
}

/** What a trade made in units of what it stood to lose; null without a stop. @example rMultiple(trade) // 1.87 */
export function rMultiple({
  profit,
  initialRisk,
}: Pick<Trade, 'profit' | 'initialRisk'>): number | null {
  return initialRisk === null || initialRisk.minor <= 0 ? null : profit.minor / initialRisk.minor;
}

function averageR(trades: readonly Trade[]): number | null {
  const multiples = trades.map(rMultiple).filter((multiple) => multiple !== null);
  if (multiples.length === 0) return null;
  return multiples.reduce((sum, multiple) => sum + multiple, 0) / multiples.length;
}

function holdingOf(trades: readonly Trade[]): TradingStatistics['holding'] {
  const times = trades.map((trade) => (trade.closedAt ?? trade.openedAt) - trade.openedAt);
  if (times.length === 0) return null;
  let shortestMs = Number.POSITIVE_INFINITY;
  let longestMs = 0;
  let sum = 0;
  for (const time of times) {
    shortestMs = Math.min(shortestMs, time);
    longestMs = Math.max(longestMs, time);
    sum += time;
  }
  return { shortestMs, averageMs: sum / times.length, longestMs };
}
