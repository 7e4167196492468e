import { divideRounded } from '../rounding.ts';

/** One fall from a peak: in minor units, and as a percentage of that peak with 2 decimals (null for a peak of 0 or less). */
export type Fall = Readonly<{ minor: number; percent: number | null }>;

/** Falls of a balance or an equity curve. */
export type Drawdown = Readonly<{
  /** How far the curve went below where it started; 0 when it never did. */
  absoluteMinor: number;
  /** The deepest fall in money. */
  maximal: Fall;
  /** The deepest fall as a percentage of its peak. */
  relative: Fall;
}>;

/**
 * How far a curve fell below its highest point so far. The start is the first peak: an account that
 * loses its first trade has a drawdown.
 *
 * Give it balances for the balance drawdown, equities for the equity drawdown; deposits and
 * withdrawals must be taken out of the curve first.
 *
 * @param startMinor and curve in whole minor units, oldest first
 * @example drawdownOf(5061, [6252, 24712]).maximal // { minor: 0, percent: 0 }
 */
export function drawdownOf(startMinor: number, curve: Iterable<number>): Drawdown {
  let peak = startMinor;
  let lowest = startMinor;
  let maximal = { minor: 0, peak: startMinor };
  let relative = { minor: 0, peak: startMinor, share: 0 };
  for (const level of curve) {
    peak = Math.max(peak, level);
    lowest = Math.min(lowest, level);
    const fall = peak - level;
    if (fall > maximal.minor) maximal = { minor: fall, peak };
    if (peak > 0 && fall / peak > relative.share)
      relative = { minor: fall, peak, share: fall / peak };
  }
  return {
    absoluteMinor: startMinor - lowest,
    maximal: fallOf(maximal),
    relative: fallOf(relative),
  };
}

/** A stretch of a curve, of which not every level is known; in whole minor units. */
export type EquityStep = Readonly<{
  lowestMinor: number;
  highestMinor: number;
  /** The deepest fall within it, and the peak that it fell from. */
  fallMinor: number;
  fallFromMinor: number;
}>;

/**
 * The falls of a curve that is known by its stretches: as deep as those of all its levels. Only the deepest fall
 * in percent may be missed, where it lies within one stretch with a deeper one in money.
 *
 * @example drawdownOfSteps(100, [{ lowestMinor: 90, highestMinor: 120, fallMinor: 30, fallFromMinor: 120 }]).maximal
 *   // { minor: 30, percent: 25 }
 */
export function drawdownOfSteps(startMinor: number, steps: Iterable<EquityStep>): Drawdown {
  let peak = startMinor;
  let lowest = startMinor;
  let maximal = { minor: 0, peak: startMinor };
  let relative = { minor: 0, peak: startMinor, share: 0 };
  for (const { lowestMinor, highestMinor, fallMinor, fallFromMinor } of steps) {
    const falls = [
      { minor: peak - lowestMinor, peak },
      { minor: fallMinor, peak: fallFromMinor },
    ];
    for (const fall of falls) {
      if (fall.minor > maximal.minor) maximal = fall;
      const share = fall.peak > 0 ? fall.minor / fall.peak : 0;
      if (share > relative.share) relative = { ...fall, share };
    }
    peak = Math.max(peak, highestMinor);
    lowest = Math.min(lowest, lowestMinor);
  }
  return {
    absoluteMinor: startMinor - lowest,
    maximal: fallOf(maximal),
    relative: fallOf(relative),
  };
}

/** The levels of a balance after each result. @example [...balanceCurve(100, [5, -8])] // [105, 97] */
export function* balanceCurve(startMinor: number, nets: Iterable<number>): Generator<number> {
  let balance = startMinor;
  for (const net of nets) {
    balance += net;
    yield balance;
  }
}

function fallOf({ minor, peak }: { minor: number; peak: number }): Fall {
  if (peak <= 0) return { minor, percent: null };
  return { minor, percent: Number(divideRounded(BigInt(minor) * 10_000n, BigInt(peak))) / 100 };
}
