import type { Interval } from './interval.ts';

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
