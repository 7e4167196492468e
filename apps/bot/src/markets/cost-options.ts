import {
  type CostModel,
  DEFAULT_COSTS,
  swapSource as sourceOfSwap,
} from '@quorate/trading/simulation/costs';
import { SWAPS_AS_OF, type SwapRate } from '@quorate/trading/simulation/swap-table';
import type { Currency } from '@quorate/values/money';
import { type Command, InvalidArgumentError, Option } from 'commander';
import { BotFault } from '../bot-fault.ts';
import type { MarketFile } from '../paper-options.ts';
import { decimalBetween, wholeBetween } from '../parse-options.ts';
import { insideFilesOf } from './market-files.ts';
import { amountOf } from './open-market.ts';
import { terminalSwapsOf } from './terminal-swaps.ts';

/** Costs of a simulated account, as they were asked for. */
export type CostTerms = Readonly<{
  slippage: CostModel['slippage'];
  /** As typed: by symbol, `*` for all. Amounts of one lot and night in major units of the account's currency. */
  swaps: Readonly<Record<string, Readonly<{ long: string; short: string }>>>;
  /** Where swaps come from that are not typed: the terminal's own, as far as they are known, or a dated table. */
  swapSource: SwapSource;
  stopOutPercent: number;
  /** Finer candles of some symbols. */
  inside: readonly MarketFile[];
}>;

export type SwapSource = 'terminal' | 'table';

/** The same as the parser leaves them. */
export type TypedCosts = Readonly<{
  slippage: CostModel['slippage'];
  swap: CostTerms['swaps'];
  swapSource: SwapSource;
  stopOut: number;
  inside: readonly string[];
}>;

/** The options of what trading costs; a replay and a paper run have the same. */
export function addCostOptions(command: Command): Command {
  const slippage = new Option(
    '--slippage <points>',
    'range (grows with the candle and the hour), or points; from every opening, stop and closing at the market',
  );
  const swap = new Option(
    '--swap <long/short>',
    'for one lot and night, costs negative, such as -6.50/1.20 or EURUSD=-6.50/1.20; may be repeated; 0/0 for none',
  );
  const stopOut = new Option(
    '--stop-out <percent>',
    'margin level at which the broker closes positions; 0 for never',
  );
  const inside = new Option(
    '--inside <file>',
    'shorter candles of a symbol, as FILE or SYMBOL=FILE: they tell whether stop or target came first; may be repeated',
  );
  const source = new Option(
    '--swap-source <which>',
    'where other swaps come from: table (assumed), or terminal (as the terminal of a live bot has told them)',
  );
  const { stopOutPercent } = DEFAULT_COSTS;
  return command
    .addOption(slippage.argParser(parseSlippage).default(DEFAULT_COSTS.slippage))
    .addOption(swap.argParser(collectSwap).default({}, `assumed, as of ${SWAPS_AS_OF}`))
    .addOption(source.choices(['table', 'terminal']).default('table'))
    .addOption(stopOut.argParser(wholeBetween(0, 100)).default(stopOutPercent))
    .addOption(inside.argParser(collectFile).default([], 'none'));
}

function collectFile(file: string, before: readonly string[]): readonly string[] {
  return [...before, file];
}

/** @throws BotFault `usage` when the files of finer candles cannot be told apart */
export function costTermsOf({
  slippage,
  swap,
  swapSource,
  stopOut,
  inside,
}: TypedCosts): CostTerms {
  return {
    slippage,
    swaps: swap,
    swapSource,
    stopOutPercent: stopOut,
    inside: insideFilesOf(inside),
  };
}

/** @throws BotFault `usage` when a swap is of a symbol that is not there or no amount of the currency, or no terminal has told any */
export function costModelOf(
  {
    slippage,
    swaps,
    swapSource,
    stopOutPercent,
    dataDir,
  }: CostTerms & Readonly<{ dataDir: string }>,
  symbols: readonly string[],
  currency: Currency,
): CostModel {
  const rates: Record<string, SwapRate> =
    swapSource === 'terminal' ? { ...terminalSwapsOf(dataDir, symbols, currency) } : {};
  for (const [symbol, { long, short }] of Object.entries(swaps)) {
    if (symbol !== '*' && !symbols.includes(symbol)) {
      throw new BotFault('usage', `--swap ${symbol}: there are no candles of ${symbol}.`);
    }
    const minorOf = (text: string) => amountOf('--swap', text, currency).minor;
    rates[symbol] = { unit: 'account', longMinor: minorOf(long), shortMinor: minorOf(short) };
  }
  return { ...DEFAULT_COSTS, slippage, swaps: rates, stopOutPercent };
}

/** What is assumed of slippage and swaps, in sentences. */
export function costNotes(costs: CostModel, symbols: readonly string[]): string[] {
  const from = (source: ReturnType<typeof sourceOfSwap>) =>
    symbols.filter((symbol) => sourceOfSwap(costs, symbol) === source).join(', ');
  const [assumed, unknown] = [from('assumed'), from('unknown')];
  const { slippage } = costs;
  return [
    slippage === 'range'
      ? 'Slippage grows with the range of a candle and the hour (--slippage).'
      : slippage === 0
        ? 'No slippage is taken (--slippage).'
        : `A slippage of ${slippage} points is taken (--slippage).`,
    ...(assumed === ''
      ? []
      : [
          `The swaps of ${assumed} are an assumption as of ${SWAPS_AS_OF}; name your broker's with --swap.`,
        ]),
    ...(unknown === ''
      ? []
      : [`The swaps of ${unknown} are not known, so none are taken (--swap).`]),
  ];
}

/** Costs as they identify a run: what is the same here costs the same. */
export function costSettings({ slippage, swaps, stopOutPercent, assumesSwaps }: CostModel) {
  return {
    slippage,
    swaps_minor: Object.fromEntries(
      Object.entries(swaps).map(([symbol, rate]) => [symbol, { ...rate }]),
    ),
    swaps_assumed_as_of: assumesSwaps ? SWAPS_AS_OF : null,
    stop_out_percent: stopOutPercent,
  };
}

function parseSlippage(text: string): CostModel['slippage'] {
  if (text === 'range') return text;
  try {
    return decimalBetween(0, 10_000)(text);
  } catch {
    throw new InvalidArgumentError('It must be range, or points from 0 to 10000.');
  }
}

/** Collects `SYMBOL=LONG/SHORT`, or `LONG/SHORT` for every symbol. */
function collectSwap(text: string, before: CostTerms['swaps']): CostTerms['swaps'] {
  const [, symbol = '*', long, short] =
    /^(?:([A-Za-z0-9._#+-]{3,32})=)?(-?\d{1,6}(?:\.\d{1,3})?)\/(-?\d{1,6}(?:\.\d{1,3})?)$/.exec(
      text,
    ) ?? [];
  if (long === undefined || short === undefined) {
    throw new InvalidArgumentError(
      'It must be the swap of one lot and night for a long and a short position, such as -6.50/1.20 or EURUSD=-6.50/1.20.',
    );
  }
  return { ...before, [symbol]: { long, short } };
}
