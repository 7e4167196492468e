import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, it } from 'node:test';
import { aggregateSeries, groupBars, lowestOf } from '@quorate/trading/market/aggregate';
import type { CandleSeries, Timeframe } from '@quorate/trading/market/candle';
import { type CandleFile, loadCandleFile, toSeries } from './candle-file.ts';

const root =
  process.env.QUORATE_SHARED_DATA ?? join(import.meta.dirname, '../../../../../shared/data');
const bars = join(root, 'bars');
const skip = existsSync(bars) ? false : `no test data at ${bars}`;

const load = (name: string): Promise<CandleFile> =>
  loadCandleFile(join(bars, name), { zone: 'auto', timeframe: null });

/** Bars of both series at the same moments, price by price and spread by spread. */
function differences(own: Compared, broker: Compared): { compared: number; different: string[] } {
  const at = new Map(Array.from(own.series.time, (time, index) => [time, index]));
  const different: string[] = [];
  let compared = 0;
  for (let index = 0; index < broker.series.length; index += 1) {
    const mine = at.get(broker.series.time[index] ?? 0);
    if (mine === undefined) continue;
    compared += 1;
    const ours = barOf(own, mine);
    const theirs = barOf(broker, index);
    if (ours !== theirs) different.push(`${ours} is not ${theirs}`);
  }
  return { compared, different };
}

type Compared = { series: CandleSeries; spread: Int32Array };

function barOf({ series, spread }: Compared, index: number): string {
  const { time, open, high, low, close } = series;
  return [time, open, high, low, close, spread].map((column) => column[index]).join(' ');
}

describe('the minutes of a real broker', { skip }, () => {
  const cases: readonly [string, string, Timeframe, number][] = [
    ['EURUSD_M1_icmarkets-demo_2025Q1', 'EURUSD_M5_icmarkets-demo_2025H1', 'M5', 17_000],
    ['EURUSD_M1_icmarkets-demo_2025Q1', 'EURUSD_M15_icmarkets-demo_2025H1', 'M15', 5_000],
    ['EURUSD_M1_icmarkets-demo_2025Q1', 'EURUSD_H1_icmarkets-demo_2025H1', 'H1', 1_400],
    ['GBPUSD_M1_icmarkets-demo_2025-10', 'GBPUSD_M15_icmarkets-demo_2025Q4', 'M15', 2_000],
    ['GBPUSD_M1_icmarkets-demo_2025-10', 'GBPUSD_H1_icmarkets-demo_2025Q4', 'H1', 500],
  ];
  for (const [minutes, longer, timeframe, least] of cases) {
    it(`${minutes} make its own ${timeframe} bars bit for bit, the smallest spread included`, async () => {
      const m1 = await load(`${minutes}.csv.gz`);
      const series = toSeries(m1, 'TEST', 0);
      const groups = groupBars(series.time, series.length, timeframe);
      const own = {
        series: aggregateSeries(series, timeframe),
        spread: lowestOf(m1.columns.spread, groups),
      };
      const file = await load(`${longer}.csv.gz`);
      const broker = { series: toSeries(file, 'TEST', 0), spread: file.columns.spread };
      const { compared, different } = differences(own, broker);
      assert.ok(compared >= least, `${compared} bars compared`);
      assert.deepEqual(different, []);
      const last = own.series.time[own.series.length - 1] ?? 0;
      const theirs = broker.series.time.filter(
        (time) => time >= (own.series.time[0] ?? 0) && time <= last,
      );
      assert.equal(own.series.length, theirs.length, 'no bar more and none less');
    });
  }
});
