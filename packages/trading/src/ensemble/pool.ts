import type { Ballot } from '../analysts/vote.ts';
import { roundTo } from '../rounding.ts';
import { boundedChance, chanceOf, logOddsOf } from './log-odds.ts';
import { recalibrated } from './platt.ts';
import { sharesOf } from './shares.ts';
import { steadySumOf } from './steady-sum.ts';
import type { PoolShare, Trust } from './trust.ts';

/** What each voter brings into the pool, in the order of the votes. A voter that is not known is its own family. */
export function poolOf(
  voters: readonly Ballot[],
  trust: Readonly<Record<string, Trust>>,
): readonly PoolShare[] {
  // Most of a replay's verdicts: nobody has a record, and strangers need no cap.
  if (!voters.some(({ analyst }) => Object.hasOwn(trust, analyst))) return equalPool(voters);
  const known = voters.map(({ analyst }) =>
    Object.hasOwn(trust, analyst) ? trust[analyst] : undefined,
  );
  const shares = sharesOf(
    voters.map(({ analyst: family }, index) => known[index] ?? { family, outcomes: 0, merit: 0 }),
  );
  return voters.map(({ analyst, pUp }, index) => ({
    analyst,
    share: shares[index] ?? 0,
    pUp: recalibrated(pUp, known[index]?.platt ?? null),
  }));
}

function equalPool(voters: readonly Ballot[]): readonly PoolShare[] {
  const share = roundTo(1 / voters.length, 6);
  return voters.map(({ analyst, pUp }) => ({ analyst, share, pUp: boundedChance(pUp) }));
}

/**
 * The weighted mean of the log-odds, turned back; four decimals, 0.5 for an empty pool.
 *
 * @param slope what the mean is multiplied by first; 1 for the plain pool, which is what its record counts
 */
export function pooledChance(pool: readonly PoolShare[], slope: number): number {
  const values = pool.map(({ share }) => share);
  const total = steadySumOf(values);
  if (total === 0) return 0.5;
  // One array serves twice: a replay comes here at every verdict.
  for (let at = 0; at < pool.length; at += 1) values[at] = partOf(pool[at]);
  return roundTo(boundedChance(chanceOf((slope * steadySumOf(values)) / total)), 4);
}

function partOf(voter: PoolShare | undefined): number {
  return voter ? voter.share * logOddsOf(voter.pUp) : 0;
}

/** Population standard deviation of the chances of those who have a say; four decimals. */
export function dispersionOf(pool: readonly PoolShare[]): number {
  const heard = pool.every(({ share }) => share > 0) ? pool : pool.filter(({ share }) => share > 0);
  const chances = heard.map(({ pUp }) => pUp);
  if (chances.length === 0) return 0;
  const mean = steadySumOf(chances) / chances.length;
  for (let at = 0; at < chances.length; at += 1) {
    chances[at] = ((chances[at] ?? 0) - mean) ** 2;
  }
  const squares = steadySumOf(chances);
  return roundTo(Math.sqrt(squares / chances.length), 4);
}
