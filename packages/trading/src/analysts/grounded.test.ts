import assert from 'node:assert/strict';
import { test } from 'node:test';
import { aSnapshot, aVote } from '../testing/builders.ts';
import { abstention, groundedVote, snapshotField } from './grounded.ts';
import type { Vote } from './vote.ts';

const snapshot = aSnapshot({ adx14: 27.5 });
const sound = aVote({
  evidence: [
    { field: 'indicators.adx14', value: 27.5 },
    { field: 'session', value: 'europe' },
    { field: 'bars.29.1', value: 0.5 },
  ],
});

test('a vote whose figures stand in the snapshot counts as it is', () => {
  assert.equal(groundedVote(sound, snapshot, 'h', 'h'), sound);
});

test('a vote that is wrong in any way abstains and says why', () => {
  const wrong: [Partial<Vote>, string][] = [
    [
      { evidence: [{ field: 'indicators.adx14', value: 27.51 }] },
      'Abstained: indicators.adx14 is 27.5 in the snapshot, not 27.51.',
    ],
    [
      { evidence: [{ field: 'indicators.adx14', value: '27.5' }] },
      'Abstained: indicators.adx14 is 27.5 in the snapshot, not 27.5.',
    ],
    [
      { evidence: [{ field: 'indicators.macd', value: 1 }] },
      'Abstained: the snapshot has no indicators.macd.',
    ],
    [{ evidence: [{ field: 'bars', value: 1 }] }, 'Abstained: the snapshot has no bars.'],
    [
      { evidence: [{ field: 'constructor.name', value: 'Object' }] },
      'Abstained: the snapshot has no constructor.name.',
    ],
    [
      { evidence: [{ field: 'bars.length', value: 30 }] },
      'Abstained: the snapshot has no bars.length.',
    ],
    [{ evidence: [{ field: '__proto__', value: 1 }] }, 'Abstained: the snapshot has no __proto__.'],
    [{ evidence: [] }, 'Abstained: BUY comes without evidence.'],
    [{ pUp: 0.995 }, 'Abstained: p_up is 0.995, it must lie from 0.01 to 0.99.'],
    [{ pUp: Number.NaN }, 'Abstained: p_up is NaN, it must lie from 0.01 to 0.99.'],
    [{ pUp: 0.5 }, 'Abstained: BUY contradicts p_up 0.5.'],
    [{ action: 'SELL' }, 'Abstained: SELL contradicts p_up 0.6.'],
    [{ stopLossAtr: 0.4 }, 'Abstained: the stop loss is 0.4 ATR, it must lie from 0.5 to 4.'],
    [{ stopLossAtr: null }, 'Abstained: the stop loss is null ATR, it must lie from 0.5 to 4.'],
    [
      { takeProfitAtr: 0 },
      'Abstained: the take profit is 0 ATR, it must lie above 0 and at most at 16.',
    ],
    [{ reason: 'x'.repeat(281) }, 'Abstained: the reason has 281 characters, the limit is 280.'],
  ];
  for (const [change, reason] of wrong) {
    const vote = groundedVote({ ...sound, ...change }, snapshot, 'h', 'h');
    assert.deepEqual(
      [vote.abstained, vote.action, vote.pUp, vote.reason],
      [true, 'HOLD', 0.5, reason],
    );
  }
});

test('a vote on another snapshot abstains', () => {
  assert.equal(
    groundedVote(sound, snapshot, 'h1', 'h2').reason,
    'Abstained: voted on another snapshot.',
  );
});

test('a hold needs no stops and no evidence, and an abstention stays one', () => {
  const hold = aVote({
    action: 'HOLD',
    pUp: 0.5,
    stopLossAtr: null,
    takeProfitAtr: null,
    evidence: [],
  });
  assert.equal(groundedVote(hold, snapshot, 'h', 'h'), hold);
  const silent = abstention('model-a', 'm', 'z'.repeat(999));
  assert.equal(silent.reason.length, 280);
  assert.equal(groundedVote(silent, snapshot, 'a', 'b'), silent);
});

test('a figure is found by its path, a branch or a stranger is not', () => {
  assert.equal(snapshotField(snapshot, 'indicators.adx14'), 27.5);
  assert.equal(snapshotField(snapshot, 'symbol'), 'EURUSD');
  assert.equal(snapshotField(snapshot, 'bars.0.2'), -0.5);
  for (const path of [
    '',
    '.',
    'indicators',
    'indicators.',
    'bars.30.0',
    'bars.-1.0',
    'toString',
    'symbol.length',
    'symbol.0',
  ]) {
    assert.equal(snapshotField(snapshot, path), undefined, path);
  }
});
