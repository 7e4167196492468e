import type { Prepared } from './closed-history.ts';
import { finding } from './finding.ts';
import type { COSTS_MEASURES } from './measures/costs.ts';
import type { FindingsOf } from './result-findings.ts';

export function costsFindings({ n, history }: Prepared): FindingsOf<typeof COSTS_MEASURES> {
  const spreads = history.spreadsMinor ?? [];
  let commission = 0;
  let swap = 0;
  let fee = 0;
  let lots = 0;
  let gains = 0;
  for (const trade of history.trades) {
    commission += trade.commissionMinor;
    swap += trade.swapMinor;
    fee += trade.feeMinor;
    lots += trade.lots;
    gains += Math.max(0, trade.grossMinor);
  }
  const costs = commission + swap + fee;
  const spread = spreads.reduce((sum, each) => sum + each, 0);
  return {
    costs: finding(n, costs, 'not_known'),
    commission: finding(n, commission, 'not_known'),
    swap: finding(n, swap, 'not_known'),
    fee: finding(n, fee, 'not_known'),
    cost_per_trade: finding(n, costs / n, 'not_known'),
    cost_per_lot: finding(n, costs / lots, 'not_known'),
    cost_share: finding(n, (100 * Math.max(0, -costs)) / gains, 'no_wins'),
    spread_per_trade: finding(spreads.length, spread / spreads.length, 'not_known'),
  };
}

/**
 * What a spread cost a trade, from what the trade itself says of the money that a point is worth.
 *
 * @param spreadPoints of the decision the trade came from
 * @param move closing less opening price, in points
 * @returns minor units, 0 or negative; null for a trade that did not move, or moved and brought nothing
 * @example spreadCost({ spreadPoints: 7, grossMinor: 1_900, movePoints: 190 }) // -70
 */
export function spreadCost(trade: {
  spreadPoints: number;
  grossMinor: number;
  movePoints: number;
}): number | null {
  if (trade.movePoints === 0 || trade.grossMinor === 0) return null;
  const cost = (trade.spreadPoints * Math.abs(trade.grossMinor)) / Math.abs(trade.movePoints);
  return cost === 0 ? 0 : -cost;
}
