// Apart from the calls, so that what only shows an account loads without the validator.

export const DEFAULT_HOSTED_BALANCE = 10_000;

/** Symbols of the made-up market say so: no figure of theirs can be taken for one of the real market. */
export const PRACTICE_SUFFIX = '.practice';
/** And so do those of recorded prices. */
export const RECORDED_SUFFIX = '.recorded';
/** What ends the symbols of markets that are the service's own. */
export const OWN_SUFFIXES = [PRACTICE_SUFFIX, RECORDED_SUFFIX] as const;

/** Whether a symbol is of a market of the service's own: made up, or recorded. Its figures count apart from real ones. */
export function isOwnMarket(symbol: string): boolean {
  return OWN_SUFFIXES.some((suffix) => symbol.endsWith(suffix));
}

/** Without what marks it as made up or recorded, for where that is said of the whole account. @example symbolText('EURUSD.practice') // 'EURUSD' */
export function symbolText(symbol: string): string {
  const suffix = OWN_SUFFIXES.find((each) => symbol.endsWith(each)) ?? '';
  return symbol.slice(0, symbol.length - suffix.length);
}
