import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { test } from 'node:test';
import { DAY_MS, type Instant, instant } from '@quorate/values/instant';
import fc from 'fast-check';
import { MONDAY } from '../testing/builders.ts';
import { runLoop, someBars } from '../testing/loop-fixture.ts';
import { type CandleSeries, closeTimeAt, TIMEFRAMES } from './candle.ts';
import { candleFaults } from './candle-faults.ts';
import { generateMarket } from './market-generator.ts';
import { createNormal, createRandom } from './random.ts';
import { sessionAt } from './session.ts';

const base = { symbol: 'EURUSD', timeframe: 'H1', digits: 5, end: MONDAY, seed: 1 } as const;

function digest({ time, open, high, low, close, askClose }: CandleSeries): string {
  const hash = createHash('sha256');
  for (const column of [time, open, high, low, close, askClose])
    hash.update(new Uint8Array(column.buffer));
  return hash.digest('hex').slice(0, 16);
}

test('a seed gives the same market, to the bit, and another seed another', () => {
  const first = generateMarket({ ...base, bars: 2_000 });
  assert.equal(digest(generateMarket({ ...base, bars: 2_000 })), digest(first));
  assert.notEqual(digest(generateMarket({ ...base, bars: 2_000, seed: 2 })), digest(first));
});

test('the random numbers are those of mulberry32', () => {
  // Published sequence for the seed 1.
  const random = createRandom(1);
  assert.deepEqual(
    [random(), random(), random()].map((x) => Math.round(x * 2 ** 32)),
    [2_693_262_067, 11_749_833, 2_265_367_787],
  );
  assert.deepEqual(createRandom(1 + 2 ** 32)(), createRandom(1)());
});

test('normal numbers have mean 0 and deviation 1', () => {
  const normal = createNormal(createRandom(7));
  const numbers = Array.from({ length: 50_000 }, () => normal());
  const mean = numbers.reduce((sum, x) => sum + x, 0) / numbers.length;
  const deviation = Math.sqrt(
    numbers.reduce((sum, x) => sum + (x - mean) ** 2, 0) / numbers.length,
  );
  assert.ok(Math.abs(mean) < 0.02 && Math.abs(deviation - 1) < 0.02);
});

test('on any settings the bars are sound, as many as asked for, and none closes after the end', () => {
  const settings = fc.record({
    timeframe: fc.constantFrom(...TIMEFRAMES),
    digits: fc.constantFrom(2, 3, 5),
    bars: fc.integer({ min: 1, max: 400 }),
    end: fc.integer({ min: Date.UTC(2005, 0, 1), max: Date.UTC(2030, 0, 1) }).map(instant),
    seed: fc.integer(),
  });
  fc.assert(
    fc.property(settings, (each) => {
      const series = generateMarket({ symbol: 'X', ...each });
      assert.equal(series.length, each.bars);
      assert.deepEqual(candleFaults(series), []);
      const last = closeTimeAt(series, series.length - 1);
      assert.ok(last <= each.end);
      // The newest bar there could be: no further back than a weekend and a day's bar.
      assert.ok(each.end - last < 4 * DAY_MS);
    }),
    { numRuns: 60 },
  );
});

test('spreads widen at the rollover and weekends have no bars', () => {
  const series = generateMarket({ ...base, bars: 3_000 });
  const spreads = { rollover: [] as number[], rest: [] as number[] };
  for (let i = 0; i < series.length; i += 1) {
    const time = series.time[i] as Instant;
    const spread = (series.askClose[i] ?? 0) - (series.close[i] ?? 0);
    spreads[sessionAt(time) === 'rollover' ? 'rollover' : 'rest'].push(spread);
    const newYork = new Intl.DateTimeFormat('en-GB', {
      timeZone: 'America/New_York',
      weekday: 'short',
    }).format(time);
    assert.notEqual(newYork, 'Sat');
  }
  assert.ok(
    Math.min(...spreads.rollover) > 3 * Math.max(...spreads.rest.map((spread) => spread / 2)),
  );
  assert.ok(spreads.rest.every((spread) => spread > 0 && spread <= 20));
});

test('it moves like a market: hourly ranges of a pip or ten, calmer in Asia than when London and New York are awake', () => {
  const series = generateMarket({ ...base, bars: 6_000 });
  const ranges: Record<string, number[]> = {};
  for (let i = 0; i < series.length; i += 1) {
    const session = sessionAt(series.time[i] as Instant);
    const list = ranges[session] ?? [];
    ranges[session] = list;
    list.push((series.high[i] ?? 0) - (series.low[i] ?? 0));
  }
  const mean = (session: string) =>
    (ranges[session] ?? []).reduce((sum, x) => sum + x, 0) / (ranges[session]?.length ?? 1);
  assert.ok(mean('overlap') > 1.5 * mean('asia'));
  assert.ok(mean('asia') > 50 && mean('overlap') < 600);
});

test('a number of bars that is none is refused', () => {
  for (const bars of [0, -1, 1.5, Number.NaN]) {
    assert.throws(() => generateMarket({ ...base, bars }), {
      name: 'ValueError',
      message: `${bars} is not a number of bars`,
    });
  }
});

test('the offline panel trades dozens of times on most markets, and is not made to win on all', async () => {
  const results: { trades: number; balance: number }[] = [];
  for (let seed = 1; seed <= 8; seed += 1) {
    const { result } = await runLoop({ series: [someBars(seed)] });
    results.push({ trades: result.trades.length, balance: result.account.balance.minor });
  }
  assert.ok(
    results.every(({ trades }) => trades >= 15),
    JSON.stringify(results),
  );
  assert.ok(results.filter(({ trades }) => trades >= 24).length >= 6, JSON.stringify(results));
  assert.ok(
    results.some(({ balance }) => balance > 1_000_000) &&
      results.some(({ balance }) => balance < 1_000_000),
    JSON.stringify(results),
  );
});
