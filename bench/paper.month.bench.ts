import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { getTradeStatistics } from '@quorate/contract/trades';
import { instantFromIso } from '@quorate/values/instant';
import { DEMO_ACCOUNT } from '../tools/demo/account.ts';
import { makeAccount } from '../tools/demo/make-account.ts';
import { writeMarketFile } from '../tools/demo/market-file.ts';
import { type BotReport, runPaperBot } from '../tools/demo/run-paper-bot.ts';
import { type Caller, signIn } from '../tools/demo/sign-in.ts';
import { freePort } from '../tools/free-port.ts';
import { fromRoot } from '../tools/root.ts';
import { startService } from '../tools/service.ts';
import type { Benchmark } from './benchmark.ts';

const MONTH = '2014-05';
const MARKETS = [
  { symbol: 'EURUSD', digits: 5, file: 'EURUSD_H1_oanda_bidask_2007-2018.csv.gz', seed: 1 },
  { symbol: 'GBPUSD', digits: 5, file: 'GBPUSD_H1_ejtrader_2012-2022.csv.gz', seed: 2 },
  { symbol: 'XAUUSD', digits: 2, file: 'XAUUSD_H1_ejtrader_2012-2022.csv.gz', seed: 3 },
] as const;

/** A month on one paper account, with a service whose analysts are offline, until the dashboard has it all. */
export const benchmark: Benchmark = {
  name: 'paper.month',
  title: 'a month of EURUSD, GBPUSD and XAUUSD on paper, from the command to its end',
  unit: 's',
  bar: { of: 'figure', op: '<=', value: 10 },
  async run({ folder, onEnd, say }) {
    await makeAccount({ dataDir: join(folder, 'data') });
    const service = await startService({ port: await freePort(), dataDir: join(folder, 'data') });
    onEnd(service.stop);
    const files = MARKETS.map((market) => monthOf(market, folder));
    const options = files.slice(1).flatMap((candles, at) => {
      return ['--candles', candles, '--symbol', MARKETS[at + 1]?.symbol ?? ''];
    });
    const startedAt = performance.now();
    const report = await runPaperBot({
      serviceUrl: service.url,
      person: DEMO_ACCOUNT,
      candles: files[0] ?? '',
      symbol: MARKETS[0].symbol,
      folder: join(folder, 'bot'),
      options,
    });
    const seconds = (performance.now() - startedAt) / 1_000;
    say(`${report.trades} trades, net ${report.net_profit}`);
    await expectSame(await signIn(service.url), report);
    const real = existsSync(sharedFile(MARKETS[0].file));
    return {
      figure: seconds,
      note: `${real ? `real candles of ${MONTH}` : 'made-up candles'}, ${report.trades} closed trades, net ${report.net_profit} ${report.account.currency}; the service's statistics equal the report to the cent`,
    };
  },
};

function sharedFile(name: string): string {
  return fromRoot(`../shared/data/bars/${name}`);
}

/** The month out of the real file, or as many made-up candles where it is absent. */
function monthOf({ symbol, digits, file, seed }: (typeof MARKETS)[number], folder: string): string {
  const real = sharedFile(file);
  if (!existsSync(real)) {
    const path = join(folder, `${symbol}_H1.csv.gz`);
    const end = instantFromIso('2014-05-30T20:00:00Z');
    writeMarketFile(path, { symbol, timeframe: 'H1', digits, bars: 520, seed, end });
    return path;
  }
  const path = join(folder, `${symbol}_H1.csv`);
  const [header = '', ...rows] = gunzipSync(readFileSync(real)).toString('utf8').split('\n');
  const month = rows.filter((row) => row.startsWith(MONTH));
  writeFileSync(path, [header, ...month, ''].join('\n'));
  return path;
}

async function expectSame({ userId, get }: Caller, report: BotReport): Promise<void> {
  const reply = await get(getTradeStatistics.path.replace(':user_id', userId));
  const { statistics } = getTradeStatistics.reply.parse(reply);
  const cents = (amount: number) => Math.round(amount * 100);
  const service = [
    statistics.total_trades,
    statistics.winning_trades,
    statistics.losing_trades,
    cents(statistics.total_profit),
    cents(statistics.total_loss),
  ];
  const bot = [
    report.trades,
    report.wins,
    report.losses,
    cents(report.total_profit),
    cents(report.total_loss),
  ];
  if (report.trades === 0) throw new Error('nothing was traded');
  if (JSON.stringify(service) !== JSON.stringify(bot)) {
    throw new Error(`the dashboard says ${service.join(', ')}, the report ${bot.join(', ')}`);
  }
}
