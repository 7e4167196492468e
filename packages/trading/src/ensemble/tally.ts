import type { Side } from '../account/order.ts';
import type { Ballot } from '../analysts/vote.ts';
import { sortInPlace } from './steady-sum.ts';
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
  let buyers = 0;
  let sellers = 0;
  for (let index = 0; index < voters.length; index += 1) {
    if (!hasSay(pool[index])) continue;
    const action = voters[index]?.action;
    if (action === 'BUY') buyers += 1;
    else if (action === 'SELL') sellers += 1;
  }
  const side = sellers > buyers ? 'SELL' : 'BUY';
  // An array that grows takes room for many; a replay makes one for every verdict.
  const agreeing = voters.slice(0, Math.max(buyers, sellers));
  for (let index = 0, at = 0; at < agreeing.length; index += 1) {
    const vote = voters[index];
    if (vote?.action !== side || !hasSay(pool[index])) continue;
    agreeing[at] = vote;
    at += 1;
  }
  return { side, agreeing, opposed: Math.min(buyers, sellers) };
}

function hasSay(share: PoolShare | undefined): boolean {
  return share !== undefined && share.share > 0;
}

/** Where those who agree want to leave: medians, so that one odd wish moves little. */
export type Stops = Readonly<{ stopLossAtr: number; takeProfitAtr: number }>;

/** @returns null where nobody names any */
export function stopsOf(agreeing: readonly Ballot[]): Stops | null {
  const stopLossAtr = median(agreeing.map((vote) => vote.stopLossAtr));
  const takeProfitAtr = median(agreeing.map((vote) => vote.takeProfitAtr));
  return stopLossAtr === null || takeProfitAtr === null ? null : { stopLossAtr, takeProfitAtr };
}

function median(wishes: (number | null)[]): number | null {
  const sorted = sortInPlace(areNumbers(wishes) ? wishes : wishes.filter((wish) => wish !== null));
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  return upper === undefined || lower === undefined ? null : (upper + lower) / 2;
}

function areNumbers(wishes: readonly (number | null)[]): wishes is number[] {
  return !wishes.includes(null);
}
