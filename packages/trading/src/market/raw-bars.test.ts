import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { aSeries, MONDAY } from '../testing/builders.ts';
import { sharedBars } from '../testing/shared-data.ts';
import { canonicalJson } from './canonical-json.ts';
import { generateMarket } from './market-generator.ts';
import {
  countRawBars,
  findRawBar,
  packRawBars,
  RAW_BAR_BYTES,
  rawBarAt,
  rawBarsOf,
  seriesOfRaw,
} from './raw-bars.ts';
import { buildSnapshot } from './snapshot.ts';

const SERIES = aSeries([
  [110_200, 110_900, 109_500, 110_250, 12],
  [110_250, 110_300, 110_100, 110_200, -3],
  [110_200, 110_210, 110_000, 110_005],
]);

describe('raw bars', () => {
  it('are the bid and the spread of the close, and come back from their bytes as they were', () => {
    const bars = rawBarsOf(SERIES, 0, 2);
    assert.deepEqual(bars[1], [
      (SERIES.time[1] ?? 0) / 1_000,
      110_250,
      110_300,
      110_100,
      110_200,
      -3,
    ]);
    const packed = packRawBars(bars);
    assert.equal(packed.byteLength, 3 * RAW_BAR_BYTES);
    assert.deepEqual(
      bars.map((_, index) => rawBarAt(packed, index)),
      bars,
    );
    const { length, time, askClose } = seriesOfRaw(SERIES, packed);
    assert.deepEqual([length, ...time], [3, ...SERIES.time.slice(0, 3)]);
    assert.deepEqual([...askClose], [110_262, 110_197, 110_015]);
  });

  it('are found by their time, and followed by others by appending', () => {
    const [first, ...rest] = rawBarsOf(SERIES, 0, 2);
    assert.ok(first);
    const packed = Buffer.concat([packRawBars([first]), packRawBars(rest)]);
    assert.equal(countRawBars(packed), 3);
    const times = rawBarsOf(SERIES, 0, 2).map(([seconds]) => findRawBar(packed, seconds));
    assert.deepEqual(
      [...times, findRawBar(packed, 5), findRawBar(packed, first[0] + 1)],
      [0, 1, 2, -1, -1],
    );
  });
});

describe('a snapshot of the newest 1,500 raw bars', () => {
  const made = { symbol: 'EURUSD', timeframe: 'H1', digits: 5, bars: 4_000, end: MONDAY } as const;
  const real = { symbol: 'EURUSD', timeframe: 'H1', digits: 5, zone: 'utc' } as const;
  const markets = [
    generateMarket({ ...made, seed: 3 }),
    sharedBars('EURUSD_H1_oanda_bidask_2007-2018.csv.gz', real),
  ];

  for (const series of markets.filter((each) => each !== undefined)) {
    it('is to the byte the one of all bars: averages forget where they began', () => {
      for (let index = 1_600; index < Math.min(series.length, 4_000); index += 97) {
        const packed = packRawBars(rawBarsOf(series, index - 1_499, index));
        const again = buildSnapshot(seriesOfRaw(series, packed), 1_499);
        const whole = buildSnapshot(series, index);
        assert.equal(again && canonicalJson(again), whole && canonicalJson(whole));
      }
    });
  }
});
