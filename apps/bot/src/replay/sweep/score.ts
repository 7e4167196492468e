import { dailyReturns } from '@quorate/trading/statistics/daily-returns';
import { drawdownOf } from '@quorate/trading/statistics/drawdown';
import { closedTrades, statisticsOf } from '@quorate/trading/statistics/statistics';
import type { Objective } from '../replay-options.ts';
import type { Walk } from '../walk-series.ts';
import { momentsOf, type ReturnMoments } from './luck.ts';

/** What one try came to: small enough to be sent between threads. Money in minor units. */
export type Score = Readonly<{
  /** Trading days with a candle. */
  days: number;
  trades: number;
  netMinor: number;
  winRatePercent: number;
  profitFactor: number | null;
  /** Yearly, from daily equity. */
  sharpe: number | null;
  /** Net over the deepest fall of the equity. */
  recovery: number | null;
  drawdownPercent: number | null;
  moments: ReturnMoments | null;
}>;

export function scoreOf(walk: Walk, startMinor: number): Score {
  const trades = closedTrades(walk.trades);
  const { daily, levels } = walk.equity;
  const { summary, sharpeRatio } = statisticsOf({ startMinor, trades, dailyEquityMinor: daily });
  const { maximal, relative } = drawdownOf(startMinor, levels);
  const returns = dailyReturns(daily);
  return {
    days: walk.equity.days.length,
    trades: summary.total,
    netMinor: summary.netProfit,
    winRatePercent: summary.winRatePercent,
    profitFactor: summary.profitFactor,
    sharpe: sharpeRatio,
    recovery: maximal.minor === 0 ? null : summary.netProfit / maximal.minor,
    drawdownPercent: relative.percent,
    moments: returns && momentsOf(returns),
  };
}

/** How good a score is; what has no figure is worse than everything that has one. */
export function objectiveOf(score: Score, objective: Objective): number {
  switch (objective) {
    case 'sharpe':
      return score.sharpe ?? Number.NEGATIVE_INFINITY;
    case 'net':
      return score.netMinor;
    case 'recovery':
      return score.recovery ?? Number.NEGATIVE_INFINITY;
    case 'profit_factor':
      return score.profitFactor ?? Number.NEGATIVE_INFINITY;
  }
}
