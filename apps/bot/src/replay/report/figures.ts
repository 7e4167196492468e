import type { Trade } from '@quorate/trading/account/trade';
import { firstAtOrAfter } from '@quorate/trading/market/candle';
import type { ClosedTrade } from '@quorate/trading/statistics/closed-history';
import { type Drawdown, drawdownOf } from '@quorate/trading/statistics/drawdown';
import { type Performance, performanceOf } from '@quorate/trading/statistics/performance';
import { finish } from '@quorate/trading/statistics/slices';
import {
  closedTrades,
  statisticsOf,
  type TradingStatistics,
} from '@quorate/trading/statistics/statistics';
import { lotsToNumber } from '@quorate/values/lots';
import type { Walk } from '../walk-series.ts';
import { type Groups, groupTrades } from './groups.ts';
import { type FollowTerms, type RefusedByRule, refusedByRule } from './refused.ts';

/** Everything that is worked out of a run. Money in minor units. */
export type Figures = Readonly<{
  trades: readonly Trade[];
  /** Positions that could not be closed at the end. */
  open: number;
  statistics: TradingStatistics;
  equityDrawdown: Drawdown;
  performance: Performance;
  groups: Groups;
  refused: readonly RefusedByRule[];
  costs: Costs;
}>;

/** @param termsOf each symbol, with the bars of the run */
export function figuresOf(
  walk: Walk,
  startMinor: number,
  termsOf: (symbol: string) => FollowTerms | undefined,
): Figures {
  const trades = closedTrades(walk.trades);
  const { levels, daily } = walk.equity;
  const spreads = trades.map((trade) => {
    const terms = termsOf(trade.symbol);
    return terms ? spreadOf(trade, terms) : 0;
  });
  const equityDrawdown = drawdownOf(startMinor, levels);
  const history = {
    trades: trades.map(closedTradeOf),
    startMinor,
    equity: { dailyMinor: daily, drawdown: equityDrawdown },
    spreadsMinor: spreads,
  };
  return {
    trades,
    open: walk.trades.length - trades.length,
    statistics: statisticsOf({
      startMinor,
      trades,
      equityMinor: levels,
      dailyEquityMinor: daily,
    }),
    equityDrawdown,
    performance: finish(performanceOf(history)),
    groups: groupTrades(trades),
    refused: refusedByRule(walk.refused, termsOf),
    costs: costsOf(trades, spreads),
  };
}

function closedTradeOf(trade: Trade): ClosedTrade {
  return {
    netMinor: trade.profit.minor,
    grossMinor: trade.grossProfit.minor,
    commissionMinor: trade.commission.minor,
    swapMinor: trade.swap.minor,
    feeMinor: trade.fee.minor,
    riskMinor: trade.initialRisk?.minor ?? null,
    openedAt: trade.openedAt,
    closedAt: trade.closedAt ?? trade.openedAt,
    lots: lotsToNumber(trade.lots),
  };
}

/** What trading cost, in minor units, costs negative. */
type Costs = Readonly<{
  /** Inside the results already: what opening at the ask and closing at the bid took. */
  spreadMinor: number;
  commissionMinor: number;
  swapMinor: number;
  slippageMinor: number;
  /** Swaps that cost; those that were paid to the account are left out. */
  paidSwapMinor: number;
}>;

/** What the same trades would have made at so many times their costs, in minor units. */
export function sameTradesNet({ statistics, costs }: Figures, factor: number): number {
  const { spreadMinor, commissionMinor, slippageMinor, paidSwapMinor } = costs;
  const paid = spreadMinor + commissionMinor + slippageMinor + paidSwapMinor;
  return statistics.summary.netProfit + Math.round((factor - 1) * paid);
}

/** The costs of closed trades by kind. @param spreads one a trade, from `spreadOf` */
function costsOf(trades: readonly Trade[], spreads: readonly number[]): Costs {
  return {
    spreadMinor: Math.round(spreads.reduce((sum, spread) => sum + spread, 0)),
    commissionMinor: trades.reduce((sum, { commission }) => sum + commission.minor, 0),
    swapMinor: trades.reduce((sum, { swap }) => sum + swap.minor, 0),
    slippageMinor: trades.reduce((sum, { fee }) => sum + fee.minor, 0),
    paidSwapMinor: trades.reduce((sum, { swap }) => sum + Math.min(0, swap.minor), 0),
  };
}

/**
 * What the spread of the bar it was opened on took from a trade, in minor units: the bid is what the
 * chart shows, and a position begins that much behind it.
 */
function spreadOf({ openedAt, lots }: Trade, { series, valuation }: FollowTerms): number {
  // A minute inside a candle may have been the first to be quoted.
  const index = firstAtOrAfter(series, openedAt + 1) - 1;
  const bid = series.open[index] ?? 0;
  const ask = series.askOpen[index] ?? 0;
  const cost = valuation.minorOf(-(ask - bid), lots, { bid, ask });
  return Number.isFinite(cost) ? cost : 0;
}
