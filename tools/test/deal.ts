/** A file that was never slow enough to be recorded. */
const UNRECORDED_S = 0.4;

/**
 * Deals files into shards that take about as long as each other: the slowest first, each to the shard
 * that has the least so far.
 *
 * @param seconds of files that were measured
 * @returns at most `shards` lists, none of them empty
 * @example deal(['a', 'b', 'c'], 2, { a: 9 }) // [['a'], ['b', 'c']]
 */
export function deal(
  files: readonly string[],
  shards: number,
  seconds: Readonly<Record<string, number>>,
): string[][] {
  const secondsOf = (file: string) => seconds[file] ?? UNRECORDED_S;
  const dealt = Array.from({ length: shards }, () => ({ files: [] as string[], seconds: 0 }));
  for (const file of files.toSorted((a, b) => secondsOf(b) - secondsOf(a))) {
    const least = dealt.reduce((a, b) => (b.seconds < a.seconds ? b : a));
    least.files.push(file);
    least.seconds += secondsOf(file);
  }
  return dealt.map((shard) => shard.files).filter((shard) => shard.length > 0);
}
