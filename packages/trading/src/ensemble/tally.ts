import type { Side } from '../order.ts';
import type { Ballot } from '../vote.ts';
import { sortedOf } from './steady-sum.ts';
import type { PoolShare } from './trust.ts';

/** How the heads divide. Only voters with a share in the pool count: one that guesses must not carry a trade. */
export type Tally = Readonly<{
  /** What more of them ask for; BUY on a tie. */
  side: Side;
  agreeing: readonly Ballot[];
  opposed: number;
}>;

/** @param pool of these voters, in their order */
export function tallyOf(voters: readonly Ballot[], pool: readonly PoolShare[]): Tally {
  const buyers: Ballot[] = [];
  const sellers: Ballot[] = [];
  for (const [index, vote] of voters.entries()) {
    if ((pool[index]?.share ?? 0) <= 0) continue;
    if (vote.action === 'BUY') buyers.push(vote);
    else if (vote.action === 'SELL') sellers.push(vote);
  }
  return sellers.length > buyers.length
    ? { side: 'SELL', agreeing: sellers, opposed: buyers.length }
    : { side: 'BUY', agreeing: buyers, opposed: sellers.length };
}

/** Where those who agree want to leave: medians, so that one odd wish moves little. */
export type Stops = Readonly<{ stopLossAtr: number; takeProfitAtr: number }>;

/** @returns null where nobody names any */
export function stopsOf(agreeing: readonly Ballot[]): Stops | null {
  const stopLossAtr = median(agreeing.map((vote) => vote.stopLossAtr));
  const takeProfitAtr = median(agreeing.map((vote) => vote.takeProfitAtr));
  return stopLossAtr === null || takeProfitAtr === null ? null : { stopLossAtr, takeProfitAtr };
}

function median(wishes: readonly (number | null)[]): number | null {
  const sorted = sortedOf(wishes.filter((wish) => wish !== null));
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? null : (upper + lower) / 2;
}
