import { EXIT_SETTINGS, type ExitFields, exitSettingsFrom } from '@quorate/trading/exits/exits';
import { TIMEFRAMES } from '@quorate/trading/market/candle';
import type { NumberSetting } from '@quorate/trading/risk/rule';
import { PROFILE_SETTINGS, type RiskFields, settingsFrom } from '@quorate/trading/risk/rules';
import { Command, Option } from 'commander';
import { BotFault } from './bot-fault.ts';
import {
  dataDirOption,
  jsonOption,
  type TypedVerdict,
  typedWish,
  verboseOption,
  verdictOptions,
} from './command-line/common-options.ts';
import {
  addCostOptions,
  type CostTerms,
  costTermsOf,
  type TypedCosts,
} from './markets/cost-options.ts';
import type { CredentialSource, MarketFile, PaperOptions } from './paper-options.ts';
import {
  decimalBetween,
  parseBalance,
  parseCurrency,
  parseService,
  parseSpeed,
  parseSymbol,
  parseTimeframe,
  parseZone,
  wholeBetween,
} from './parse-options.ts';
import { whatOf } from './profiles/profile-fields.ts';
import { ruleSetOptions } from './run/rule-set-option.ts';

const AFTER = `
Examples:
  bot paper --candles EURUSD_H1.csv.gz --symbol EURUSD --user mira --password-stdin < secret.txt
  bot paper --candles export.csv --symbol XAUUSD --user mira --speed 5
  bot paper --candles EURUSD_H1.csv.gz --symbol EURUSD --user mira --code F7KQ-2MXD
  bot paper --candles EURUSD_H1.csv --symbol EURUSD \\
    --candles XAUUSD_H1.csv --symbol XAUUSD --user mira
  bot paper --candles EURGBP_M15.csv --symbol EURGBP --account-currency GBP --user mira --json

The first time, the bot signs in with a code from the dashboard (--code or the variable
QUORATE_CODE), or with the password (--password-stdin, --password or the variable
QUORATE_PASSWORD; other people on the computer can read --password and --code in the list
of processes). Then it keeps a token of its own in the vault, until you end it on the
dashboard.

A run can be ended at any time, and started again with the same options it goes on where
it was.
`;

/** Options as the parser leaves them: what was not given and has no default is absent. */
type Typed = Omit<
  PaperOptions,
  | keyof Absent
  | keyof CostTerms
  | 'markets'
  | 'risk'
  | 'exits'
  | 'verdict'
  | 'candlesPerSecond'
  | 'giveUpAfterMs'
> &
  Partial<Absent> &
  TypedCosts &
  TypedVerdict & { candles: readonly string[]; symbol: readonly string[]; giveUpAfter: number };

type Absent = Pick<
  PaperOptions,
  'timeframe' | 'balance' | 'accountCurrency' | 'ruleSet' | 'initialBalance' | 'calendar'
> & {
  speed: number | null;
  password: string;
  code: string;
  passwordStdin: boolean;
};

/**
 * The command `paper` with its options, each checked before anything else happens.
 *
 * @param run takes the checked options
 */
export function paperCommand(
  run: (options: PaperOptions, credentials: CredentialSource) => Promise<void>,
): Command {
  const command = new Command('paper')
    .description(
      'trade a file of real candles on a simulated account, every decision asked from the service',
    )
    .requiredOption(
      '--candles <file>',
      'candle file: CSV, plain or gzip, or an export of MetaTrader 5; once for each symbol',
      (file: string, before: readonly string[] | undefined) => [...(before ?? []), file],
    )
    .requiredOption(
      '--symbol <name>',
      'what the candles are of, such as EURUSD; in the order of the files',
      (name: string, before: readonly string[] | undefined) => [
        ...(before ?? []),
        parseSymbol(name),
      ],
    )
    .requiredOption('--user <name>', 'username or e-mail address at the service')
    .option('--password <password>', 'password (better: --password-stdin or QUORATE_PASSWORD)')
    .option('--password-stdin', 'read the password from standard input')
    .option('--code <code>', 'code from the dashboard, in place of the password (or QUORATE_CODE)')
    .option('--service <url>', 'address of the service', parseService, 'http://localhost:3000')
    .option('--speed <n>', 'candles a second, or max (default: max)', parseSpeed)
    .option(
      '--fast-first <n>',
      'candles at the start that --speed is not for: they are walked at once',
      wholeBetween(0, 10_000_000),
      0,
    )
    .option(
      '--zone <zone>',
      "clock of the file's times: auto, server (New York + 7 h) or utc",
      parseZone,
      'auto',
    )
    .option(
      '--timeframe <name>',
      `length of the candles: ${TIMEFRAMES.join(', ')} (default: as in the file)`,
      parseTimeframe,
    )
    .option(
      '--balance <amount>',
      'balance of the account at the start (default: 10000, and 1000000 in yen and the like)',
      parseBalance,
    )
    .option(
      '--account-currency <code>',
      'currency of the account (default: USD where the symbol has it, else its second one)',
      parseCurrency,
    )
    .option(
      '--give-up-after <seconds>',
      'how long an unreachable service is waited for',
      wholeBetween(0, 86_400),
      120,
    )
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .addOption(verboseOption())
    .addHelpText('after', AFTER)
    .allowExcessArguments(false)
    .action(async (typed: Typed) => {
      const {
        speed = null,
        candles,
        symbol,
        giveUpAfter,
        password = null,
        code = null,
        passwordStdin = false,
        slippage,
        swap,
        swapSource,
        stopOut,
        inside,
        verdict,
        minExpectedR,
        oneProven,
        confidence,
        ...options
      } = typed;
      await run(
        {
          ...options,
          ...costTermsOf({ slippage, swap, swapSource, stopOut, inside }),
          markets: marketFiles(candles, symbol),
          timeframe: typed.timeframe ?? null,
          balance: typed.balance ?? null,
          accountCurrency: typed.accountCurrency ?? null,
          ruleSet: typed.ruleSet ?? null,
          initialBalance: typed.initialBalance ?? null,
          calendar: typed.calendar ?? null,
          verdict: typedWish(typed),
          risk: settingsFrom(typedIn<RiskFields>(command, PROFILE_SETTINGS)),
          exits: exitSettingsFrom(typedIn<ExitFields>(command, EXIT_SETTINGS)),
          candlesPerSecond: speed,
          giveUpAfterMs: giveUpAfter * 1_000,
        },
        { fromStdin: passwordStdin, password, code },
      );
    });
  addCostOptions(command);
  for (const option of [...verdictOptions(), ...ruleSetOptions()]) command.addOption(option);
  for (const setting of [...PROFILE_SETTINGS, ...EXIT_SETTINGS])
    command.addOption(settingOption(setting));
  return command;
}

type FieldSetting = NumberSetting & Readonly<{ field: string }>;

/** What is typed for no such limit. */
const NONE = 'none';

/** An option for each setting; without it, the setting's default. */
function settingOption(setting: FieldSetting): Option {
  const { least, most, whole, optional } = setting;
  const number = whole ? wholeBetween(least, most) : decimalBetween(least, most);
  const option = new Option(`--${optionOf(setting)} <n>`, whatOf(setting));
  // A parsed null would become an empty text.
  option.argParser((text) => (optional && text === NONE ? NONE : number(text)));
  return setting.default === null ? option : option.default(setting.default);
}

function optionOf({ option, field }: FieldSetting): string {
  return option ?? field.replaceAll('_', '-');
}

/** What was typed of some settings, by their fields. */
function typedIn<Fields>(command: Command, settings: readonly FieldSetting[]): Partial<Fields> {
  const typed: Readonly<Record<string, number | typeof NONE>> = command.opts();
  return Object.fromEntries(
    settings.flatMap((setting) => {
      const value = typed[settingOption(setting).attributeName()];
      return value === undefined ? [] : [[setting.field, value === NONE ? null : value]];
    }),
  ) as Partial<Fields>;
}

/** @throws BotFault `usage` when files and symbols do not pair up */
function marketFiles(
  candles: readonly string[],
  symbols: readonly string[],
): readonly MarketFile[] {
  if (candles.length !== symbols.length) {
    throw new BotFault(
      'usage',
      `Each --candles needs its --symbol, in the same order: there are ${candles.length} and ${symbols.length}.`,
    );
  }
  const twice = symbols.find((symbol, at) => symbols.indexOf(symbol) !== at);
  if (twice !== undefined) {
    throw new BotFault('usage', `--symbol ${twice} is there twice; a symbol has one file.`);
  }
  return candles.map((file, at) => ({ candles: file, symbol: symbols[at] ?? '' }));
}
