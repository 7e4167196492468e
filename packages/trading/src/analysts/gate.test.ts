import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyRecord } from '../ensemble/learned-record.ts';
import { decide } from '../ensemble/verdict.ts';
import { LEARNING_LIMITS } from '../ensemble/verdict-rules.ts';
import { generateMarket } from '../market/market-generator.ts';
import { createMarketReader } from '../market/market-reader.ts';
import { snapshotAt } from '../market/snapshot.ts';
import { aSnapshot, MONDAY } from '../testing/builders.ts';
import { worthAsking } from './gate.ts';
import { OFFLINE_ANALYSTS } from './offline-analysts.ts';

const UP = { ema20_less_ema50: 1, adx14: 30 };

test('a dull bar is not worth a question', () => {
  assert.equal(worthAsking(aSnapshot()), false);
});

test('one leaning analyst is not enough where two must agree, unless the caller says so', () => {
  assert.equal(worthAsking(aSnapshot(UP)), false);
  assert.equal(worthAsking(aSnapshot(UP), 1), true);
});

test('two that lean the same way are worth a question', () => {
  assert.equal(worthAsking(aSnapshot({ ...UP, above_high20: 0.4 })), true);
  assert.equal(worthAsking(aSnapshot({ ...UP, zscore20: -2, rsi14: 35 })), true);
});

test('one against one is a tie, whatever is asked for', () => {
  assert.equal(worthAsking(aSnapshot({ ...UP, below_low20: 0.4 }), 1), false);
});

test('no bar that the gate keeps back could have become a trade of the offline panel', () => {
  const series = generateMarket({
    symbol: 'EURUSD',
    timeframe: 'H1',
    digits: 5,
    bars: 3_000,
    end: MONDAY,
    seed: 5,
  });
  const reader = createMarketReader(series);
  let kept = 0;
  for (let i = 0; i < series.length; i += 1) {
    if (!reader.read(i) || worthAsking(reader)) continue;
    kept += 1;
    const snapshot = snapshotAt(series, i, reader.atrPoints, reader.indicators);
    const votes = OFFLINE_ANALYSTS.map(({ vote }) => vote(snapshot));
    const nothing = { record: emptyRecord(), members: {} };
    assert.equal(decide(votes, 0, nothing, LEARNING_LIMITS).action, 'HOLD');
  }
  assert.ok(kept > 2_000);
});
