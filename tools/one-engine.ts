import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { getTradeStatistics } from '@quorate/contract/trades';
import { z } from 'zod';
import { DEMO_ACCOUNT } from './demo/account.ts';
import type { Caller } from './demo/sign-in.ts';
import { fromRoot } from './root.ts';
import { cleanEnvironment } from './service-environment.ts';

/** A paper run of the demo's account. */
export type PaperOfDemo = Readonly<{
  serviceUrl: string;
  candles: string;
  symbol: string;
  /** Where the bot keeps its runs. */
  folder: string;
}>;

const BOT = fromRoot('apps/bot/src/main.ts');

/**
 * Kills the paper bot after a random time, again and again, until it comes to its end or was killed often enough.
 *
 * @returns how often it was killed
 */
export async function killAgainAndAgain(
  run: PaperOfDemo,
  random: () => number,
  most: number,
): Promise<number> {
  for (let kills = 0; kills < most; kills += 1) {
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
  return most;
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

/** The trades of a replay, a line each. @param prior file of what is known before the first candle */
export async function replayOf(
  candles: string,
  symbol: string,
  prior: string | null = null,
): Promise<string[]> {
  const args = ['replay', '--json', '--candles', `${symbol}=${candles}`];
  if (prior !== null) args.push('--prior', prior);
  const bot = spawn(process.execPath, [BOT, ...args], {
    env: cleanEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [[code], report, words] = await Promise.all([
    once(bot, 'close'),
    text(bot.stdout),
    text(bot.stderr),
  ]);
  if (code !== 0) throw new Error(`the replay ended with code ${code}:\n${words}`);
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

/** Fetches what the service knows of a symbol's hourly candles, as a person does. */
export async function fetchPrior(run: PaperOfDemo, file: string): Promise<void> {
  const { username, password } = DEMO_ACCOUNT;
  const args = ['prior', '--symbol', run.symbol, '--timeframe', 'H1', '--out', file];
  args.push('--user', username, '--password-stdin', '--service', run.serviceUrl);
  args.push('--data-dir', run.folder);
  const bot = spawn(process.execPath, [BOT, ...args], {
    env: cleanEnvironment(),
    stdio: ['pipe', 'ignore', 'pipe'],
  });
  bot.stdin.end(`${password}\n`);
  const [[code], words] = await Promise.all([once(bot, 'close'), text(bot.stderr)]);
  if (code !== 0) throw new Error(`bot prior ended with code ${code}:\n${words}`);
}

/** Closed trades of a symbol as the service has them, oldest first. @param from the first opening that counts */
export async function tradesOf(
  { userId, get }: Caller,
  symbol: string,
  from = '',
): Promise<string[]> {
  const lines: string[] = [];
  for (let page = 1; ; page += 1) {
    const path = `${getTradeStatistics.path.replace(':user_id', userId)}?page=${page}&per_page=100`;
    const { recent_trades: trades, pagination } = getTradeStatistics.reply.parse(await get(path));
    for (const trade of trades) {
      if (trade.symbol !== symbol || trade.status !== 'CLOSED') continue;
      if (trade.opened_at < from) continue;
      const { opened_at, trade_type, volume, price, closed_at, close_price, profit } = trade;
      lines.push(
        [opened_at, trade_type, volume, price, closed_at, close_price, profit.toFixed(2)].join(' '),
      );
    }
    if (page >= pagination.total_pages) return lines.toSorted();
  }
}

/** What only one of them has; the replay's last trades are closed at its end and open on paper. */
export function differenceOf(replayed: readonly string[], traded: readonly string[]): string[] {
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
