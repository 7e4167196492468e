import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { GeneratedMarket } from '@quorate/trading/market/market-generator';
import { freePort } from '../free-port.ts';
import { startService } from '../service.ts';
import { DEMO_ACCOUNT } from './account.ts';
import { makeAccount } from './make-account.ts';
import { writeMarketFile } from './market-file.ts';
import { type BotReport, runPaperBot } from './run-paper-bot.ts';

/**
 * Lends out a service of its own on which the demo's account has let the paper bot trade a made-up
 * market to its end. Nothing of it is left behind. The site must be built.
 *
 * @param use gets the service's origin, and the bot's own words on its run
 * @returns what `use` returns
 */
export async function withTradedMarket<Result>(
  market: GeneratedMarket,
  use: (serviceUrl: string, report: BotReport) => Promise<Result>,
): Promise<Result> {
  const folder = mkdtempSync(join(tmpdir(), 'quorate-traded-'));
  try {
    const dataDir = join(folder, 'data');
    await makeAccount({ dataDir });
    const service = await startService({ port: await freePort(), dataDir });
    try {
      const candles = join(folder, `${market.symbol}.csv.gz`);
      writeMarketFile(candles, market);
      const run = {
        serviceUrl: service.url,
        person: DEMO_ACCOUNT,
        candles,
        symbol: market.symbol,
        folder: join(folder, 'bot'),
        options: ['--zone', 'utc'],
      };
      let report = await runPaperBot(run);
      // On a slow machine its last trades may wait to be sent: the next run sends them.
      for (let more = 0; more < 3 && report.unsynced > 0; more += 1)
        report = await runPaperBot(run);
      return await use(service.url, report);
    } finally {
      await service.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}
