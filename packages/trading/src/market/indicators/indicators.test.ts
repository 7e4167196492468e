import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { createDirectional } from './directional.ts';
import { createEma, createWilder } from './ema.ts';
import { createRsi } from './rsi.ts';
import { createMean, highestBefore, lowestBefore, zScoreAt } from './window.ts';

type Bar = { high: number; low: number; close: number };

const near = (actual: number | undefined, expected: number, what = '') => {
  assert.ok(
    Math.abs((actual ?? Number.NaN) - expected) < 1e-9 * Math.max(1, Math.abs(expected)),
    `${what} ${actual} is not ${expected}`,
  );
};

test('an EMA of three begins with the mean and then weighs the newest value one half', () => {
  const ema = createEma(3);
  assert.deepEqual([2, 4, 6, 10, 0].map(ema), [Number.NaN, Number.NaN, 4, 7, 3.5]);
});

test("Wilder's average of two begins with the mean and then weighs the newest value one half", () => {
  const wilder = createWilder(2);
  assert.deepEqual([2, 4, 6, 10].map(wilder), [Number.NaN, 3, 4.5, 7.25]);
});

test('RSI of fourteen closes gives the published figures', () => {
  const closes = [
    44.3389, 44.0902, 44.1497, 43.6124, 44.3278, 44.8264, 45.0955, 45.4245, 45.8433, 46.0826,
    45.8931, 46.0328, 45.614, 46.282, 46.282, 46.0028, 46.0328, 46.4116, 46.2222, 45.6439,
  ];
  const rsi = createRsi(14);
  const readings = closes.map(rsi);
  assert.ok(readings.slice(0, 14).every(Number.isNaN));
  assert.deepEqual(
    readings.slice(14).map((reading) => reading.toFixed(2)),
    ['70.53', '66.32', '66.55', '69.41', '66.36', '57.97'],
  );
});

test('RSI is 50 on a market that stands still, 100 on one that only rises and 0 on one that only falls', () => {
  const last = (closes: number[]) => closes.map(createRsi(14)).at(-1);
  assert.equal(last(Array(30).fill(5)), 50);
  assert.equal(last(Array.from({ length: 30 }, (_, i) => i)), 100);
  assert.equal(last(Array.from({ length: 30 }, (_, i) => -i)), 0);
});

test('a market that climbs a point a bar has a true range of its height and no falling direction', () => {
  const directional = createDirectional(14);
  let reading = directional(10, 8, 9);
  for (let i = 1; i < 40; i += 1) reading = directional(10 + i, 8 + i, 9 + i);
  near(reading.atr, 2);
  near(reading.plusDi, 50);
  near(reading.minusDi, 0);
  near(reading.adx, 100);
});

test('a market without any range has no direction and no NaN', () => {
  const directional = createDirectional(14);
  let reading = directional(5, 5, 5);
  for (let i = 0; i < 60; i += 1) reading = directional(5, 5, 5);
  assert.deepEqual({ ...reading }, { atr: 0, plusDi: 0, minusDi: 0, adx: 0 });
});

test('readings begin when enough bars have been seen, not a bar before', () => {
  const directional = createDirectional(14);
  const seen: { atr: boolean; adx: boolean }[] = [];
  for (let i = 0; i < 30; i += 1) {
    const reading = directional(10 + i, 8 + (i % 3), 9 + (i % 2));
    seen.push({ atr: !Number.isNaN(reading.atr), adx: !Number.isNaN(reading.adx) });
  }
  assert.equal(
    seen.findIndex(({ atr }) => atr),
    14,
  );
  assert.equal(
    seen.findIndex(({ adx }) => adx),
    27,
  );
});

test('ATR, DI and ADX equal their definitions, computed from whole arrays, on any market', () => {
  const bar = fc.tuple(fc.integer({ min: 1_000, max: 2_000 }), fc.nat(80), fc.nat(80), fc.nat(160));
  fc.assert(
    fc.property(fc.array(bar, { minLength: 40, maxLength: 120 }), (rows) => {
      const bars = rows.map(([low, a, b, c]) => ({
        low,
        high: low + a + b,
        close: low + Math.min(c, a + b),
      }));
      const expected = directionalByDefinition(bars, 14);
      const directional = createDirectional(14);
      for (const [i, { high, low, close }] of bars.entries()) {
        const reading = directional(high, low, close);
        if (i < 28) continue;
        near(reading.atr, expected.atr[i] ?? Number.NaN, `atr ${i}`);
        near(reading.plusDi, expected.plusDi[i] ?? Number.NaN, `+DI ${i}`);
        near(reading.minusDi, expected.minusDi[i] ?? Number.NaN, `-DI ${i}`);
        near(reading.adx, expected.adx[i] ?? Number.NaN, `adx ${i}`);
      }
    }),
    { numRuns: 50 },
  );
});

test('the z-score of twenty rising values is that of a uniform distribution', () => {
  const values = Int32Array.from({ length: 25 }, (_, i) => i + 1);
  near(zScoreAt(values, 24, 20), 9.5 / Math.sqrt(399 / 12));
  assert.equal(zScoreAt(new Int32Array(25).fill(7), 24, 20), 0);
});

test('the channel leaves the newest bar out', () => {
  const values = Int32Array.from([9, 1, 5, 3, 100]);
  assert.equal(highestBefore(values, 4, 3), 5);
  assert.equal(lowestBefore(values, 4, 3), 1);
  assert.equal(highestBefore(values, 4, 4), 9);
});

test('a running mean stays exact over many rounds of its ring', () => {
  const mean = createMean(50);
  let last = Number.NaN;
  for (let i = 0; i < 100_000; i += 1) last = mean(i % 2 === 0 ? 1e9 + 0.1 : 0.3);
  near(last, (1e9 + 0.4) / 2);
  for (let i = 0; i < 50; i += 1) last = mean(0.25);
  assert.equal(last, 0.25);
  const young = createMean(3);
  assert.deepEqual([1, 2, 3, 4].map(young), [Number.NaN, Number.NaN, 2, 3]);
});

/** Wilder's book, word for word: sums over whole arrays, no state. */
function directionalByDefinition(bars: readonly Bar[], period: number) {
  const pairs = bars.map((bar, i) => ({ bar, before: bars[i - 1] }));
  const trueRange = pairs.map(({ bar, before }) =>
    before === undefined
      ? Number.NaN
      : Math.max(
          bar.high - bar.low,
          Math.abs(bar.high - before.close),
          Math.abs(bar.low - before.close),
        ),
  );
  const up = pairs.map(({ bar, before }) => (before ? bar.high - before.high : Number.NaN));
  const down = pairs.map(({ bar, before }) => (before ? before.low - bar.low : Number.NaN));
  const plus = up.map((move, i) => (move > (down[i] ?? 0) && move > 0 ? move : 0));
  const minus = down.map((move, i) => (move > (up[i] ?? 0) && move > 0 ? move : 0));

  function smoothed(values: readonly number[], from: number): number[] {
    const out: number[] = Array(values.length).fill(Number.NaN);
    const first = values.slice(from, from + period).reduce((sum, value) => sum + value, 0) / period;
    out[from + period - 1] = first;
    for (let i = from + period; i < values.length; i += 1) {
      out[i] = ((out[i - 1] ?? Number.NaN) * (period - 1) + (values[i] ?? Number.NaN)) / period;
    }
    return out;
  }

  const atr = smoothed(trueRange, 1);
  const share = (moves: readonly number[]) =>
    smoothed(moves, 1).map((move, i) => (atr[i] === 0 ? 0 : (100 * move) / (atr[i] ?? Number.NaN)));
  const plusDi = share(plus);
  const minusDi = share(minus);
  const dx = plusDi.map((p, i) => {
    const m = minusDi[i] ?? Number.NaN;
    return p + m === 0 ? 0 : (100 * Math.abs(p - m)) / (p + m);
  });
  return { atr, plusDi, minusDi, adx: smoothed(dx, period) };
}
