import assert from 'node:assert/strict';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { priorRecords } from '@quorate/contract/calibration';
import { createRandom } from '@quorate/trading/market/random';
import { DEMO_ACCOUNT } from './demo/account.ts';
import { makeAccount } from './demo/make-account.ts';
import { runPaperBot } from './demo/run-paper-bot.ts';
import { signIn } from './demo/sign-in.ts';
import { freePort } from './free-port.ts';
import {
  differenceOf,
  fetchPrior,
  killAgainAndAgain,
  type PaperOfDemo,
  replayOf,
  tradesOf,
} from './one-engine.ts';
import { fromRoot } from './root.ts';
import { startService } from './service.ts';

const SHARED = join(
  process.env.QUORATE_SHARED_DATA ?? fromRoot('../shared/data'),
  'bars/EURUSD_H1_oanda_bidask_2007-2018.csv.gz',
);
const KILLS = 4;

it('paper through the service trades as a replay does, without a prior and with the same one', {
  skip: !existsSync(SHARED) && `the real candles (${SHARED}) are not there`,
}, async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'one engine '));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const dataDir = join(folder, 'data');
  await makeAccount({ dataDir }, 'Elite');
  const service = await startService({ port: await freePort(), dataDir });
  t.after(service.stop);
  const random = createRandom(23);
  const [header = '', ...rows] = gunzipSync(readFileSync(SHARED)).toString('utf8').split('\n');
  const paperOf = (name: string, months: readonly string[]): PaperOfDemo => {
    const candles = join(folder, `EURUSD_H1_${name}.csv`);
    const chosen = rows.filter((row) => months.includes(row.slice(0, 7)));
    writeFileSync(candles, [header, ...chosen, ''].join('\n'));
    return { serviceUrl: service.url, candles, symbol: 'EURUSD', folder: join(folder, 'bot') };
  };

  const first = paperOf('first', ['2014-01', '2014-02', '2014-03', '2014-04']);
  await killAgainAndAgain(first, random, KILLS);
  await runPaperBot({ ...first, person: DEMO_ACCOUNT });
  const before = await tradesOf(await signIn(service.url), 'EURUSD');
  assert.deepEqual(differenceOf(await replayOf(first.candles, 'EURUSD'), before), []);
  assert.ok(before.length > 10, `${before.length} trades`);

  const prior = join(folder, 'prior.json');
  await fetchPrior(first, prior);
  const known = priorRecords.parse(JSON.parse(readFileSync(prior, 'utf8')))['EURUSD H1'];
  assert.ok((known?.outcomes ?? 0) > 50, `${known?.outcomes} outcomes`);

  const second = paperOf('second', ['2014-05', '2014-06', '2014-07', '2014-08']);
  const replayed = await replayOf(second.candles, 'EURUSD', prior);
  await killAgainAndAgain(second, random, KILLS);
  await runPaperBot({ ...second, person: DEMO_ACCOUNT });
  const traded = await tradesOf(await signIn(service.url), 'EURUSD', '2014-05');
  assert.deepEqual(differenceOf(replayed, traded), []);
  assert.ok(traded.length > 10, `${traded.length} trades`);
  // The file counts: without it other trades are made.
  assert.notDeepEqual(await replayOf(second.candles, 'EURUSD'), replayed);
});
