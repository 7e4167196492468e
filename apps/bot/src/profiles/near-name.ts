/**
 * The known name that a mistyped one most likely means.
 *
 * @returns null where none is near: more than two letters, or a third of the name, differ
 * @example nearName('risk_per_trad', ['user', 'risk_per_trade']) // 'risk_per_trade'
 */
export function nearName(typed: string, known: readonly string[]): string | null {
  const most = Math.min(2, Math.floor(typed.length / 3) + 1);
  let best: string | null = null;
  let least = most + 1;
  for (const name of known) {
    const steps = distance(typed.toLowerCase(), name.toLowerCase());
    if (steps < least) [best, least] = [name, steps];
  }
  return best;
}

/** Letters to add, drop or change to make one word of the other. */
function distance(from: string, to: string): number {
  let row = Array.from({ length: to.length + 1 }, (_, at) => at);
  for (let down = 1; down <= from.length; down++) {
    const next = [down];
    for (let across = 1; across <= to.length; across++) {
      const changed = (row[across - 1] ?? 0) + (from[down - 1] === to[across - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[across] ?? 0) + 1, (next[across - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[to.length] ?? 0;
}
