import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { connect, type NetConnectOpts } from 'node:net';
import { toSeries } from '@quorate/run/candles/candle-file';
import { instrumentFor } from '@quorate/trading/account/instrument';
import type { Timeframe } from '@quorate/trading/market/candle';
import { currencyOf } from '@quorate/values/money';
import { ValueError } from '@quorate/values/value-error';
import { BotFault, EXIT, type ExitCode } from '../../bot-fault.ts';
import { loadCandleFile } from '../../markets/load-candles.ts';
import type { Output } from '../../report/output.ts';
import type { StopSignal } from '../../run/stop-signal.ts';
import { sleep, type Timers } from '../../timers.ts';
import { parseBridgeFile } from '../bridge/bridge-file.ts';
import { pipeName } from '../bridge/listeners.ts';
import { socketWire, type Wire } from '../bridge/wire.ts';
import { play, walk } from './market/feed.ts';
import { symbolTerms } from './market/symbol-terms.ts';
import { createSimulatedTerminal, type SimulatedTerminal } from './simulated-terminal.ts';

export type SimulatorOptions = Readonly<{
  /** The `bridge.txt` that the bot wrote for a terminal. */
  bridgeFile: string;
  symbols: readonly string[];
  /** A candle file of the first symbol; null for made-up prices. */
  candles: string | null;
  timeframe: Timeframe | null;
  speed: number;
  seed: number;
  account: string;
  brokerServer: string;
}>;

/** As long as a timer can be. */
const LONG_MS = 2_147_483_647;

type SimulatorDeps = Readonly<{ timers: Timers; output: Output; stop: StopSignal }>;

/**
 * A terminal for people who want to try the bot without one: it dials the bot and trades with play money
 * until it is interrupted or its candles end.
 *
 * @throws BotFault for a bridge file or candles that cannot be read
 */
export async function runSimulator(
  deps: SimulatorDeps,
  options: SimulatorOptions,
): Promise<ExitCode> {
  const { timers, output, stop } = deps;
  const { token, port, magic, transport } = parseBridgeFile(await readText(options.bridgeFile));
  const bridge =
    transport === 'pipe'
      ? { to: { path: pipeName(port) }, name: pipeName(port) }
      : { to: { host: '127.0.0.1', port }, name: `127.0.0.1:${port}` };
  const [symbol] = options.symbols;
  const file =
    options.candles === null
      ? null
      : await loadCandleFile(options.candles, { zone: 'auto', timeframe: options.timeframe });
  let playedTime = timers.now();
  const terminal = createSimulatedTerminal({
    timers,
    token,
    magic,
    account: { login: options.account, server: options.brokerServer },
    symbols: options.symbols.map((each) =>
      termsFor(each, file && each === symbol ? { digits: file.digits } : {}),
    ),
    alwaysOpen: true,
    ...(file ? { time: () => playedTime } : { speed: options.speed }),
    connect: () => dial(bridge.to, timers),
  });
  output.line(`The simulated terminal dials ${bridge.name} as account ${options.account}.`);
  const stopTelling = tell(terminal, output);
  const ended = new AbortController();
  const feed = { terminal, timers, speed: options.speed };
  const stopFeed =
    file && symbol
      ? play(feed, toSeries(file, symbol, usualSpread(symbol, file.digits)), {
          setTime(moment) {
            playedTime = moment;
          },
          done() {
            output.line('The candles have ended.');
            ended.abort();
          },
        })
      : walk(feed, options.seed);
  // Keeps the process alive, which neither timers nor a missing connection do.
  while (!ended.signal.aborted && !stop.interrupted.aborted) {
    await sleep(LONG_MS, AbortSignal.any([stop.interrupted, ended.signal]));
  }
  stopFeed();
  stopTelling();
  terminal.close();
  return stop.interrupted.aborted ? EXIT.interrupted : EXIT.done;
}

/** @throws BotFault `usage` for what is no pair */
function termsFor(...given: Parameters<typeof symbolTerms>): ReturnType<typeof symbolTerms> {
  try {
    return symbolTerms(...given);
  } catch (error) {
    if (error instanceof ValueError) throw new BotFault('usage', `--symbol: ${error.message}`);
    throw error;
  }
}

async function dial(to: NetConnectOpts, timers: Timers): Promise<Wire> {
  const socket = connect(to);
  await once(socket, 'connect');
  return socketWire(socket, timers);
}

/** Says what happens at the broker. */
function tell(terminal: SimulatedTerminal, output: Output): () => void {
  return terminal.server().onDeal((deal) => {
    const { digits } = deal;
    const lots = (deal.volume / 10 ** deal.volumeDigits).toFixed(deal.volumeDigits);
    const price = (deal.price / 10 ** digits).toFixed(digits);
    output.line(`${deal.type} ${lots} ${deal.symbol} at ${price} (${deal.entry}, ${deal.reason})`);
  });
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (cause) {
    throw new BotFault('terminal', `The bridge file ${path} cannot be read.`, { cause });
  }
}

function usualSpread(symbol: string, digits: number): number {
  const instrument = instrumentFor(symbol, digits, currencyOf('USD'));
  if ('kind' in instrument) throw new BotFault('usage', instrument.message);
  return instrument.typicalSpreadPoints;
}
