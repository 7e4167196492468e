/** The broker's name of a symbol, or why there is none. */
export type FoundSymbol =
  | Readonly<{ kind: 'found'; wanted: string; name: string }>
  | Readonly<{ kind: 'missing'; wanted: string; message: string }>
  | Readonly<{ kind: 'ambiguous'; wanted: string; candidates: readonly string[]; message: string }>;

/** What brokers put around a pair's name: EURUSD.a, EURUSDm, EURUSD#, #EURUSD, EURUSD_i, EUR/USD. */
const DECORATION = /[._#+/-]/g;
const SUFFIX_MAX = 6;

/**
 * Finds what this broker calls a symbol: the very name, else the one name that is it with a suffix.
 *
 * @param wanted as the person wrote it
 * @param names all that the broker has
 * @example findSymbol('EURUSD', ['EURUSD.a', 'GBPUSD.a']) // { kind: 'found', name: 'EURUSD.a', … }
 */
export function findSymbol(wanted: string, names: readonly string[]): FoundSymbol {
  if (names.includes(wanted)) return { kind: 'found', wanted, name: wanted };
  const plain = plainOf(wanted);
  const sameLetters = names.filter((name) => name.toUpperCase() === wanted.toUpperCase());
  const decorated = names.filter((name) => plainOf(name) === plain);
  const longer = names.filter((name) => {
    const other = plainOf(name);
    return other.startsWith(plain) && other.length - plain.length <= SUFFIX_MAX;
  });
  for (const candidates of [sameLetters, decorated, longer]) {
    const [name, second] = candidates;
    if (name === undefined) continue;
    if (second === undefined) return { kind: 'found', wanted, name };
    const list = candidates.slice(0, 8).join(', ');
    return {
      kind: 'ambiguous',
      wanted,
      candidates,
      message: `${wanted} may be any of ${list} at this broker: please write the one that is meant.`,
    };
  }
  const near = names.filter((name) => plainOf(name).slice(0, 3) === plain.slice(0, 3)).slice(0, 8);
  const hint = near.length > 0 ? ` It has ${near.join(', ')}.` : '';
  return { kind: 'missing', wanted, message: `This broker has no symbol ${wanted}.${hint}` };
}

function plainOf(name: string): string {
  return name.replace(DECORATION, '').toUpperCase();
}
