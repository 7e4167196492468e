import type { Estimate } from './estimate.ts';
import type { Interval } from './interval.ts';
import { intervalOf } from './record-interval.ts';

/** Why a measure has no figure. */
export const MISSING = [
  'not_enough_data',
  'needs_balance',
  'balance_gone',
  'no_wins',
  'no_losses',
  'no_drawdown',
  'no_variation',
  'not_known',
] as const;
export type Missing = (typeof MISSING)[number];

/** A measure's figure: money in minor units (may be a fraction), rates in percent, times in milliseconds. */
export type Finding = Readonly<{
  value: number | null;
  /** How many of the measure's sample are behind it. */
  n: number;
  missing: Missing | null;
  interval: Interval | null;
}>;

/** @param otherwise why, should the value be no finite number */
export function finding(
  n: number,
  value: number | null,
  otherwise: Missing,
  interval: Interval | null = null,
): Finding {
  if (value === null || !Number.isFinite(value))
    return { value: null, n, missing: otherwise, interval: null };
  return { value, n, missing: null, interval };
}

/** A figure with its interval. */
export function estimateFinding(n: number, estimate: Estimate, otherwise: Missing): Finding {
  return finding(n, estimate.value, otherwise, intervalOf(estimate));
}

/**
 * A figure that another one decides, with that one's interval in its unit.
 *
 * @param turn ends change places where it falls
 */
export function derivedFinding(found: Finding, turn: (level: number) => number): Finding {
  if (found.value === null) return found;
  const ends = found.interval && [found.interval.low, found.interval.high];
  const [low = null, high = null] = (ends ?? [])
    .filter((end) => end !== null)
    .map(turn)
    .sort((a, b) => a - b);
  return { ...found, value: turn(found.value), interval: ends && { low, high } };
}
