/**
 * Rounds to the nearest whole number, halves away from zero, as brokers round money.
 *
 * @param value a product or quotient of exact numbers; it carries the binary error of its factors, so
 *   that a few last bits decide a half upwards
 * @example roundHalfAway(-2.5) // -3
 */
export function roundHalfAway(value: number): number {
  // Adding a half to a very large whole number would already change it.
  if (Number.isInteger(value)) return value === 0 ? 0 : value;
  const size = Math.abs(value);
  const rounded = Math.floor(size + 0.5 + Math.min(0.25, size * 2 ** -50 + 1e-9));
  return value < 0 && rounded !== 0 ? -rounded : rounded;
}

/**
 * Quotient of two whole numbers, rounded to the nearest whole number, halves away from zero. Exact.
 *
 * @throws RangeError when the divisor is 0
 * @example divideRounded(-5n, 2n) // -3n
 */
export function divideRounded(dividend: bigint, divisor: bigint): bigint {
  const negative = dividend < 0n !== divisor < 0n;
  const size = dividend < 0n ? -dividend : dividend;
  const by = divisor < 0n ? -divisor : divisor;
  const rounded = (2n * size + by) / (2n * by);
  return negative ? -rounded : rounded;
}

/** A table, because a power is slow where a million bars are rounded eleven times each. */
const SCALES = [1, 10, 100, 1_000, 10_000];

/**
 * Nearest number with so many decimals. Never -0, which JSON writes as 0 and which would not compare
 * equal after a round trip.
 *
 * @example roundTo(1.23456, 2) // 1.23
 */
export function roundTo(value: number, decimals: number): number {
  const scale = SCALES[decimals] ?? 10 ** decimals;
  // -0 + 0 is 0.
  return Math.round(value * scale) / scale + 0;
}
