export type Choice = { kind: 'chosen'; names: string[] } | { kind: 'refused'; reason: string };

/**
 * The benchmarks that words name: all of them without a word, else every one whose name begins with a
 * word.
 *
 * @example choose(['loop.demo', 'loop.start', 'replay.candles'], ['loop']) // the two of the loop
 */
export function choose(names: readonly string[], words: readonly string[]): Choice {
  const unknown = words.filter((word) => !names.some((name) => name.startsWith(word)));
  if (unknown.length > 0) {
    const list = names.map((name) => `  ${name}`).join('\n');
    return {
      kind: 'refused',
      reason: `No benchmark is called ${unknown.join(', ')}. There are:\n${list}`,
    };
  }
  const chosen = names.filter(
    (name) => words.length === 0 || words.some((word) => name.startsWith(word)),
  );
  return { kind: 'chosen', names: chosen };
}
