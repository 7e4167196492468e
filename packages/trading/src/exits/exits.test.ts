import assert from 'node:assert/strict';
import { test } from 'node:test';
import { anInstrument, aSeries, type Row } from '../testing/builders.ts';
import { decideExits } from './decide-exits.ts';
import type { ExitFacts } from './exit.ts';
import {
  EXIT_SETTINGS,
  EXITS,
  type ExitSettings,
  exitSettingsFrom,
  exitsOfIdentity,
  managesExits,
  NO_EXITS,
} from './exits.ts';

const FLAT: Row = [110_000, 110_010, 109_990, 110_000];

/** A purchase at 1.10000 with 1 R of 100 points that has been 120 points ahead and is 110 ahead now. */
function facts(changes: Partial<ExitFacts> = {}): ExitFacts {
  return {
    side: 'BUY',
    entry: 110_000,
    riskPoints: 100,
    stopLoss: 109_900,
    takeProfit: 110_300,
    openedSteps: 10,
    openSteps: 10,
    bestPoints: 120,
    barsHeld: 3,
    series: aSeries([FLAT, FLAT, FLAT]),
    index: 2,
    atrPoints: 50,
    quote: { bid: 110_110, ask: 110_120 },
    instrument: anInstrument(),
    oppositePercent: null,
    ...changes,
  };
}

function plan(settings: Partial<ExitSettings>, changes: Partial<ExitFacts> = {}) {
  const { acts, skipped } = decideExits(facts(changes), { ...NO_EXITS, ...settings });
  return {
    acts: acts.map((each) => {
      if (each.act === 'close') return [each.exit, 'close'];
      return [each.exit, each.act, each.act === 'part' ? each.steps : each.points];
    }),
    skipped: skipped.map(({ why }) => why),
  };
}

test('all exits are off by default and make no other run', () => {
  assert.equal(managesExits(NO_EXITS), false);
  assert.deepEqual(plan({}), { acts: [], skipped: [] });
  assert.deepEqual(exitsOfIdentity(NO_EXITS), {});
  const chosen = exitSettingsFrom({ break_even_after_r: 1 });
  assert.equal(chosen.breakEvenAfterR, 1);
  assert.deepEqual(exitsOfIdentity(chosen), { exits: chosen });
  const names = EXIT_SETTINGS.map(({ field }) => field);
  assert.equal(new Set(names).size, names.length);
  assert.equal(new Set(EXITS.map(({ exit }) => exit.name)).size, EXITS.length);
});

test('break-even moves the stop to the opening price once the price has gone so far', () => {
  assert.deepEqual(plan({ breakEvenAfterR: 1 }).acts, [['break_even', 'stop', 110_000]]);
  assert.deepEqual(plan({ breakEvenAfterR: 1.3 }).acts, []);
  const locked = plan({ breakEvenAfterR: 1, breakEvenLockR: 0.1 });
  assert.deepEqual(locked.acts, [['break_even', 'stop', 110_010]]);
  // For a sell everything stands on its head.
  const sold = { side: 'SELL', stopLoss: 110_100, quote: { bid: 109_880, ask: 109_890 } } as const;
  assert.deepEqual(plan({ breakEvenAfterR: 1 }, sold).acts, [['break_even', 'stop', 110_000]]);
  assert.deepEqual(plan({ breakEvenAfterR: 1 }, { riskPoints: null }).acts, []);
});

test('steps follow one behind, a distance follows the best price, and the nearest stop is taken', () => {
  assert.deepEqual(plan({ trailStepR: 0.5 }).acts, [['trail_steps', 'stop', 110_050]]);
  assert.deepEqual(plan({ trailStepR: 1.2 }).acts, [['trail_steps', 'stop', 110_000]]);
  assert.deepEqual(plan({ trailAtr: 1 }).acts, [['trail_atr', 'stop', 110_070]]);
  assert.deepEqual(plan({ trailAtr: 1 }, { atrPoints: Number.NaN }).acts, []);
  const all = plan({ breakEvenAfterR: 1, trailStepR: 0.5, trailAtr: 1 });
  assert.deepEqual(all.acts, [['trail_atr', 'stop', 110_070]]);
});

test('structure puts the stop a point beyond the last swing since the opening', () => {
  const series = aSeries([
    [110_000, 110_050, 109_950, 110_040],
    [110_040, 110_060, 110_010, 110_050],
    [110_050, 110_090, 110_020, 110_080],
    [110_080, 110_130, 110_060, 110_120],
  ]);
  const swing = { series, index: 3, barsHeld: 4 };
  assert.deepEqual(plan({ trailSwingBars: 1 }, swing).acts, []);
  const turned = aSeries([
    [110_000, 110_050, 109_990, 110_040],
    [110_040, 110_060, 109_960, 110_050],
    [110_050, 110_090, 110_020, 110_080],
    [110_080, 110_130, 110_060, 110_120],
  ]);
  const found = plan({ trailSwingBars: 1 }, { ...swing, series: turned });
  assert.deepEqual(found.acts, [['trail_structure', 'stop', 109_959]]);
  // A swing of before the opening is not the position's own.
  assert.deepEqual(plan({ trailSwingBars: 1 }, { ...swing, series: turned, barsHeld: 2 }).acts, []);
});

test('a part is closed once, whoever closed it, and never below the smallest lot', () => {
  const half = { partialCloseAfterR: 1 };
  assert.deepEqual(plan(half).acts, [['partial_close', 'part', 5]]);
  assert.deepEqual(plan(half, { openSteps: 5 }), { acts: [], skipped: [] });
  assert.deepEqual(plan(half, { openSteps: 3 }), { acts: [], skipped: [] });
  // Somebody closed two of ten: three are left to close.
  assert.deepEqual(plan(half, { openSteps: 8 }).acts, [['partial_close', 'part', 3]]);
  assert.deepEqual(plan(half, { openedSteps: 1, openSteps: 1 }), {
    acts: [],
    skipped: ['Partial close: 0 of 1 steps of EURUSD is below the smallest order of 1.'],
  });
  const instrument = anInstrument({ volumeMinSteps: 6 });
  assert.deepEqual(plan({ ...half, partialClosePercent: 60 }, { instrument }), {
    acts: [],
    skipped: ['Partial close: 4 of 10 steps of EURUSD would stay open, at least 6 must.'],
  });
});

test('a position is closed after its bars, or by a verdict the other way, and then nothing else is done', () => {
  assert.deepEqual(plan({ timeStopBars: 3, breakEvenAfterR: 1 }).acts, [['time_stop', 'close']]);
  assert.deepEqual(plan({ timeStopBars: 4 }).acts, []);
  const opposite = { exitOnOppositePercent: 55 };
  assert.deepEqual(plan(opposite).acts, []);
  assert.deepEqual(plan(opposite, { oppositePercent: 54 }).acts, []);
  assert.deepEqual(plan(opposite, { oppositePercent: 55 }).acts, [['opposite_verdict', 'close']]);
});

test('a stop stands where the broker lets it, behind the wish, and is not moved to where it stands', () => {
  const ticks = { instrument: anInstrument({ tickPoints: 25 }) };
  assert.deepEqual(plan({ trailAtr: 1 }, ticks).acts, [['trail_atr', 'stop', 110_050]]);
  assert.deepEqual(plan({ trailAtr: 1 }, { ...ticks, stopLoss: 110_050 }).acts, []);
});

test('a stop never moves away, nor nearer than the broker allows, and a frozen position is left alone', () => {
  assert.deepEqual(plan({ breakEvenAfterR: 1 }, { stopLoss: 110_000 }).acts, []);
  assert.deepEqual(plan({ breakEvenAfterR: 1 }, { stopLoss: 110_050 }).acts, []);
  assert.deepEqual(plan({ breakEvenAfterR: 1 }, { stopLoss: null }).acts, [
    ['break_even', 'stop', 110_000],
  ]);
  const near = { instrument: anInstrument({ stopsLevelPoints: 50 }) };
  const both = plan({ breakEvenAfterR: 1, trailAtr: 1 }, near);
  assert.deepEqual(both.acts, [['break_even', 'stop', 110_000]]);
  assert.deepEqual(both.skipped, [
    'Trailing by ATR: its stop would be 40 points from the price, at least 50 are required.',
  ]);
  // The price fell back below: the stop waits for a bar at which it can stand.
  const back = plan({ breakEvenAfterR: 1 }, { quote: { bid: 109_990, ask: 110_000 } });
  assert.deepEqual([back.acts.length, back.skipped.length], [0, 1]);
  const frozen = { instrument: anInstrument({ freezeLevelPoints: 200 }) };
  const settings = { breakEvenAfterR: 1, partialCloseAfterR: 1, timeStopBars: 1 };
  const left = plan(settings, frozen);
  assert.deepEqual([left.acts.length, left.skipped.length], [0, 3]);
  const crossed = { quote: { bid: 110_110, ask: 110_100 } };
  assert.deepEqual(plan(settings, crossed), { acts: [], skipped: [] });
});
