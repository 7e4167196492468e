import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { SnapshotIndicators } from '../market/market-reader.ts';
import { aSnapshot } from '../testing/builders.ts';
import { breakoutVote } from './breakout.ts';
import { groundedVote, REASON_MAX } from './grounded.ts';
import { meanReversionVote } from './mean-reversion.ts';
import { OFFLINE_ANALYSTS, offlineBallots } from './offline-analysts.ts';
import { trendVote } from './trend.ts';

test('the trend follower follows averages that stand apart while ADX shows a trend', () => {
  const vote = trendVote(aSnapshot({ ema20_less_ema50: 0.62, adx14: 30 }));
  assert.deepEqual(
    [vote.action, vote.pUp, vote.stopLossAtr, vote.takeProfitAtr],
    ['BUY', 0.575, 1.5, 3],
  );
  assert.equal(
    vote.reason,
    'EMA20 is 0.62 ATR above EMA50 and ADX is 30: the rise is likely to go on.',
  );
  assert.equal(trendVote(aSnapshot({ ema20_less_ema50: -0.62, adx14: 30 })).action, 'SELL');
  assert.equal(trendVote(aSnapshot({ ema20_less_ema50: -0.62, adx14: 30 })).pUp, 0.425);
  assert.equal(trendVote(aSnapshot({ ema20_less_ema50: 0.62, adx14: 19.99 })).action, 'HOLD');
  assert.equal(trendVote(aSnapshot({ ema20_less_ema50: 0.24, adx14: 60 })).action, 'HOLD');
});

test('the contrarian trades against a stretched price that RSI confirms', () => {
  assert.equal(meanReversionVote(aSnapshot({ zscore20: -2.1, rsi14: 31 })).action, 'BUY');
  assert.equal(meanReversionVote(aSnapshot({ zscore20: 2.1, rsi14: 69 })).action, 'SELL');
  assert.equal(meanReversionVote(aSnapshot({ zscore20: -2.1, rsi14: 45 })).action, 'HOLD');
  assert.equal(meanReversionVote(aSnapshot({ zscore20: -1.4, rsi14: 20 })).action, 'HOLD');
});

test('the break-out trader follows a close beyond the channel', () => {
  assert.equal(breakoutVote(aSnapshot({ above_high20: 0.2 })).action, 'BUY');
  assert.equal(breakoutVote(aSnapshot({ below_low20: 0.2 })).action, 'SELL');
  const hold = breakoutVote(aSnapshot({ above_high20: 0, below_low20: -2.5 }));
  assert.equal(hold.action, 'HOLD');
  assert.equal(
    hold.reason,
    'The close is inside the 20-bar channel, 0 ATR under its high and 2.5 ATR over its low.',
  );
});

test('on any market every vote is grounded, within its bounds, and consistent with its probability', () => {
  const wide = fc.double({ min: -50, max: 50, noNaN: true }).map((x) => Math.round(x * 100) / 100);
  const share = fc.double({ min: 0, max: 100, noNaN: true }).map((x) => Math.round(x * 100) / 100);
  const indicators: fc.Arbitrary<SnapshotIndicators> = fc.record({
    close_less_ema20: wide,
    close_less_ema50: wide,
    ema20_less_ema50: wide,
    adx14: share,
    plus_di14: share,
    minus_di14: share,
    rsi14: share,
    zscore20: wide,
    above_high20: wide,
    below_low20: wide,
    atr_ratio50: share,
  });
  fc.assert(
    fc.property(indicators, (reading) => {
      const snapshot = aSnapshot(reading);
      for (const { vote, name } of OFFLINE_ANALYSTS) {
        const cast = vote(snapshot);
        assert.equal(cast.analyst, name);
        assert.equal(groundedVote(cast, snapshot, 'hash', 'hash'), cast);
        assert.ok(cast.reason.length <= REASON_MAX);
        assert.equal(cast.action === 'HOLD', cast.pUp === 0.5);
        assert.ok(cast.pUp >= 0.4 && cast.pUp <= 0.6);
        assert.equal(cast.action === 'HOLD', cast.stopLossAtr === null);
      }
    }),
  );
});

test('a market turned upside down turns every vote round', () => {
  const wide = fc.integer({ min: -500, max: 500 }).map((x) => x / 100);
  fc.assert(
    fc.property(
      wide,
      wide,
      wide,
      wide,
      fc.integer({ min: 0, max: 100 }),
      (trend, z, above, below, rsi) => {
        const up = aSnapshot({
          ema20_less_ema50: trend,
          zscore20: z,
          above_high20: above,
          below_low20: Math.min(below, -above),
          rsi14: rsi,
          adx14: 30,
        });
        const down = aSnapshot({
          ema20_less_ema50: -trend,
          zscore20: -z,
          above_high20: Math.min(below, -above),
          below_low20: above,
          rsi14: 100 - rsi,
          adx14: 30,
        });
        for (const { vote } of OFFLINE_ANALYSTS) {
          assert.ok(Math.abs(vote(up).pUp + vote(down).pUp - 1) < 1e-9);
        }
      },
    ),
  );
});

test('each vote gives its reason in figures', () => {
  const snapshot = aSnapshot({
    ema20_less_ema50: -0.62,
    adx14: 30,
    zscore20: 2.1,
    rsi14: 69,
    above_high20: -0.4,
    below_low20: -2.5,
    atr_ratio50: 1.2,
  });
  assert.deepEqual(
    OFFLINE_ANALYSTS.map(({ vote }) => vote(snapshot).reason),
    [
      'EMA20 is 0.62 ATR below EMA50 and ADX is 30: the fall is likely to go on.',
      'The close is 2.1 deviations above its 20-bar mean with RSI 69: stretched, likely to come back down.',
      'The close is inside the 20-bar channel, 0.4 ATR under its high and 2.5 ATR over its low.',
    ],
  );
  assert.equal(
    breakoutVote(aSnapshot({ above_high20: 0.2, atr_ratio50: 1.2 })).reason,
    'The close is 0.2 ATR above the 20-bar high with ATR at 1.2 of its mean: a break upwards.',
  );
});

test('what is counted without a word is what the votes say', () => {
  const snapshot = aSnapshot({ ema20_less_ema50: 0.62, adx14: 30, zscore20: -2.1, rsi14: 31 });
  const votes = OFFLINE_ANALYSTS.map(({ vote }) => vote(snapshot));
  for (const [at, ballot] of offlineBallots(snapshot.indicators).entries()) {
    const { model, evidence, reason, ...counted } = votes[at] ?? assert.fail('too few votes');
    assert.deepEqual(ballot, counted);
    assert.ok(model === 'offline' && evidence.length > 0 && reason.length > 0);
  }
});
