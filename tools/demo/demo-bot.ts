import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { tradingWeekOf, tradingWeekStart } from '@quorate/trading/market/trading-day';
import { instant } from '@quorate/values/instant';
import { fromRoot } from '../root.ts';
import { cleanEnvironment } from '../service-environment.ts';
import { DEMO_ACCOUNT } from './account.ts';
import { writeMarketFile } from './market-file.ts';

const DEMO_SYMBOL = 'EURUSD';
/** Traded at once, so that the dashboard is filled: five months. */
const BARS_BEFORE = 10_000;
/** Traded while you look on: three weeks in 100 minutes. */
const BARS_LIVE = 1_500;
const SECONDS_PER_BAR = 4;

/**
 * Starts a paper bot of the demo's account on a made-up market. The first start makes the market; a later one
 * continues with the market, and the bot's run on it, that are there.
 *
 * @param dataDir of the demo; the bot's own folder is in it
 */
export function startDemoBot(serviceUrl: string, dataDir: string): ChildProcess {
  const candles = writeMarket(dataDir);
  const args = ['paper', '--candles', candles, '--symbol', DEMO_SYMBOL, '--zone', 'utc'];
  args.push('--fast-first', String(BARS_BEFORE), '--speed', String(1 / SECONDS_PER_BAR));
  // A made-up market has no edge: a limit that only its owner lifts would end the demo within weeks.
  args.push('--drawdown-limit-percent', 'none');
  args.push('--user', DEMO_ACCOUNT.username, '--service', serviceUrl);
  args.push('--data-dir', join(dataDir, 'bot'));
  return spawn(process.execPath, [fromRoot('apps/bot/src/main.ts'), ...args], {
    env: {
      ...cleanEnvironment(),
      QUORATE_PASSWORD: DEMO_ACCOUNT.password,
      QUORATE_VAULT: 'file',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
    // As the service: the terminal's Ctrl-C comes to us alone, and we end the bot first.
    detached: true,
  });
}

function writeMarket(dataDir: string): string {
  const file = join(dataDir, `${DEMO_SYMBOL}_M15_made-up.csv.gz`);
  if (existsSync(file)) return file;
  // Whole weeks back, the same market lies in the same hours: the demo trades alike on every day.
  const end = tradingWeekStart(tradingWeekOf(instant(Date.now())));
  writeMarketFile(file, {
    symbol: DEMO_SYMBOL,
    timeframe: 'M15',
    digits: 5,
    bars: BARS_BEFORE + BARS_LIVE,
    end,
    seed: 7,
  });
  return file;
}
