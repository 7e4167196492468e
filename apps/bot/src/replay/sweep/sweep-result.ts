import { dailyReturns, dayEstimates } from '@quorate/trading/statistics/daily-returns';
import { drawdownOf } from '@quorate/trading/statistics/drawdown';
import { closedTrades, statisticsOf } from '@quorate/trading/statistics/statistics';
import { BotFault } from '../../bot-fault.ts';
import type { Objective, SweepAxis } from '../replay-options.ts';
import type { Walk } from '../walk-series.ts';
import { type Luck, luckOf, momentsOf, type ReturnMoments } from './luck.ts';

/** One combination of settings. */
export type Combination = Readonly<Record<string, number>>;

const MOST = 10_000;

/**
 * Every combination of the axes' values, the last axis changing fastest.
 *
 * @throws BotFault `usage` when there are more than 10,000
 * @example combinationsOf([{ key: 'a', values: [1, 2] }, { key: 'b', values: [3] }]) // [{a: 1, b: 3}, {a: 2, b: 3}]
 */
export function combinationsOf(axes: readonly SweepAxis[]): readonly Combination[] {
  const count = axes.reduce((product, { values }) => product * values.length, 1);
  if (count > MOST) {
    throw new BotFault('usage', `The sweep has ${count} combinations; the limit is ${MOST}.`);
  }
  return axes.reduce<readonly Combination[]>(
    (all, { key, values }) =>
      all.flatMap((each) => values.map((value) => ({ ...each, [key]: value }))),
    [{}],
  );
}

type Tried = Readonly<{ settings: Combination; score: Score }>;

/** What every combination came to, the best first. */
export type SweepResult = Readonly<{
  objective: Objective;
  tried: readonly Tried[];
  luck: Luck | null;
}>;

/** @param tried in the order of the grid, which decides between equals */
export function rankTries(tried: readonly Tried[], objective: Objective): SweepResult {
  const ranked = tried.toSorted((a, b) => {
    const [first, second] = [objectiveOf(a.score, objective), objectiveOf(b.score, objective)];
    // Two without a figure are equal; their difference would be no number.
    return first === second ? 0 : second - first;
  });
  const moments = ranked.flatMap(({ score }) => (score.moments ? [score.moments] : []));
  return { objective, tried: ranked, luck: luckOf(moments, ranked[0]?.score.moments ?? null) };
}

/** What one try came to: small enough to be sent between threads. Money in minor units. */
export type Score = Readonly<{
  /** Trading days with a candle. */
  days: number;
  trades: number;
  netMinor: number;
  winRatePercent: number;
  profitFactor: number | null;
  /** Yearly, from daily equity; null with fewer than 120 days. */
  sharpe: number | null;
  /** The same from as few as 20 days: it orders tries of a short period and is never shown. */
  orderedBy: number | null;
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
    orderedBy: returns && orderOf(returns),
    recovery: maximal.minor === 0 ? null : summary.netProfit / maximal.minor,
    drawdownPercent: relative.percent,
    moments: returns && momentsOf(returns),
  };
}

const ORDERED_LEAST = 20;

function orderOf(returns: readonly number[]): number | null {
  const { value } = dayEstimates(Float64Array.from(returns)).sharpe_ratio;
  return returns.length >= ORDERED_LEAST && Number.isFinite(value) ? value : null;
}

/** How good a score is; what has no figure is worse than everything that has one. */
function objectiveOf(score: Score, objective: Objective): number {
  switch (objective) {
    case 'sharpe':
      return score.orderedBy ?? Number.NEGATIVE_INFINITY;
    case 'net':
      return score.netMinor;
    case 'recovery':
      return score.recovery ?? Number.NEGATIVE_INFINITY;
    case 'profit_factor':
      return score.profitFactor ?? Number.NEGATIVE_INFINITY;
  }
}
