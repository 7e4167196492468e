import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import { fromRoot } from '../root.ts';
import { killOnExit } from '../run.ts';
import { cleanEnvironment } from '../service-environment.ts';

const TIMEOUT_MS = 90_000;

/** The figures of the bot's own report that the dashboard must agree with; money in major units. */
export type BotReport = {
  account: { currency: string };
  trades: number;
  wins: number;
  losses: number;
  win_rate: number;
  net_profit: number;
  total_profit: number;
  total_loss: number;
  profit_factor_text: string;
  start_balance: number;
  balance: number;
  synced: number;
  unsynced: number;
};

/**
 * Runs the paper bot as a trader does, as a program of its own, to the end of the file.
 *
 * @param run.folder where the bot keeps its runs; the same folder again goes on with the same run
 * @throws Error with the bot's own words when it ends badly
 */
export async function runPaperBot(run: {
  serviceUrl: string;
  person: { username: string; password: string };
  candles: string;
  symbol: string;
  folder: string;
  options?: string[];
}): Promise<BotReport> {
  const args = ['paper', '--json', '--candles', run.candles, '--symbol', run.symbol];
  args.push('--user', run.person.username, '--password-stdin');
  args.push('--service', run.serviceUrl, '--data-dir', run.folder, ...(run.options ?? []));
  const bot = spawn(process.execPath, [fromRoot('apps/bot/src/main.ts'), ...args], {
    env: cleanEnvironment(),
    stdio: ['pipe', 'pipe', 'pipe'],
  });
  // A bot that waits for ever would leave its caller without the bot's last words.
  const limit = setTimeout(() => bot.kill('SIGKILL'), TIMEOUT_MS);
  const release = killOnExit(bot);
  bot.stdin.end(`${run.person.password}\n`);
  const [[code], report, words] = await Promise.all([
    once(bot, 'close'),
    text(bot.stdout),
    text(bot.stderr),
  ]);
  clearTimeout(limit);
  release();
  if (code !== 0) {
    const end = code === null ? `was not done within ${TIMEOUT_MS} ms` : `ended with code ${code}`;
    throw new Error(`the bot ${end}:\n${words}\n${report}`);
  }
  return JSON.parse(report);
}
