import { Command } from 'commander';
import { decimalBetween, parseSymbol, parseTimeframe, wholeBetween } from '../../parse-options.ts';
import type { SimulatorOptions } from './run-simulator.ts';

const AFTER = `
Examples:
  bot simulate-terminal --bridge-file bridge.txt --account 51234567 --server Simulated-Demo
  bot simulate-terminal --bridge-file bridge.txt --candles EURUSD_M1.csv.gz --speed 60

"bot terminal token --profile NAME --file bridge.txt" writes the bridge file. Start
"bot live" with a profile of the same account and server, and this command beside it.
The broker, the prices and the money are made up.
`;

type Typed = Omit<SimulatorOptions, 'symbols' | 'candles' | 'timeframe' | 'brokerServer'> &
  Partial<Pick<SimulatorOptions, 'timeframe'>> & {
    candles?: string;
    symbol: string[];
    server: string;
  };

/** The command `simulate-terminal`. @param run takes the checked options */
export function simulatorCommand(run: (options: SimulatorOptions) => Promise<void>): Command {
  return new Command('simulate-terminal')
    .description('a simulated MetaTrader 5 that dials the bot, to try live trading with play money')
    .requiredOption('--bridge-file <file>', 'the bridge.txt that the bot wrote')
    .option(
      '--symbol <name>',
      'what is quoted; may be given several times (default: EURUSD)',
      (text: string, before: string[]) => [...before, parseSymbol(text)],
      [],
    )
    .option('--candles <file>', 'candle file of the first symbol (default: made-up prices)')
    .option('--timeframe <name>', 'length of its candles (default: as in the file)', parseTimeframe)
    .option(
      '--speed <n>',
      "how much faster than the computer's clock the market's runs",
      decimalBetween(0.1, 1_000),
      1,
    )
    .option('--seed <n>', 'of the made-up prices', wholeBetween(0, 2_147_483_647), 1)
    .option('--account <number>', 'number of the account', '51234567')
    .option('--server <name>', "name of the broker's server", 'Simulated-Demo')
    .addHelpText('after', AFTER)
    .allowExcessArguments(false)
    .action(async ({ candles, timeframe, symbol, server, ...options }: Typed) => {
      const symbols = symbol.length === 0 ? ['EURUSD'] : symbol;
      await run({
        ...options,
        candles: candles ?? null,
        timeframe: timeframe ?? null,
        symbols,
        brokerServer: server,
      });
    });
}
