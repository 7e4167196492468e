import type { Trade } from '@quorate/trading/trade';
import { firstAtOrAfter } from '../../markets/period.ts';
import type { FollowTerms } from './refused.ts';

/** What trading cost, in minor units, costs negative. */
export type Costs = Readonly<{
  /** Inside the results already: what opening at the ask and closing at the bid took. */
  spreadMinor: number;
  commissionMinor: number;
  swapMinor: number;
  slippageMinor: number;
}>;

/** The costs of closed trades by kind. @param spreads one a trade, from `spreadOf` */
export function costsOf(trades: readonly Trade[], spreads: readonly number[]): Costs {
  return {
    spreadMinor: Math.round(spreads.reduce((sum, spread) => sum + spread, 0)),
    commissionMinor: trades.reduce((sum, { commission }) => sum + commission.minor, 0),
    swapMinor: trades.reduce((sum, { swap }) => sum + swap.minor, 0),
    slippageMinor: trades.reduce((sum, { fee }) => sum + fee.minor, 0),
  };
}

/**
 * What the spread of the bar it was opened on took from a trade, in minor units: the bid is what the
 * chart shows, and a position begins that much behind it.
 */
export function spreadOf({ openedAt, lots }: Trade, { series, valuation }: FollowTerms): number {
  const index = firstAtOrAfter(series, openedAt);
  const bid = series.open[index] ?? 0;
  const ask = series.askOpen[index] ?? 0;
  const cost = valuation.minorOf(-(ask - bid), lots, { bid, ask });
  return Number.isFinite(cost) ? cost : 0;
}
