/** Where in a candle file something is wrong. Lines count from 1, the header included. */
export type Place = { file: string; line?: number; column?: string };

/** A candle file that cannot be taken; its message is one sentence with the file, the line and the column. */
export class CandleFileError extends Error {
  override readonly name = 'CandleFileError';
  readonly code = 'candle_file';
}

/**
 * A fault of the candle file as one sentence that names the file, the line and the column.
 *
 * @example candleFault({ file: 'a.csv', line: 3, column: 'high' }, "'x' is not a price")
 */
export function candleFault(place: Place, what: string, cause?: unknown): CandleFileError {
  const where = [
    place.file,
    ...(place.line === undefined ? [] : [`line ${place.line}`]),
    ...(place.column === undefined ? [] : [`column ${place.column}`]),
  ];
  return new CandleFileError(`${where.join(', ')}: ${what}.`, { cause });
}

/** A cell as it may stand in a message: short, and free of characters a terminal would obey. */
export function shown(text: string): string {
  const clean = text.replace(/[^\x20-\x7e\u00a1-\ufff0]/g, '?');
  return clean.length > 40 ? `${clean.slice(0, 40)}…` : clean;
}
