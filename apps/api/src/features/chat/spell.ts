/** Shorter words have too many neighbours; what a comparison costs grows with the square of the longest. */
const LETTERS_MIN = 5;
const LETTERS_MAX = 16;
/** A word this long may have two slips, a shorter one has one. */
const TWO_SLIPS_FROM = 8;

/** Takes a stem that the library does not know to the one that it most likely is; else leaves it as it is. */
export function createSpell(known: readonly string[]): (term: string) => string {
  const candidates = known.filter(({ length }) => length >= LETTERS_MIN);
  return (term) => {
    if (term.length < LETTERS_MIN || term.length > LETTERS_MAX || /\d/.test(term)) return term;
    const most = term.length < TWO_SLIPS_FROM ? 1 : 2;
    const near = candidates
      // Nobody misspells the first letter, and few words share it.
      .filter((other) => other[0] === term[0] && Math.abs(other.length - term.length) <= most)
      .map((other) => ({ other, slips: slipsBetween(term, other) }))
      .filter(({ slips }) => slips <= most);
    const [nearest] = near.toSorted((a, b) => a.slips - b.slips);
    return nearest?.other ?? term;
  };
}

/** Letters left out, added, changed, or swapped with the next one. */
function slipsBetween(a: string, b: string): number {
  const rows = [Array.from({ length: b.length + 1 }, (_, column) => column)];
  for (let row = 1; row <= a.length; row += 1) {
    const line = [row];
    for (let column = 1; column <= b.length; column += 1) {
      const at = (rowBack: number, back: number) => rows[row - rowBack]?.[column - back] ?? 0;
      const changed = at(1, 1) + (a[row - 1] === b[column - 1] ? 0 : 1);
      const swapped =
        row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
          ? at(2, 2) + 1
          : changed;
      line.push(Math.min(at(1, 0) + 1, (line[column - 1] ?? 0) + 1, changed, swapped));
    }
    rows.push(line);
  }
  return rows[a.length]?.[b.length] ?? 0;
}
