import { roundTo } from '../rounding.ts';
import { capFamilies } from './family-cap.ts';
import { steadySum } from './steady-sum.ts';

/** A record of so many outcomes counts half; the other half is an equal share. */
const HALF_KNOWN = 50;
/** Whoever would have less than this part of an equal share has no say at all. */
const LEAST_PART = 0.1;
const DECIMALS = 6;

/** What decides on a voter's share. */
export type Standing = Readonly<{ family: string; outcomes: number; merit: number }>;

/**
 * Shares of the voters in the pool, in their order, each in millionths; together 1, but for rounding.
 *
 * A voter's share grows with its merit as far as its record is long, and is an equal share otherwise;
 * then no family may hold too much. Without any merit among them all are equal.
 *
 * @example sharesOf([{ family: 'a', outcomes: 450, merit: 0.02 }, { family: 'b', outcomes: 0, merit: 0 }]) // 0.5, 0.5
 */
export function sharesOf(voters: readonly Standing[]): number[] {
  const equal = 1 / voters.length;
  const merits = steadySum(voters.map(({ merit }) => merit));
  const wanted = voters.map(({ outcomes, merit }) => {
    if (merits === 0) return equal;
    const known = outcomes / (outcomes + HALF_KNOWN);
    return (known * merit) / merits + (1 - known) * equal;
  });
  const heard = scaled(scaled(wanted).map((share) => (share < LEAST_PART * equal ? 0 : share)));
  const members = voters.map(({ family }, index) => ({ family, share: heard[index] ?? 0 }));
  return capFamilies(members).map((share) => roundTo(share, DECIMALS));
}

function scaled(shares: readonly number[]): number[] {
  const total = steadySum(shares);
  return shares.map((share) => share / total);
}
