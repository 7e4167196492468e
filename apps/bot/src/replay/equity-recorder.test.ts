import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createRandom } from '@quorate/trading/market/random';
import { drawdownOf } from '@quorate/trading/statistics/drawdown';
import { HOUR_MS, instant, instantFromIso } from '@quorate/values/instant';
import { createEquityRecorder, joinCurves } from './equity-recorder.ts';

const MONDAY = instantFromIso('2025-01-05T22:00Z');

function walk(bars: number, seed = 3) {
  const recorder = createEquityRecorder(10_000, bars);
  const random = createRandom(seed);
  const all: { asOf: number; equity: number }[] = [];
  let equity = 10_000;
  for (let bar = 1; bar <= bars; bar += 1) {
    if (random() < 0.6) equity += Math.round((random() - 0.5) * 400);
    const asOf = instant(MONDAY + bar * HOUR_MS);
    recorder.bar(asOf, equity, 10_000 + bar);
    all.push({ asOf, equity });
  }
  return { record: recorder.record(), all };
}

test('the curve is short, and loses neither a peak nor a trough, nor the end', () => {
  const { record, all } = walk(50_000);
  const equities = all.map(({ equity }) => equity);
  assert.ok(record.curve.length <= 600);
  assert.equal(Math.max(...record.curve.map(({ highest }) => highest)), Math.max(...equities));
  assert.equal(Math.min(...record.curve.map(({ lowest }) => lowest)), Math.min(...equities));
  const last = record.curve.at(-1);
  assert.deepEqual(
    [last?.at, last?.equity, last?.balance],
    [all.at(-1)?.asOf, equities.at(-1), 60_000],
  );
});

test('the levels have the drawdown of every bar', () => {
  const { record, all } = walk(5_000);
  assert.ok(record.levels.length < 5_000);
  assert.deepEqual(
    drawdownOf(10_000, record.levels),
    drawdownOf(
      10_000,
      all.map(({ equity }) => equity),
    ),
  );
});

test('a day ends with the bar that closes at the server’s midnight', () => {
  const { record, all } = walk(72);
  const at = (bar: number) => all[bar - 1]?.equity;
  assert.deepEqual(record.daily, [10_000, at(24), at(48), at(72)]);
  assert.equal(record.days.length, 3);
});

test('without a bar there is the start and no curve', () => {
  const { daily, days, curve, levels } = createEquityRecorder(10_000, 0).record();
  assert.deepEqual([daily, days, curve, levels.length], [[10_000], [], [], 0]);
});

test('curves that are joined stay short, and keep their extremes', () => {
  const curves = [walk(3_000, 1), walk(3_000, 2), walk(3_000, 3)].map(({ record }) => record.curve);
  const joined = joinCurves(curves);
  assert.ok(joined.length <= 600 && joined.length > 300);
  const lowest = Math.min(...curves.flat().map((point) => point.lowest));
  assert.equal(Math.min(...joined.map((point) => point.lowest)), lowest);
});
