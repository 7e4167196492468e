/**
 * A sum that is the same to the last bit in whatever order its values come; a plain sum of floats is not.
 * It adds from the smallest up.
 */
export function steadySum(values: readonly number[]): number {
  // By insertion: a handful of values, four times in every verdict of a replay.
  const sorted = values.slice();
  for (let next = 1; next < sorted.length; next += 1) {
    const value = sorted[next] ?? 0;
    let place = next;
    for (; place > 0 && (sorted[place - 1] ?? 0) > value; place -= 1) {
      sorted[place] = sorted[place - 1] ?? 0;
    }
    sorted[place] = value;
  }
  let sum = 0;
  for (const value of sorted) sum += value;
  return sum;
}
