import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';
import { getTradeStatistics } from '@quorate/contract/trades';
import { createRandom } from '@quorate/trading/market/random';
import { z } from 'zod';
import { DEMO_ACCOUNT } from '../tools/demo/account.ts';
import { makeAccount } from '../tools/demo/make-account.ts';
import { runPaperBot } from '../tools/demo/run-paper-bot.ts';
import { type Caller, signIn } from '../tools/demo/sign-in.ts';
import { freePort } from '../tools/free-port.ts';
import { fromRoot } from '../tools/root.ts';
import { startService } from '../tools/service.ts';
import { cleanEnvironment } from '../tools/service-environment.ts';
import type { Benchmark } from './benchmark.ts';

const YEAR = '2014';
const SERIES = [
  { symbol: 'EURUSD', file: 'EURUSD_H1_oanda_bidask_2007-2018.csv.gz' },
  { symbol: 'GBPUSD', file: 'GBPUSD_H1_ejtrader_2012-2022.csv.gz' },
  { symbol: 'AUDUSD', file: 'AUDUSD_H1_ejtrader_2012-2022.csv.gz' },
  { symbol: 'XAUUSD', file: 'XAUUSD_H1_ejtrader_2012-2022.csv.gz' },
] as const;
/** The bot is killed so often in its year: once a week. */
const KILLS = 52;

/**
 * A year of each of four real series twice: replayed, and on paper through the service, which learns from what the bot
 * reports; the paper bot is killed (SIGKILL) after random times, 52 times where it lives so long, and begun again. Trades are compared
 * by their times, prices, lots and results; what is open at the end is left out, which a replay closes.
 */
export const benchmark: Benchmark = {
  name: 'verdict.one-engine',
  title: 'trades that differ between replay and paper through the service, a year of four series',
  unit: 'trades',
  bar: { of: 'figure', op: '<=', value: 0 },
  async run({ folder, onEnd, say }) {
    const [first] = SERIES;
    if (!existsSync(sharedFile(first.file))) throw new Error('the real candles are missing');
    const dataDir = join(folder, 'data');
    await makeAccount({ dataDir }, 'Elite');
    const service = await startService({ port: await freePort(), dataDir });
    onEnd(service.stop);
    const random = createRandom(4);
    const found = { differing: 0, trades: 0, kills: 0 };
    for (const series of SERIES) {
      const candles = yearOf(series, folder);
      const replayed = await replayOf(candles, series.symbol);
      const run = {
        serviceUrl: service.url,
        candles,
        symbol: series.symbol,
        folder: join(folder, 'bot'),
      };
      const kills = await killAgainAndAgain(run, random);
      await runPaperBot({ ...run, person: DEMO_ACCOUNT });
      const caller = await signIn(service.url);
      const traded = await tradesOf(caller, series.symbol);
      const differing = differenceOf(replayed, traded);
      for (const line of differing.slice(0, 5)) say(line);
      say(`${series.symbol}: ${traded.length} trades, ${differing.length} differ, ${kills} kills`);
      found.differing += differing.length;
      found.trades += traded.length;
      found.kills += kills;
    }
    if (found.trades === 0) throw new Error('nothing was traded');
    return {
      figure: found.differing,
      note: `${found.trades} closed trades of ${YEAR} on ${SERIES.map(({ symbol }) => symbol).join(', ')}; the bot was killed ${found.kills} times`,
    };
  },
};

type Run = Readonly<{ serviceUrl: string; candles: string; symbol: string; folder: string }>;

function sharedFile(name: string): string {
  return fromRoot(`../shared/data/bars/${name}`);
}

function yearOf({ symbol, file }: (typeof SERIES)[number], folder: string): string {
  const path = join(folder, `${symbol}_H1.csv`);
  const [header = '', ...rows] = gunzipSync(readFileSync(sharedFile(file)))
    .toString('utf8')
    .split('\n');
  writeFileSync(path, [header, ...rows.filter((row) => row.startsWith(YEAR)), ''].join('\n'));
  return path;
}

const BOT = fromRoot('apps/bot/src/main.ts');

/** Kills the paper bot after a random time, again and again, until it comes to its end or was killed often enough. */
async function killAgainAndAgain(run: Run, random: () => number): Promise<number> {
  for (let kills = 0; kills < KILLS; kills += 1) {
    const { username, password } = DEMO_ACCOUNT;
    const args = ['paper', '--json', '--candles', run.candles, '--symbol', run.symbol];
    args.push('--user', username, '--password-stdin', '--service', run.serviceUrl);
    args.push('--data-dir', run.folder);
    const bot = spawn(process.execPath, [BOT, ...args], {
      env: cleanEnvironment(),
      stdio: ['pipe', 'ignore', 'ignore'],
    });
    bot.stdin.end(`${password}\n`);
    const ended = once(bot, 'close');
    const over = await Promise.race([ended, sleep(1_500 + 1_500 * random())]);
    if (over) return kills;
    bot.kill('SIGKILL');
    await ended;
  }
  return KILLS;
}

const replayReport = z.object({
  trade_list: z.array(
    z.object({
      side: z.string(),
      lots: z.number(),
      opened_at: z.string(),
      open_price: z.number(),
      closed_at: z.string().nullable(),
      close_price: z.number().nullable(),
      net: z.number(),
    }),
  ),
});

async function replayOf(candles: string, symbol: string): Promise<string[]> {
  const args = ['replay', '--json', '--candles', `${symbol}=${candles}`];
  const bot = spawn(process.execPath, [BOT, ...args], {
    env: cleanEnvironment(),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [[code], report] = await Promise.all([once(bot, 'close'), text(bot.stdout)]);
  if (code !== 0) throw new Error(`the replay ended with code ${code}`);
  return replayReport
    .parse(JSON.parse(report))
    .trade_list.map((trade) =>
      [
        trade.opened_at,
        trade.side,
        trade.lots,
        trade.open_price,
        trade.closed_at,
        trade.close_price,
        trade.net.toFixed(2),
      ].join(' '),
    );
}

/** Closed trades of a symbol as the service has them, oldest first. */
async function tradesOf({ userId, get }: Caller, symbol: string): Promise<string[]> {
  const lines: string[] = [];
  for (let page = 1; ; page += 1) {
    const path = `${getTradeStatistics.path.replace(':user_id', userId)}?page=${page}&per_page=100`;
    const { recent_trades: trades, pagination } = getTradeStatistics.reply.parse(await get(path));
    for (const trade of trades) {
      if (trade.symbol !== symbol || trade.status !== 'CLOSED') continue;
      const { opened_at, trade_type, volume, price, closed_at, close_price, profit } = trade;
      lines.push(
        [opened_at, trade_type, volume, price, closed_at, close_price, profit.toFixed(2)].join(' '),
      );
    }
    if (page >= pagination.total_pages) return lines.toSorted();
  }
}

/** What only one of them has; the replay's last trades are closed at its end and open on paper. */
function differenceOf(replayed: readonly string[], traded: readonly string[]): string[] {
  const last = replayed.at(-1)?.split(' ')[4] ?? '';
  const closedAtEnd = (line: string) => line.split(' ')[4] === last;
  const onPaper = new Set(traded);
  const inReplay = new Set(replayed);
  return [
    ...replayed
      .filter((line) => !onPaper.has(line) && !closedAtEnd(line))
      .map((line) => `replay: ${line}`),
    ...traded.filter((line) => !inReplay.has(line)).map((line) => `paper:  ${line}`),
  ];
}
