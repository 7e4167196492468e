import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, existsSync, mkdirSync } from 'node:fs';
import { createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { HOUR_MS, instant } from '@quorate/values/instant';
import { DEMO_ACCOUNT } from './demo/account.ts';
import { makeAccount } from './demo/make-account.ts';
import { writeMarketFile } from './demo/market-file.ts';
import { fromRoot } from './root.ts';
import { killOnExit } from './run.ts';
import { type RunningService, startService } from './service.ts';
import { cleanEnvironment } from './service-environment.ts';
import { ensureSite } from './site.ts';

const SYMBOL = 'EURUSD';
/** Walked at once, so that the dashboard is filled: five months. */
const BARS_BEFORE = 10_000;
/** Traded while you look on: three weeks in 100 minutes. */
const BARS_LIVE = 1_500;
const BARS_A_SECOND = 0.25;
const SEED = 20;

const say = (line: string) => void process.stdout.write(`${line}\n`);

say(`Quorate's demo is starting (Node ${process.versions.node}).`);
try {
  await demo(
    portFrom(process.env.PORT || '3000'),
    resolve(process.env.DATA_DIR || fromRoot('.data/demo')),
  );
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exit(1);
}

function portFrom(text: string): number {
  const port = Number(text);
  if (Number.isInteger(port) && port >= 1 && port <= 65_535) return port;
  throw new Error(`PORT is '${text}'; it must be a whole number from 1 to 65535`);
}

async function demo(port: number, dataDir: string): Promise<void> {
  await expectFree(port);
  await ensureSite(say);
  // What the demo stores is for its user alone; the site above is for everybody.
  process.umask(0o077);
  makeFolder(dataDir);
  await makeAccount({ dataDir });
  // The port after ours, as always: links of bills are kept with it.
  const service = await startService({ port, dataDir, env: { PADDLE_EMULATOR_PORT: '' } });
  const bot = startBot(service.url, dataDir, writeMarket(dataDir));
  endTogether(service, bot);
  say(
    [
      '',
      `  The site       ${service.url}`,
      `  Sign in at     ${service.url}/login`,
      `  Username       ${DEMO_ACCOUNT.username}`,
      `  Password       ${DEMO_ACCOUNT.password}`,
      `  Data           ${dataDir}`,
      '',
      `A paper bot trades five months of a made-up ${SYMBOL} market at once, then goes on with a candle every`,
      `${1 / BARS_A_SECOND} seconds: watch it on the dashboard. Ctrl-C ends everything; the next start goes on.`,
      '',
    ].join('\n'),
  );
  const [code] = await once(bot, 'exit');
  if (code === 0)
    say(
      `\nThe bot has reached the end of its market; the site stays at ${service.url} until Ctrl-C. To begin anew, remove ${dataDir}.`,
    );
  else say(`\nThe bot ended with code ${code}; the site stays at ${service.url} until Ctrl-C.`);
}

/** Asked before anything is built or stored: the service itself would say it only at the end. */
async function expectFree(port: number): Promise<void> {
  const server = createServer();
  server.listen(port, 'localhost');
  try {
    await once(server, 'listening');
  } catch (cause) {
    throw new Error(
      `Port ${port} cannot be used (another program, maybe another demo, has it). Stop that one, or choose another port: PORT=3001 npm run demo`,
      { cause },
    );
  }
  server.close();
  await once(server, 'close');
}

function makeFolder(folder: string): void {
  try {
    mkdirSync(folder, { recursive: true });
    accessSync(folder, constants.W_OK);
  } catch (cause) {
    throw new Error(`The folder ${folder} cannot be written to. Set DATA_DIR to another one.`, {
      cause,
    });
  }
}

/** The market of the first start; later starts go on with it, and with the bot's run on it. */
function writeMarket(dataDir: string): string {
  const file = join(dataDir, `${SYMBOL}_M15_made-up.csv.gz`);
  if (existsSync(file)) return file;
  const end = instant(Math.floor(Date.now() / HOUR_MS) * HOUR_MS);
  writeMarketFile(file, {
    symbol: SYMBOL,
    timeframe: 'M15',
    digits: 5,
    bars: BARS_BEFORE + BARS_LIVE,
    end,
    seed: SEED,
  });
  return file;
}

function startBot(serviceUrl: string, dataDir: string, candles: string): ChildProcess {
  return spawn(
    process.execPath,
    [
      fromRoot('apps/bot/src/main.ts'),
      'paper',
      '--candles',
      candles,
      '--symbol',
      SYMBOL,
      '--zone',
      'utc',
      '--fast-first',
      String(BARS_BEFORE),
      '--speed',
      String(BARS_A_SECOND),
      '--user',
      DEMO_ACCOUNT.username,
      '--service',
      serviceUrl,
      '--data-dir',
      join(dataDir, 'bot'),
    ],
    {
      env: {
        ...cleanEnvironment(),
        QUORATE_PASSWORD: DEMO_ACCOUNT.password,
        QUORATE_VAULT: 'file',
      },
      stdio: ['ignore', 'inherit', 'inherit'],
      // As the service: the terminal's Ctrl-C comes to us alone, and we end the bot first.
      detached: true,
    },
  );
}

/** Ctrl-C ends the bot, which still sends what it has, and then the service. */
function endTogether(service: RunningService, bot: ChildProcess): void {
  killOnExit(bot);
  let ending = false;
  const end = async () => {
    if (ending) process.exit(130);
    ending = true;
    if (bot.exitCode === null && bot.signalCode === null) {
      bot.kill('SIGINT');
      await once(bot, 'exit');
    }
    await service.stop();
    process.exit(0);
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.on(signal, () => void end());
}
