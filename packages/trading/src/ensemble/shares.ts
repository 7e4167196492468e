import { roundTo } from '../rounding.ts';
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

/** The most of the pool that models of one maker may hold: they were raised alike and err alike. */
const FAMILY_CAP = 0.4;
const ROUNDING = 1e-9;

/** @param share of all members together 1 */
type FamilyMember = Readonly<{ family: string; share: number }>;

/**
 * Cuts every family to 40 % of the pool; the excess goes to the others in proportion. Fewer than three
 * families that have any share cannot keep that: two get at most a half each, one has it all.
 *
 * @returns the shares in the order of the members, together 1
 * @example capFamilies([{ family: 'a', share: 0.6 }, { family: 'b', share: 0.3 }, { family: 'c', share: 0.1 }]) // 0.4, 0.4, 0.2
 */
export function capFamilies(members: readonly FamilyMember[]): number[] {
  const totals = totalsOf(members);
  const cap = Math.max(FAMILY_CAP, 1 / totals.size);
  const capped = new Set<string>();
  let factor = 1;
  for (;;) {
    const over = [...totals.keys()].filter(
      (family) => !capped.has(family) && (totals.get(family) ?? 0) * factor > cap + ROUNDING,
    );
    if (over.length === 0) break;
    for (const family of over) capped.add(family);
    const rest = [...totals].filter(([family]) => !capped.has(family)).map(([, total]) => total);
    factor = (1 - capped.size * cap) / steadySum(rest);
  }
  return members.map(({ family, share }) =>
    share === 0 ? 0 : share * (capped.has(family) ? cap / (totals.get(family) ?? 1) : factor),
  );
}

/** What each family holds; those without anything are left out. */
function totalsOf(members: readonly FamilyMember[]): ReadonlyMap<string, number> {
  const shares = new Map<string, number[]>();
  for (const { family, share } of members) {
    const of = shares.get(family);
    if (of) of.push(share);
    else if (share > 0) shares.set(family, [share]);
  }
  return new Map([...shares].map(([family, each]) => [family, steadySum(each)]));
}
