import { pairsInName } from '@quorate/run/candles/price-scale';
import { BotFault } from '../bot-fault.ts';
import type { MarketFile } from '../paper-options.ts';
import { parseSymbol } from '../parse-options.ts';

const NAMED = /^([A-Za-z0-9._#+-]{3,32})=(.+)$/;

/**
 * Which candles are of which symbol: as the symbols were given in the order of the files, as `EURUSD=path`
 * says, or as the file's name does.
 *
 * @throws BotFault `usage` when a symbol is not to be found or is there twice, or no file is given
 */
export function marketFilesOf(
  candles: readonly string[],
  symbols: readonly string[],
): readonly MarketFile[] {
  if (candles.length === 0) {
    throw new BotFault('usage', 'Say with --candles which candle file is traded on.');
  }
  if (symbols.length > 0 && symbols.length !== candles.length) {
    throw new BotFault(
      'usage',
      `Each --candles needs its --symbol, in the same order, or none has one: there are ${candles.length} and ${symbols.length}.`,
    );
  }
  return eachOnce(
    candles.map((given, at) => {
      const symbol = symbols[at];
      return symbol === undefined ? namedFile(given) : { candles: given, symbol };
    }),
  );
}

/** The finer candles of some symbols, as `marketFilesOf` reads them. @throws BotFault `usage` */
export function insideFilesOf(files: readonly string[]): readonly MarketFile[] {
  return eachOnce(files.map(namedFile));
}

function namedFile(given: string): MarketFile {
  const [, named, path] = NAMED.exec(given) ?? [];
  if (named !== undefined && path !== undefined) {
    return { candles: path, symbol: parseSymbol(named) };
  }
  return { candles: given, symbol: symbolInName(given) };
}

function eachOnce(files: readonly MarketFile[]): readonly MarketFile[] {
  for (const [at, { symbol }] of files.entries()) {
    if (files.findIndex((file) => file.symbol === symbol) !== at)
      throw new BotFault('usage', `${symbol} is there twice; a symbol has one file.`);
  }
  return files;
}

function symbolInName(path: string): string {
  const [first, ...others] = new Set(pairsInName(path));
  if (first !== undefined && others.length === 0) return first;
  const why = first === undefined ? 'names no symbol' : `names ${[first, ...others].join(' and ')}`;
  throw new BotFault(
    'usage',
    `The file name ${path} ${why}; say which with --symbol, or write SYMBOL=${path}.`,
  );
}
