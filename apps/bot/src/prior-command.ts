import type { Timeframe } from '@quorate/trading/market/candle';
import { Command } from 'commander';
import { dataDirOption, examples, jsonOption } from './command-line/common-options.ts';
import type { CredentialSource } from './paper-options.ts';
import { parseService, parseSymbol, parseTimeframe } from './parse-options.ts';

/** Which record is wanted, and where it is written. */
export type PriorOptions = Readonly<{
  symbol: string;
  timeframe: Timeframe;
  /** null: standard output. */
  out: string | null;
  user: string;
  /** Base address without a slash at the end. */
  service: string;
  dataDir: string;
  json: boolean;
}>;

type Typed = Omit<PriorOptions, 'out'> &
  Readonly<{ out?: string; password?: string; passwordStdin?: boolean; code?: string }>;

/**
 * The command `prior`.
 *
 * @param run takes the checked options
 */
export function priorCommand(
  run: (options: PriorOptions, credentials: CredentialSource) => Promise<void>,
): Command {
  return new Command('prior')
    .description(
      'write what the service knows of the analysts on a market, for replay --prior to begin with',
    )
    .requiredOption('--symbol <name>', 'the market, such as EURUSD', parseSymbol)
    .requiredOption('--timeframe <name>', 'length of its candles, such as H1', parseTimeframe)
    .option('--out <file>', 'file to write (default: standard output)')
    .requiredOption('--user <name>', 'username or e-mail address at the service')
    .option('--password <password>', 'password (better: --password-stdin or QUORATE_PASSWORD)')
    .option('--password-stdin', 'read the password from standard input')
    .option('--code <code>', 'code from the dashboard, in place of the password (or QUORATE_CODE)')
    .option('--service <url>', 'address of the service', parseService, 'http://localhost:3000')
    .addOption(dataDirOption())
    .addOption(jsonOption())
    .addHelpText(
      'after',
      examples(
        'prior --symbol EURUSD --timeframe H1 --out prior.json --user mira',
        'replay --candles EURUSD_H1.csv.gz --prior prior.json',
      ),
    )
    .allowExcessArguments(false)
    .action(async ({ password, passwordStdin, code, out, ...typed }: Typed) => {
      await run(
        { ...typed, out: out ?? null },
        { fromStdin: passwordStdin ?? false, password: password ?? null, code: code ?? null },
      );
    });
}
