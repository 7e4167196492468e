import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { HOUR_MS, type Instant, instant, instantFromIso } from '@quorate/values/instant';
import fc from 'fast-check';
import { aDesk, expectRefusal } from '../testing/desk-context.ts';
import {
  countClosing,
  type LimitsState,
  rebaseDrawdown,
  resumeLimits,
  rollLimits,
  startLimits,
  watchEquity,
} from './limits-state.ts';
import { equityRefusals } from './risk-desk.ts';
import { DEFAULT_RISK_SETTINGS } from './rules.ts';

const TUESDAY = instantFromIso('2025-01-07T12:00:00Z');
/** Days and weeks may lose what they like here. */
const settings = {
  ...DEFAULT_RISK_SETTINGS,
  dailyLossPercent: 100,
  weeklyLossPercent: 100,
  drawdownPercent: 10,
  maxLossesInRow: 3,
  lossesPauseHours: 12,
};
const after = (hours: number): Instant => instant(TUESDAY + hours * HOUR_MS);
const codes = (limits: LimitsState) => equityRefusals(limits, settings).map(({ code }) => code);

function watched(equities: readonly number[], from = startLimits(TUESDAY, 1_000_000)): LimitsState {
  return equities.reduce((state, equity) => watchEquity(state, equity, settings), from);
}

describe('the stop after a drawdown', () => {
  it('begins at the limit below the highest equity, and not before', () => {
    assert.deepEqual(codes(watched([1_200_000, 1_080_001])), []);
    const paused = watched([1_200_000, 1_078_800]);
    assert.deepEqual(codes(paused), ['drawdown']);
    assert.deepEqual([paused.peakMinor, paused.drawdownLatch], [1_200_000, 10.1]);
    const refusal = expectRefusal('drawdown', 10, 10.1, {}, { limits: paused }, settings);
    assert.equal(refusal.message, 'The equity fell 10.1% from its highest, the limit is 10%.');
  });

  it('adds up over days and weeks that each keep their own limits', () => {
    let state = startLimits(TUESDAY, 1_000_000);
    const usual = { ...DEFAULT_RISK_SETTINGS, drawdownPercent: 10 };
    const latched: string[] = [];
    for (let week = 0; week < 4; week += 1) {
      const equity = 1_000_000 - week * 35_000;
      const at = after(week * 7 * 24);
      state = watchEquity(rollLimits(state, at, equity), equity, usual);
      latched.push(...equityRefusals(state, usual).map(({ code }) => code));
    }
    assert.deepEqual(latched, ['drawdown']);
  });

  it('holds though the equity recovers and weeks go by, until its owner begins the highest equity again', () => {
    const stopped = watched([900_000, 1_500_000]);
    assert.deepEqual(codes(stopped), ['drawdown']);
    const later = rollLimits(stopped, after(28 * 24), 950_000);
    assert.deepEqual([later.drawdownLatch, later.peakMinor], [10, 1_000_000]);
    const again = rebaseDrawdown(later, 950_000);
    assert.deepEqual([codes(again), again.peakMinor], [[], 950_000]);
    assert.deepEqual(codes(watched([856_000], again)), []);
    assert.deepEqual(codes(watched([855_000], again)), ['drawdown']);
  });

  it('is off where nobody wants it, and then keeps nothing', () => {
    const off = { ...settings, drawdownPercent: null };
    const start = startLimits(TUESDAY, 1_000_000);
    assert.equal(watchEquity(start, 2_000_000, off), start);
    const paused = watched([800_000]);
    assert.deepEqual(equityRefusals(paused, off), []);
  });
});

describe('the pause after losses in a row', () => {
  const trades = (nets: readonly number[], at = TUESDAY, from = startLimits(TUESDAY, 1_000_000)) =>
    nets.reduce((state, net) => countClosing(state, at, net, settings), from);

  it('begins with the last of them; a win or a trade that is even ends the streak', () => {
    assert.deepEqual(codes(trades([-1, -1])), []);
    assert.deepEqual(codes(trades([-1, -1, 5, -1, -1, 0, -1, -1])), []);
    const paused = trades([-1, -1, -1]);
    assert.deepEqual(codes(paused), ['losing_streak']);
    const refusal = expectRefusal('losing_streak', 3, 3, {}, { limits: paused }, settings);
    assert.equal(refusal.message, 'Trades lost in a row: 3, the limit is 3.');
  });

  it('holds though what was still open wins, and ends with no streak', () => {
    const paused = trades([7], TUESDAY, trades([-1, -1, -1]));
    assert.deepEqual(codes(paused), ['losing_streak']);
    assert.deepEqual(codes(rollLimits(paused, instant(after(12) - 1), 1)), ['losing_streak']);
    const calm = rollLimits(paused, after(12), 1);
    assert.deepEqual([codes(calm), calm.lossesInRow], [[], 0]);
    assert.deepEqual(codes(trades([-1, -1], after(13), calm)), []);
    assert.deepEqual(codes(trades([-1, -1, -1], after(13), calm)), ['losing_streak']);
  });

  it('is off unless somebody wants it, and counts all the same', () => {
    const state = [-1, -1, -1].reduce(
      (limits, net) => countClosing(limits, TUESDAY, net, DEFAULT_RISK_SETTINGS),
      startLimits(TUESDAY, 1_000_000),
    );
    assert.deepEqual([state.lossesInRow, state.lossesLatch], [3, null]);
  });
});

describe('what the limits remember over a restart', () => {
  // @promise 7.5
  it('is the same after a thousand restarts at random moments', () => {
    const step = fc.record({
      hours: fc.integer({ min: 0, max: 30 }),
      equity: fc.integer({ min: 800_000, max: 1_300_000 }),
      net: fc.constantFrom(null, -1, -1, 1),
      restart: fc.boolean(),
    });
    let restarts = 0;
    fc.assert(
      fc.property(fc.array(step, { minLength: 10, maxLength: 40 }), (steps) => {
        let [whole, cut] = [startLimits(TUESDAY, 1_000_000), startLimits(TUESDAY, 1_000_000)];
        let at = TUESDAY;
        for (const { hours, equity, net, restart } of steps) {
          at = instant(at + hours * HOUR_MS);
          const next = (state: LimitsState) => {
            const rolled = watchEquity(rollLimits(state, at, equity), equity, settings);
            return net === null ? rolled : countClosing(rolled, at, net, settings);
          };
          [whole, cut] = [next(whole), next(cut)];
          if (restart) {
            restarts += 1;
            cut = resumeLimits(JSON.parse(JSON.stringify(cut)), 1);
          }
          assert.deepEqual(cut, whole);
        }
      }),
      { numRuns: 200 },
    );
    assert.ok(restarts > 1_000, `${restarts} restarts`);
  });

  it('goes on with what an older bot wrote, its highest equity the highest of what is known', () => {
    const { day, week } = startLimits(TUESDAY, 1);
    const old = {
      day,
      week,
      dayStartMinor: 990_000,
      weekStartMinor: 1_050_000,
      openedToday: 2,
      dailyLossLatch: 5.1,
      weeklyLossLatch: null,
      weeklyProfitLatch: null,
    };
    const state = resumeLimits(JSON.parse(JSON.stringify(old)), 940_000);
    assert.deepEqual(state, {
      ...old,
      peakMinor: 1_050_000,
      drawdownLatch: null,
      lossesInRow: 0,
      lossesLatch: null,
      lossesUntil: null,
    });
    assert.deepEqual(codes(watched([945_000], state)), ['daily_loss', 'drawdown']);
  });

  it('lets a desk trade that remembers nothing bad', () => {
    assert.deepEqual(codes(aDesk().limits), []);
  });
});
