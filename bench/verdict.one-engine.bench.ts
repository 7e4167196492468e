import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { createRandom } from '@quorate/trading/market/random';
import { DEMO_ACCOUNT } from '../tools/demo/account.ts';
import { makeAccount } from '../tools/demo/make-account.ts';
import { runPaperBot } from '../tools/demo/run-paper-bot.ts';
import { signIn } from '../tools/demo/sign-in.ts';
import { freePort } from '../tools/free-port.ts';
import {
  differenceOf,
  fetchPrior,
  killAgainAndAgain,
  replayOf,
  tradesOf,
} from '../tools/one-engine.ts';
import { fromRoot } from '../tools/root.ts';
import { startService } from '../tools/service.ts';
import type { Benchmark } from './benchmark.ts';

const YEAR = '2014';
/** Begins with what the service has learned in the year before, as a file that the replay reads. */
const NEXT_YEAR = '2015';
const SERIES = [
  { symbol: 'EURUSD', file: 'EURUSD_H1_oanda_bidask_2007-2018.csv.gz' },
  { symbol: 'GBPUSD', file: 'GBPUSD_H1_ejtrader_2012-2022.csv.gz' },
  { symbol: 'AUDUSD', file: 'AUDUSD_H1_ejtrader_2012-2022.csv.gz' },
  { symbol: 'XAUUSD', file: 'XAUUSD_H1_ejtrader_2012-2022.csv.gz' },
] as const;
/** The bot is killed so often in its year: once a week. */
const KILLS = 52;

/**
 * A year of each of four real series twice, and the year after with what was learned until then: replayed, and on paper through the service, which learns from what the bot
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
      for (const year of [YEAR, NEXT_YEAR]) {
        const { symbol } = series;
        const candles = yearOf(series, year, folder);
        const run = { serviceUrl: service.url, candles, symbol, folder: join(folder, 'bot') };
        const prior = year === YEAR ? null : join(folder, `${symbol}.prior.json`);
        if (prior !== null) await fetchPrior(run, prior);
        const replayed = await replayOf(candles, symbol, prior);
        const kills = await killAgainAndAgain(run, random, KILLS);
        await runPaperBot({ ...run, person: DEMO_ACCOUNT });
        const traded = await tradesOf(await signIn(service.url), symbol, year);
        const differing = differenceOf(replayed, traded);
        for (const line of differing.slice(0, 5)) say(line);
        say(
          `${symbol} ${year}: ${traded.length} trades, ${differing.length} differ, ${kills} kills`,
        );
        found.differing += differing.length;
        found.trades += traded.length;
        found.kills += kills;
      }
    }
    if (found.trades === 0) throw new Error('nothing was traded');
    return {
      figure: found.differing,
      note: `${found.trades} closed trades of ${YEAR}, and of ${NEXT_YEAR} with a prior, on ${SERIES.map(({ symbol }) => symbol).join(', ')}; the bot was killed ${found.kills} times`,
    };
  },
};

function sharedFile(name: string): string {
  return fromRoot(`../shared/data/bars/${name}`);
}

function yearOf({ symbol, file }: (typeof SERIES)[number], year: string, folder: string): string {
  const path = join(folder, `${symbol}_H1_${year}.csv`);
  const [header = '', ...rows] = gunzipSync(readFileSync(sharedFile(file)))
    .toString('utf8')
    .split('\n');
  writeFileSync(path, [header, ...rows.filter((row) => row.startsWith(year)), ''].join('\n'));
  return path;
}
