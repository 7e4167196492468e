/**
 * The level that a share of the values lies at or below, interpolated between neighbours (type 7, as
 * spreadsheets do).
 *
 * @param sorted in ascending order, not empty; infinities may be among them
 * @param share 0 to 1
 * @example percentile([1, 2, 3, 4], 0.5) // 2.5
 */
export function percentile(sorted: ArrayLike<number>, share: number): number {
  const place = share * (sorted.length - 1);
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  // Infinity less infinity is no number.
  if (below === above || Number.isInteger(place)) return below;
  return below + (above - below) * (place - Math.floor(place));
}
