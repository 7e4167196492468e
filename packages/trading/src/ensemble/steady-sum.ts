/**
 * A sum that is the same to the last bit in whatever order its values come; a plain sum of floats is not.
 * It adds from the smallest up.
 */
export function steadySum(values: readonly number[]): number {
  return steadySumOf(values.slice());
}

/** The same of values that nobody else needs: they are put in order where they are. */
export function steadySumOf(values: number[]): number {
  const sorted = sortInPlace(values);
  let sum = 0;
  for (let at = 0; at < sorted.length; at += 1) sum += sorted[at] ?? 0;
  return sum;
}

/**
 * Puts the values from the smallest up; by insertion, for a handful of them, several times in every verdict
 * of a replay.
 *
 * @returns the same array
 */
export function sortInPlace(sorted: number[]): readonly number[] {
  for (let next = 1; next < sorted.length; next += 1) {
    const value = sorted[next] ?? 0;
    let place = next;
    while (place > 0) {
      const before = sorted[place - 1] ?? 0;
      if (before <= value) break;
      sorted[place] = before;
      place -= 1;
    }
    sorted[place] = value;
  }
  return sorted;
}
