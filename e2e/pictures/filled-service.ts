import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { instantFromIso } from '@quorate/values/instant';
import { DEMO_ACCOUNT } from '../../tools/demo/account.ts';
import { writeMarketFile } from '../../tools/demo/market-file.ts';
import { freePort } from '../../tools/free-port.ts';
import { fromRoot, ROOT } from '../../tools/root.ts';
import { run } from '../../tools/run.ts';
import { startService } from '../../tools/service.ts';
import { cleanEnvironment } from '../../tools/service-environment.ts';
import { runPaperBot } from '../support/bot.ts';

const SYMBOL = 'EURUSD';
const BARS = 3_000;
const SEED = 20;
const END = instantFromIso('2026-06-26T21:00:00Z');

/** Lends out the address of a service on which the demo's bot has traded to its end; leaves nothing behind. */
export async function withFilledService(use: (serviceUrl: string) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'quorate-pictures-'));
  try {
    const dataDir = join(folder, 'data');
    await makeAccount(dataDir);
    const service = await startService({ port: await freePort(), dataDir });
    try {
      await trade(service.url, folder);
      await use(service.url);
    } finally {
      await service.stop();
    }
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  }
}

async function makeAccount(dataDir: string): Promise<void> {
  const { username, email, password, plan } = DEMO_ACCOUNT;
  const { code, output } = await run(
    process.execPath,
    [
      fromRoot('apps/api/src/seed-demo.ts'),
      '--username',
      username,
      '--email',
      email,
      '--password',
      password,
      '--plan',
      plan,
    ],
    { cwd: ROOT, env: { ...cleanEnvironment(), DATA_DIR: dataDir }, output: 'keep' },
  );
  if (code !== 0) throw new Error(`the account cannot be made:\n${output.trim()}`);
}

/** The same prices at the same times, so that the pictures change only with the product. */
async function trade(serviceUrl: string, folder: string): Promise<void> {
  const candles = join(folder, `${SYMBOL}.csv.gz`);
  writeMarketFile(candles, {
    symbol: SYMBOL,
    timeframe: 'H1',
    digits: 5,
    bars: BARS,
    end: END,
    seed: SEED,
  });
  await runPaperBot({
    serviceUrl,
    person: DEMO_ACCOUNT,
    candles,
    symbol: SYMBOL,
    folder: join(folder, 'bot'),
    options: ['--zone', 'utc'],
  });
}
