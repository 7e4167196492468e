import { join } from 'node:path';
import type { SwapRate } from '@quorate/trading/simulation/swap-table';
import { type Currency, currencyDigits } from '@quorate/values/money';
import { z } from 'zod';
import { BotFault } from '../bot-fault.ts';
import { readJsonFile, writeJsonFile } from '../json-file.ts';
import { type TerminalSymbolSpec, terminalSymbolSpec } from '../mt5/bridge/records.ts';

const { shape } = terminalSymbolSpec;

/** The swaps that a terminal has told, as a live bot leaves them in the data folder. */
const keptSwaps = z.object({
  format: z.literal(1),
  server: z.string(),
  /** Of its account. */
  currency: z.string(),
  at: z.string(),
  symbols: z.array(
    z.object({
      symbol: shape.symbol,
      digits: shape.digits,
      contract_size: shape.contract_size,
      profit: shape.profit,
      swap_mode: shape.swap_mode,
      swap_long: shape.swap_long,
      swap_short: shape.swap_short,
      swap_3days: shape.swap_3days,
    }),
  ),
});
type KeptSwaps = z.output<typeof keptSwaps>;
type KeptSymbol = KeptSwaps['symbols'][number];

const fileIn = (dataDir: string) => join(dataDir, 'terminal-swaps.json');

/** Keeps what a terminal tells of its symbols, for paper runs and replays. @throws Error of the file system */
export function keepTerminalSwaps(
  dataDir: string,
  told: Pick<KeptSwaps, 'server' | 'currency' | 'at'> &
    Readonly<{ specs: Iterable<TerminalSymbolSpec> }>,
): void {
  const { specs, ...rest } = told;
  const symbols = [...specs].filter(({ swap_mode: mode }) => mode !== undefined);
  if (symbols.length > 0)
    writeJsonFile(fileIn(dataDir), keptSwaps.parse({ ...rest, format: 1, symbols }));
}

/**
 * The terminal's own swaps of these symbols, as far as they can be told in money; those that it charges as interest
 * on a price are not among them.
 *
 * @throws BotFault `usage` where no terminal has told any yet
 */
export function terminalSwapsOf(
  dataDir: string,
  symbols: readonly string[],
  currency: Currency,
): Readonly<Record<string, SwapRate>> {
  const kept = readJsonFile(fileIn(dataDir), keptSwaps);
  if (!kept) {
    throw new BotFault(
      'usage',
      '--swap-source terminal: no terminal has told its swaps in this data folder yet; they are kept once a live bot has met its terminal.',
    );
  }
  return Object.fromEntries(
    symbols.flatMap((symbol) => {
      const told = kept.symbols.find((each) => isSame(each.symbol, symbol));
      const rate = told && rateOf(told, kept.currency, currency);
      return rate ? [[symbol, rate]] : [];
    }),
  );
}

/** A broker's suffix makes no other market. */
function isSame(one: string, other: string): boolean {
  return one === other || one.slice(0, 6).toUpperCase() === other.slice(0, 6).toUpperCase();
}

/** @returns null for a way of charging that money of one lot and night does not follow from */
function rateOf(told: KeptSymbol, ofTerminal: string, currency: Currency): SwapRate | null {
  const [long, short] = [Number(told.swap_long), Number(told.swap_short)];
  switch (told.swap_mode) {
    case 'disabled':
      return { unit: 'quote', long: 0, short: 0 };
    case 'points': {
      const point = Number(told.contract_size) / 10 ** told.digits;
      return { unit: 'quote', long: long * point, short: short * point };
    }
    case 'currency_margin':
    case 'currency_deposit': {
      if (told.swap_mode === 'currency_margin' || ofTerminal !== currency) return null;
      const minor = 10 ** currencyDigits(currency);
      return {
        unit: 'account',
        longMinor: Math.round(long * minor),
        shortMinor: Math.round(short * minor),
      };
    }
    default:
      return null;
  }
}
