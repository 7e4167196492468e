import { TIMEFRAMES } from '@quorate/trading/market/candle';
import { Command, InvalidArgumentError } from 'commander';
import type { z } from 'zod';
import {
  dataDirOption,
  jsonOption,
  parseOnOff,
  profileOption,
  type TypedVerdict,
  typedWish,
  verdictOptions,
} from '../command-line/common-options.ts';
import {
  addCostOptions,
  type CostTerms,
  costTermsOf,
  type TypedCosts,
} from '../markets/cost-options.ts';
import { marketFilesOf } from '../markets/market-files.ts';
import { serverDayStart } from '../markets/period.ts';
import type { SpreadChoice } from '../markets/set-up-markets.ts';
import {
  decimalBetween,
  parseBalance,
  parseCurrency,
  parseSymbol,
  parseTimeframe,
  parseZone,
  wholeBetween,
} from '../parse-options.ts';
import { exitProfile, riskProfile } from '../profiles/profile.ts';
import { ruleSetOptions } from '../run/rule-set-option.ts';
import {
  OBJECTIVES,
  type Objective,
  type ReplayOptions,
  type SweepAxis,
} from './replay-options.ts';
import { readPrior } from './verdict-options.ts';

const AFTER = `
Examples:
  bot replay --candles EURUSD_H1.csv.gz
  bot replay --candles EURUSD_M1.csv.gz --candles XAUUSD_M1.csv.gz --timeframe H1 \\
    --html report.html
  bot replay --candles EURUSD=export.csv --from 2024-01-01 --to 2024-12-31 --profile calm
  bot replay --candles EURUSD_H1.csv --sweep risk_per_trade_percent=0.5,1,1.5 \\
    --sweep minimum_risk_reward=1,1.5,2
  bot replay --candles EURUSD_H1.csv --sweep minimum_risk_reward=1,1.5,2 --walk-forward 12m/3m

Nothing is asked from a service and no key is needed: the three offline analysts vote. The
same files, options and seed give the same report, byte for byte. Days are the broker
server's (New York + 7 h).

With --strict it ends with exit code 2, before trading, where the guards warn.
`;

/** Options as the parser leaves them: what was not given and has no default is absent. */
type Typed = Omit<
  ReplayOptions,
  'markets' | 'settings' | 'verdict' | keyof CostTerms | keyof Absent
> &
  Partial<Absent> &
  TypedCosts &
  TypedVerdict & {
    candles: readonly string[];
    symbol: readonly string[];
    set: ReplayOptions['settings'];
    warmUp: number;
    learning: boolean;
    prior?: string;
  };

type Absent = Pick<
  ReplayOptions,
  | 'timeframe'
  | 'from'
  | 'to'
  | 'balance'
  | 'accountCurrency'
  | 'commission'
  | 'profile'
  | 'walkForward'
  | 'workers'
  | 'html'
  | 'warmUpBars'
  | 'ruleSet'
  | 'initialBalance'
  | 'calendar'
>;

const collect = (value: string, before: readonly string[]) => [...before, value];

/**
 * The command `replay` with its options, each checked before anything else happens.
 *
 * @param run takes the checked options
 */
export function replayCommand(run: (options: ReplayOptions) => Promise<void>): Command {
  const command = new Command('replay')
    .description('trade files of past candles offline, and report what came of it')
    .requiredOption(
      '--candles <file>',
      'candle file: CSV, plain or gzip, or an export of MetaTrader 5; once for each symbol, as FILE or SYMBOL=FILE',
      collect,
      [],
    )
    .option(
      '--symbol <name>',
      "what the candles are of, in the order of the files (default: as the file's name says)",
      (text: string, before: readonly string[]) => [...before, parseSymbol(text)],
      [],
    )
    .option('--from <day>', 'first day to trade, such as 2024-01-01', parseDay)
    .option('--to <day>', 'last day to trade', parseDay)
    .option(
      '--timeframe <name>',
      `make longer candles of those in the files: ${TIMEFRAMES.join(', ')} (default: the profile's, else as in the files)`,
      parseTimeframe,
    )
    .option(
      '--zone <zone>',
      "clock of the files' times: auto, server (New York + 7 h) or utc",
      parseZone,
      'auto',
    )
    .option(
      '--warm-up <bars>',
      'candles before the first day that the indicators are warmed up on',
      wholeBetween(0, 100_000),
      500,
    )
    .addOption(profileOption())
    .option(
      '--set <key=value>',
      "one risk setting, by its name in a profile, above the profile's; may be repeated",
      collectSetting,
      {},
    )
    .option(
      '--learning <on|off>',
      'whether the analysts are judged by what came, as the service judges them',
      parseOnOff,
      true,
    )
    .option('--prior <file>', 'what is known of the analysts before the first candle')
    .option('--balance <amount>', 'balance at the start (default: 10000)', parseBalance)
    .option('--account-currency <code>', 'currency of the account', parseCurrency)
    .option('--leverage <n>', 'leverage of the account', wholeBetween(1, 1_000), 30)
    .option(
      '--spread <which>',
      "usual (the file's, at least the symbol's usual one), file, or points",
      parseSpread,
      'usual',
    )
    .option(
      '--commission <amount>',
      'for one lot and one side, in the account currency',
      parseAmount,
    )
    .option(
      '--sweep <key=values>',
      'try several values of a risk setting; may be repeated, every combination is tried',
      collectSweep,
      [],
    )
    .option(
      '--walk-forward <in/out>',
      'choose on the months before, trade the months after, such as 12m/3m; needs --sweep',
      parseWalkForward,
    )
    .option(
      '--objective <name>',
      `what to choose by: ${OBJECTIVES.join(', ')}`,
      parseObjective,
      'sharpe',
    )
    .option('--workers <n>', 'cores to use (default: all)', wholeBetween(1, 256))
    .option(
      '--seed <n>',
      'kept with the report; nothing in it is drawn at random',
      wholeBetween(0, 4_294_967_295),
      1,
    )
    .option('--html <file>', 'write the report as one page, too')
    .option(
      '--governor <on|off>',
      'whether floors are kept; off to compare with a run without them',
      parseOnOff,
      true,
    )
    .option('--strict', 'end before trading when the guards warn about the data', false)
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .addHelpText('after', AFTER)
    .allowExcessArguments(false)
    .action(async (typed: Typed) => {
      const {
        candles,
        symbol,
        swap,
        set,
        warmUp,
        slippage,
        swapSource,
        stopOut,
        inside,
        ...others
      } = typed;
      const { learning, prior, verdict, minExpectedR, oneProven, confidence, ...rest } = others;
      await run({
        timeframe: null,
        from: null,
        to: null,
        balance: null,
        accountCurrency: null,
        commission: null,
        profile: null,
        walkForward: null,
        workers: null,
        html: null,
        ruleSet: null,
        initialBalance: null,
        calendar: null,
        ...rest,
        ...costTermsOf({ slippage, swap, swapSource, stopOut, inside }),
        markets: marketFilesOf(candles, symbol),
        verdict: { wish: typedWish(typed), learning, prior: readPrior(prior ?? null) },
        settings: set,
        warmUpBars: warmUp,
      });
    });
  for (const option of [...verdictOptions(), ...ruleSetOptions()]) command.addOption(option);
  return addCostOptions(command);
}

/** An amount in major units, kept as text until the currency is known. */
function parseAmount(text: string): string {
  decimalBetween(0, 100_000)(text);
  return text;
}

/** Settings of a profile that are numbers; null, for no limit, cannot be typed. */
const SHAPES = new Map<string, z.ZodType>([
  ...Object.entries(riskProfile.shape),
  ...Object.entries(exitProfile.shape),
]);
SHAPES.delete('currency_pairs');
const KEYS = [...SHAPES.keys()];

/** @throws InvalidArgumentError as every function of this file: one sentence for the person who typed it */
function parseDay(text: string): string {
  if (serverDayStart(text) !== null) return text;
  throw new InvalidArgumentError('It must be a day such as 2025-01-31.');
}

function parseSpread(text: string): SpreadChoice {
  if (text === 'usual' || text === 'file') return text;
  if (/^\d{1,6}$/.test(text)) return Number(text);
  throw new InvalidArgumentError('It must be usual, file, or a whole number of points.');
}

function parseObjective(text: string): Objective {
  const objective = OBJECTIVES.find((known) => known === text);
  if (objective) return objective;
  throw new InvalidArgumentError(`It must be one of ${OBJECTIVES.join(', ')}.`);
}

/** @example parseWalkForward('12m/3m') // { inMonths: 12, outMonths: 3 } */
function parseWalkForward(text: string): ReplayOptions['walkForward'] {
  const [, inText, outText] = /^(\d{1,3})m\/(\d{1,3})m$/.exec(text) ?? [];
  const [inMonths, outMonths] = [Number(inText), Number(outText)];
  if (inMonths >= 1 && outMonths >= 1) return { inMonths, outMonths };
  throw new InvalidArgumentError(
    'It must be months to choose on and months to trade, such as 12m/3m.',
  );
}

/** Collects `key=value`. */
function collectSetting(
  text: string,
  before: ReplayOptions['settings'],
): ReplayOptions['settings'] {
  const { key, values } = axisOf(text);
  const [value, ...others] = values;
  if (value === undefined || others.length > 0) {
    throw new InvalidArgumentError('It takes one value; several are tried with --sweep.');
  }
  return { ...before, [key]: value };
}

/** Collects `key=value,value,…`. */
function collectSweep(text: string, before: readonly SweepAxis[]): readonly SweepAxis[] {
  const axis = axisOf(text);
  if (before.some(({ key }) => key === axis.key)) {
    throw new InvalidArgumentError(`${axis.key} is swept already; give all its values at once.`);
  }
  return [...before, axis];
}

function axisOf(text: string): SweepAxis {
  const [, key = '', list = ''] = /^([^=]*)=?(.*)$/s.exec(text) ?? [];
  const shape = SHAPES.get(key);
  if (!shape) {
    throw new InvalidArgumentError(`'${key}' is no setting; there are ${KEYS.join(', ')}.`);
  }
  const values = list.split(',').map((value) => {
    const number = /^\d+(\.\d+)?$/.test(value) ? Number(value) : Number.NaN;
    const found = shape.safeParse(number);
    if (found.success) return number;
    const why = found.error.issues[0]?.message ?? 'is not allowed';
    throw new InvalidArgumentError(`${key} cannot be '${value}': ${why}.`);
  });
  return { key, values: [...new Set(values)] };
}
