import type { Side } from '../order.ts';
import type { Vote } from '../vote.ts';
import type { PoolShare } from './trust.ts';

/** How the heads divide. Only voters with a share in the pool count: one that guesses must not carry a trade. */
export type Tally = Readonly<{
  /** What more of them ask for; BUY on a tie. */
  side: Side;
  agreeing: readonly Vote[];
  opposed: number;
}>;

/** @param pool of these voters, in their order */
export function tallyOf(voters: readonly Vote[], pool: readonly PoolShare[]): Tally {
  const heard = voters.filter((_, index) => (pool[index]?.share ?? 0) > 0);
  const buyers = heard.filter((vote) => vote.action === 'BUY');
  const sellers = heard.filter((vote) => vote.action === 'SELL');
  return sellers.length > buyers.length
    ? { side: 'SELL', agreeing: sellers, opposed: buyers.length }
    : { side: 'BUY', agreeing: buyers, opposed: sellers.length };
}

/** Where those who agree want to leave: medians, so that one odd wish moves little. */
export type Stops = Readonly<{ stopLossAtr: number; takeProfitAtr: number }>;

/** @returns null where nobody names any */
export function stopsOf(agreeing: readonly Vote[]): Stops | null {
  const stopLossAtr = median(agreeing.map((vote) => vote.stopLossAtr));
  const takeProfitAtr = median(agreeing.map((vote) => vote.takeProfitAtr));
  return stopLossAtr === null || takeProfitAtr === null ? null : { stopLossAtr, takeProfitAtr };
}

function median(values: readonly (number | null)[]): number | null {
  const sorted = values.filter((value) => value !== null).toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? null : (upper + lower) / 2;
}
