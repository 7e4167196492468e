import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { instant, isoFromInstant } from '@quorate/values/instant';
import { CandleFileError } from './candle-fault.ts';
import { countCrossed, loadCandleFile, toSeries } from './candle-file.ts';

const root =
  process.env.QUORATE_SHARED_DATA ?? join(import.meta.dirname, '../../../../../shared/data');
const bars = join(root, 'bars');
const skip = existsSync(bars) ? false : `no test data at ${bars}`;

type ManifestEntry = { file: string; rows: number; digits: number };

describe('the real candle files', { skip }, () => {
  const files = skip ? [] : readdirSync(bars).filter((name) => name.endsWith('.csv.gz'));

  for (const name of files) {
    it(`${name} loads whole, on its clock, with its timeframe and digits`, async () => {
      const started = performance.now();
      const file = await loadCandleFile(join(bars, name), { zone: 'auto', timeframe: null });
      assert.equal(toSeries(file, 'TEST', 5).length, file.length);
      const tookMs = performance.now() - started;
      const entry = manifest().find((known) => known.file.endsWith(name));
      assert.ok(entry, 'the manifest names every file');
      assert.equal(file.length, entry.rows);
      assert.equal(file.digits, entry.digits);
      assert.equal(file.timeframe, name.split('_')[1]);
      assert.equal(file.zone, name.includes('bidask') ? 'utc' : 'server');
      assert.ok(tookMs < 5_000, `${tookMs} ms`);
    });
  }

  it('begin the week on the same moment whichever clock they are written on', async () => {
    // Monday 00:00 on the server in summer is Sunday 21:00 UTC, when the market opens.
    const file = await loadCandleFile(join(bars, 'EURUSD_H1_icmarkets-demo_2025H1.csv.gz'), {
      zone: 'auto',
      timeframe: null,
    });
    const sundays = [...file.columns.time.subarray(0, file.length)]
      .map((time) => isoFromInstant(instant(time)))
      .filter((text) => new Date(text).getUTCDay() === 0)
      .map((text) => text.slice(11, 16));
    assert.equal(sundays.toSorted()[0], '21:00');
  });

  it('count the crossed quotes their notes speak of', async () => {
    for (const [name, crossed] of [
      ['GBPUSD_M1_fxcm_bidask_2012-02.csv.gz', 347],
      ['USDJPY_M1_fxcm_bidask_2013-02.csv.gz', 683],
    ] as const) {
      const file = await loadCandleFile(join(bars, name), { zone: 'auto', timeframe: null });
      assert.ok(countCrossed(toSeries(file, 'TEST', 5)) >= crossed, name);
    }
  });

  it('refuse the ticks', async () => {
    const ticks = join(root, 'ticks/EURUSD_ticks_oanda_2014-05-01_04.csv.gz');
    await assert.rejects(
      loadCandleFile(ticks, { zone: 'auto', timeframe: null }),
      (error) =>
        error instanceof CandleFileError &&
        error.message.includes('this file holds ticks (time,bid,ask), not candles'),
    );
  });
});

function manifest(): ManifestEntry[] {
  const document: unknown = JSON.parse(readFileSync(join(root, 'manifest.json'), 'utf8'));
  const list = Array.isArray(document)
    ? document
    : Object.values(document ?? {}).find(Array.isArray);
  return list as ManifestEntry[];
}
