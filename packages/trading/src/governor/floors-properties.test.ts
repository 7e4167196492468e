import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS, type Instant, instant, instantFromIso, MINUTE_MS } from '@quorate/values/instant';
import { currencyOf } from '@quorate/values/money';
import fc from 'fast-check';
import { tradingDayOf } from '../market/trading-day.ts';
import { nextTurn, turnOf, turnStart, weekOfTurn } from './day-turn.ts';
import {
  comingFloors,
  entriesOff,
  floorMinor,
  lockFloors,
  nextFloorTurn,
  OWN_RULES,
  rollFloors,
  SERVER_MIDNIGHT,
  startFloors,
  watchFloors,
} from './floors.ts';
import { changeRuleSet, moveFloors, rebaseTotal, resumeFloors } from './floors-moved.ts';
import { defaultRuleSet, PRESETS, presetOf } from './presets.ts';
import type { EquityLine, FloorsState, RuleSet, TurnsAt } from './rule-set.ts';
import { ruleSetFaults } from './rule-set-faults.ts';
import { floorsFromJson, floorsToJson, ruleSetFromJson, ruleSetToJson } from './rule-set-json.ts';

const at = instantFromIso;
const USD = currencyOf('USD');
const INITIAL = 1_000_000;
const START = at('2025-03-03T12:00:00Z');

const ZONES: readonly TurnsAt[] = [
  { time: '00:00', zone: 'Europe/Prague' },
  { time: '17:00', zone: 'America/New_York' },
  { time: '17:00', zone: 'America/Chicago' },
  { time: '00:00', zone: 'Etc/GMT-3' },
  { time: '00:00', zone: 'Europe/Helsinki' },
  { time: '00:00', zone: 'Etc/UTC' },
];

const aPercent = fc.integer({ min: 50, max: 1_500 }).map((hundredths) => hundredths / 100);
const aLine: fc.Arbitrary<EquityLine> = fc
  .record({
    kind: fc.constantFrom('day', 'week', 'total'),
    basis: fc.constantFrom(
      'start_balance',
      'day_start_balance',
      'day_start_equity',
      'higher_of_both',
    ),
    amount: fc.oneof(
      aPercent.map((percentOfInitial) => ({ percentOfInitial })),
      aPercent.map((percentOfBasis) => ({ percentOfBasis })),
      fc.integer({ min: 1_000, max: 200_000 }).map((moneyMinor) => ({ moneyMinor })),
    ),
    trails: fc.constantFrom('no', 'on_day_end_balance', 'on_balance', 'on_equity'),
    stop: fc.constantFrom(null, 0, 2),
    turnsAt: fc.constantFrom(...ZONES),
    onTouch: fc.constantFrom('end', 'pause_until_turn'),
  })
  .map(({ stop, ...line }) => ({
    ...line,
    basis: line.kind === 'total' ? 'start_balance' : line.basis,
    stopsTrailingAtPercent: line.trails === 'no' ? null : stop,
  }));
const aRuleSet: fc.Arbitrary<RuleSet> = fc
  .record({ lines: fc.array(aLine, { minLength: 1, maxLength: 4 }), own: fc.boolean() })
  .map(({ lines, own }) => ({
    ...defaultRuleSet(5, 8, 10, 6),
    id: own ? OWN_RULES : 'a-firm',
    lines,
  }));

/** What happens to an account from one look at it to the next. */
const aStep = fc.record({
  afterMinutes: fc.integer({ min: 1, max: 60 * 70 }),
  realised: fc.integer({ min: -30_000, max: 32_000 }),
  floating: fc.integer({ min: -40_000, max: 40_000 }),
  locks: fc.integer({ min: 0, max: 30 }).map((number) => number === 0),
});
const aPath = fc.array(aStep, { minLength: 1, maxLength: 60 });
type Step = Readonly<{ afterMinutes: number; realised: number; floating: number; locks: boolean }>;

type Seen = Readonly<{
  before: FloorsState;
  rolled: FloorsState;
  watched: FloorsState;
  now: Instant;
  balanceMinor: number;
  equityMinor: number;
}>;

function walk(ruleSet: RuleSet, path: readonly Step[], look: (seen: Seen) => void): void {
  let now = START;
  let balanceMinor = INITIAL;
  let state = startFloors(
    ruleSet,
    { initialMinor: INITIAL, balanceMinor, equityMinor: balanceMinor, currency: USD },
    now,
  );
  for (const step of path) {
    now = instant(now + step.afterMinutes * MINUTE_MS);
    balanceMinor = Math.max(1_000, balanceMinor + step.realised);
    const equityMinor = Math.max(0, balanceMinor + step.floating);
    const rolled = rollFloors(state, ruleSet, now, { balanceMinor, equityMinor });
    const watched = watchFloors(rolled, ruleSet, now, equityMinor);
    look({ before: state, rolled, watched, now, balanceMinor, equityMinor });
    state = step.locks ? lockFloors(watched, ruleSet, 0, now, equityMinor) : watched;
  }
}

test('a floor never falls but by its own turn, and a total’s floor and peak never fall at all', () => {
  fc.assert(
    fc.property(aRuleSet, aPath, (ruleSet, path) => {
      walk(ruleSet, path, ({ before, rolled, watched }) => {
        ruleSet.lines.forEach(({ kind }, index) => {
          const [was, turned, is] = [before, rolled, watched].map((state) => state.lines[index]);
          assert.ok(was && turned && is);
          assert.ok(is.floorMinor >= turned.floorMinor && is.peakMinor >= turned.peakMinor);
          const sameDay = was.turn === turned.turn;
          const sameWeek = weekOfTurn(was.turn) === weekOfTurn(turned.turn);
          if (kind === 'total' || sameDay || (kind === 'week' && sameWeek)) {
            assert.ok(turned.floorMinor >= was.floorMinor);
            assert.ok(turned.peakMinor >= was.peakMinor);
          }
        });
      });
    }),
    { numRuns: 1_000 },
  );
});

test('a trailing total stands where the highest figure of the whole path puts it, restarts included', () => {
  fc.assert(
    fc.property(aRuleSet, aPath, (ruleSet, path) => {
      let highest = INITIAL;
      walk(ruleSet, path, ({ before, rolled, watched, equityMinor, balanceMinor }) => {
        highest = Math.max(highest, equityMinor, balanceMinor);
        const read = floorsFromJson(JSON.parse(JSON.stringify(floorsToJson(watched))));
        assert.deepEqual(read.floors, watched);
        ruleSet.lines.forEach(({ kind, trails }, index) => {
          if (kind !== 'total' || trails !== 'on_equity') return;
          assert.ok((watched.lines[index]?.peakMinor ?? 0) >= equityMinor);
          assert.ok((watched.lines[index]?.peakMinor ?? 0) <= highest);
          assert.ok((rolled.lines[index]?.peakMinor ?? 0) >= (before.lines[index]?.peakMinor ?? 0));
        });
      });
    }),
    { numRuns: 500 },
  );
});

test('what is foreseen of the next turn is at least what it brings', () => {
  fc.assert(
    fc.property(aRuleSet, aPath, (ruleSet, path) => {
      walk(ruleSet, path, ({ watched, now, balanceMinor, equityMinor }) => {
        const figures = { balanceMinor, equityMinor };
        const foreseen = comingFloors(watched, ruleSet, figures);
        const turned = rollFloors(watched, ruleSet, nextFloorTurn(ruleSet, now), figures);
        assert.ok(foreseen >= floorMinor(turned));
      });
    }),
    { numRuns: 500 },
  );
});

test('a lock ends at its turn and never before, and a touch that ends an account is for good', () => {
  fc.assert(
    fc.property(aRuleSet, aPath, (ruleSet, path) => {
      walk(ruleSet, path, ({ before, rolled, now }) => {
        const until = before.lock?.until ?? null;
        if (before.lock !== null && (until === null || now < until))
          assert.equal(rolled.lock, before.lock);
        if (until !== null && now >= until) assert.equal(rolled.lock, null);
        ruleSet.lines.forEach(({ onTouch }, index) => {
          const touched = before.lines[index]?.touchedAt ?? null;
          if (onTouch === 'end' && touched !== null)
            assert.equal(rolled.lines[index]?.touchedAt, touched);
        });
      });
    }),
    { numRuns: 500 },
  );
});

test('money that comes or goes touches no line of the day, the week or a private account', () => {
  fc.assert(
    fc.property(
      aRuleSet,
      aPath,
      fc.integer({ min: -400_000, max: 400_000 }),
      (ruleSet, path, cashMinor) => {
        const own = ruleSet.id === OWN_RULES;
        walk(ruleSet, path, ({ watched, balanceMinor, equityMinor }) => {
          if (balanceMinor + cashMinor < 1_000) return;
          const after = {
            balanceMinor: balanceMinor + cashMinor,
            equityMinor: equityMinor + cashMinor,
          };
          const moved = moveFloors(watched, ruleSet, cashMinor, after);
          ruleSet.lines.forEach((line, index) => {
            const [was, is] = [watched.lines[index], moved.lines[index]];
            assert.ok(was && is);
            assert.equal(is.touchedAt, was.touchedAt);
            const fixed =
              line.trails === 'no' && (line.kind === 'total' || line.basis === 'start_balance');
            const distance = equityMinor - was.floorMinor;
            const left = after.equityMinor - is.floorMinor;
            if (!fixed && (own || line.kind !== 'total')) assert.equal(left, distance);
            // A firm's total line is the firm's: no pay-out lowers it, and no deposit raises it.
            if (!own && line.kind === 'total') assert.equal(is.floorMinor, was.floorMinor);
            // Profit that is taken leaves a fixed line where its rule says; capital takes it along.
            if (own && fixed) {
              assert.equal(
                is.floorMinor - was.floorMinor,
                moved.initialMinor - watched.initialMinor,
              );
              if (cashMinor < 0 && after.balanceMinor >= watched.initialMinor)
                assert.equal(is.floorMinor, was.floorMinor);
            }
          });
        });
      },
    ),
    { numRuns: 500 },
  );
});

test('a floor that the firm lets follow a pay-out never falls below where it began', () => {
  const oneStep = presetOf('ftmo-1-step') ?? assert.fail();
  const follows: RuleSet = {
    ...oneStep,
    lines: oneStep.lines.map((line) =>
      line.kind === 'total' ? { ...line, afterPayout: 'follows' } : line,
    ),
  };
  const start = startFloors(
    follows,
    { initialMinor: INITIAL, balanceMinor: 1_080_000, equityMinor: 1_080_000, currency: USD },
    START,
  );
  const after = (minor: number) =>
    moveFloors(start, follows, minor, {
      balanceMinor: 1_080_000 + minor,
      equityMinor: 1_080_000 + minor,
    }).lines[1]?.floorMinor;
  assert.equal(start.lines[1]?.floorMinor, 980_000);
  assert.equal(after(-50_000), 930_000);
  assert.equal(after(-90_000), 900_000);
  assert.equal(after(50_000), 980_000);
});

test('another rule set never unlocks a day, and never forgets a peak that it trails, too', () => {
  fc.assert(
    fc.property(aRuleSet, aRuleSet, aPath, (from, to, path) => {
      walk(from, path, ({ watched, now, balanceMinor, equityMinor }) => {
        const locked = lockFloors(watched, from, 0, now, equityMinor);
        const changed = changeRuleSet(locked, from, to, { balanceMinor, equityMinor }, now);
        assert.equal(changed.ruleSetId, to.id);
        assert.equal(changed.lines.length, to.lines.length);
        assert.notEqual(entriesOff(changed), null);
        const until = locked.lock?.until ?? null;
        const kept = changed.lock?.until ?? null;
        assert.ok(changed.lock !== null && (kept === null || (until !== null && kept >= until)));
        to.lines.forEach((line, index) => {
          if (line.trails === 'no') return;
          from.lines.forEach((older, place) => {
            if (older.kind !== line.kind || older.trails !== line.trails) return;
            const was = locked.lines[place]?.peakMinor ?? 0;
            const same = JSON.stringify(older) === JSON.stringify(line);
            if (!same && from.lines.some((each) => JSON.stringify(each) === JSON.stringify(line)))
              return;
            assert.ok((changed.lines[index]?.peakMinor ?? 0) >= was);
          });
        });
      });
    }),
    { numRuns: 500 },
  );
});

test('a change to the same rules changes nothing but what would have turned', () => {
  fc.assert(
    fc.property(fc.constantFrom(...PRESETS), aPath, (preset, path) => {
      walk(preset, path, ({ watched, now, balanceMinor, equityMinor }) => {
        const figures = { balanceMinor, equityMinor };
        assert.deepEqual(changeRuleSet(watched, preset, preset, figures, now), watched);
        assert.equal(resumeFloors(watched, preset, preset, figures, now), watched);
      });
    }),
    { numRuns: 100 },
  );
});

test('floors of the owner’s own limits become those of a firm with its own initial balance', () => {
  const own = defaultRuleSet(5, 8, 10, null);
  const firm = presetOf('ftmo-2-step') ?? assert.fail();
  const figures = { balanceMinor: 980_000, equityMinor: 975_000 };
  const start = startFloors(own, { initialMinor: 980_000, currency: USD, ...figures }, START);
  const changed = resumeFloors(start, own, firm, { ...figures, initialMinor: INITIAL }, START);
  assert.equal(changed.initialMinor, INITIAL);
  assert.deepEqual(
    changed.lines.map(({ floorMinor: floor }) => floor),
    [930_000, 900_000],
  );
});

test('the owner begins the total line of a private account again, nobody that of a firm', () => {
  const own = defaultRuleSet(5, 8, 10, null);
  const figures = { balanceMinor: 890_000, equityMinor: 890_000 };
  const start = startFloors(own, { initialMinor: INITIAL, currency: USD, ...figures }, START);
  const touched = watchFloors(start, own, START, 890_000);
  const locked = lockFloors(touched, own, 2, START, 890_000);
  assert.deepEqual([locked.lines[2]?.floorMinor, locked.lock?.until], [900_000, null]);
  const again = rebaseTotal(locked, own, figures, START);
  assert.deepEqual(again.lines[2], {
    floorMinor: 801_000,
    basisMinor: 890_000,
    peakMinor: 890_000,
    turn: tradingDayOf(START),
    touchedAt: null,
  });
  assert.equal(again.lock, null);
  assert.equal(again.initialMinor, 890_000);
  const firm = presetOf('ftmo-2-step') ?? assert.fail();
  assert.throws(() => rebaseTotal(locked, firm, figures, START), /is the firm's/);
});

test('days join without a gap and have 23 to 25 hours, in every zone and every week of five years', () => {
  for (const zone of ZONES) {
    let day = turnOf(at('2024-01-01T12:00:00Z'), zone);
    for (let count = 0; count < 5 * 366; count += 1) {
      const start = turnStart(day, zone);
      assert.equal(turnOf(start, zone), day);
      assert.equal(turnOf(instant(start - 1), zone), day - 1);
      const hours = (nextTurn(start, zone) - start) / HOUR_MS;
      assert.ok(hours === 24 || hours === 23 || hours === 25);
      day += 1;
    }
  }
});

test('both summer-time weeks: when each zone turns, in UTC', () => {
  const turns = (zone: TurnsAt, from: string) =>
    new Date(nextTurn(at(from), zone)).toISOString().slice(5, 16);
  const [prague, newYork, chicago, plus3, helsinki] = ZONES;
  assert.ok(prague && newYork && chicago && plus3 && helsinki);
  // USA from 9 March 2025, Europe from 30 March; back on 26 October and 2 November.
  assert.deepEqual(
    ['2025-03-08T12:00:00Z', '2025-03-09T12:00:00Z'].map((from) => turns(newYork, from)),
    ['03-08T22:00', '03-09T21:00'],
  );
  assert.deepEqual(
    ['2025-11-01T12:00:00Z', '2025-11-02T12:00:00Z'].map((from) => turns(chicago, from)),
    ['11-01T22:00', '11-02T23:00'],
  );
  assert.deepEqual(
    ['2025-03-29T12:00:00Z', '2025-03-30T12:00:00Z', '2025-10-26T12:00:00Z'].map((from) =>
      turns(prague, from),
    ),
    ['03-29T23:00', '03-30T22:00', '10-26T23:00'],
  );
  assert.deepEqual(
    ['2025-03-29T12:00:00Z', '2025-03-30T12:00:00Z'].map((from) => turns(helsinki, from)),
    ['03-29T22:00', '03-30T21:00'],
  );
  assert.deepEqual(
    ['2025-01-15T12:00:00Z', '2025-07-15T12:00:00Z'].map((from) => turns(plus3, from)),
    ['01-15T21:00', '07-15T21:00'],
  );
});

test('a day begins when the calendar of its zone says, also where the clock skips or repeats that time', () => {
  const hard: readonly TurnsAt[] = [
    ...ZONES,
    // The clock goes from 23:59 to 01:00, shows 01:30 twice, and changes by half an hour.
    { time: '00:00', zone: 'Africa/Cairo' },
    { time: '00:00', zone: 'America/Havana' },
    { time: '01:30', zone: 'America/Chicago' },
    { time: '02:30', zone: 'Europe/Prague' },
    { time: '02:00', zone: 'Australia/Lord_Howe' },
  ];
  for (const { time, zone } of hard) {
    const [hour, minute] = time.split(':').map(Number);
    const first = turnOf(at('2023-12-31T12:00:00Z'), { time, zone });
    for (let day = first; day < first + 3 * 366; day += 1) {
      const date = new Date((time >= '12:00' ? day - 1 : day) * 24 * HOUR_MS);
      const shown = Temporal.PlainDateTime.from({
        year: date.getUTCFullYear(),
        month: date.getUTCMonth() + 1,
        day: date.getUTCDate(),
        hour,
        minute,
      });
      const start = shown.toZonedDateTime(zone, { disambiguation: 'compatible' }).epochMilliseconds;
      assert.equal(turnStart(day, { time, zone }), start, `${zone} ${shown.toString()}`);
    }
  }
});

test('17:00 in New York is the trading day that everything else counts', () => {
  const moment = fc.integer({ min: Date.UTC(2010, 0, 1), max: Date.UTC(2035, 0, 1) }).map(instant);
  fc.assert(
    fc.property(moment, (each) => {
      assert.equal(turnOf(each, SERVER_MIDNIGHT), tradingDayOf(each));
    }),
    { numRuns: 2_000 },
  );
});

test('a random rule set is valid and the same after a trip over the wire', () => {
  fc.assert(
    fc.property(aRuleSet, (ruleSet) => {
      assert.deepEqual(ruleSetFaults(ruleSet), []);
      const json: unknown = JSON.parse(JSON.stringify(ruleSetToJson(ruleSet)));
      assert.deepEqual(ruleSetFromJson(json).ruleSet, ruleSet);
    }),
    { numRuns: 500 },
  );
});

test('the highest of the floors holds', () => {
  fc.assert(
    fc.property(aRuleSet, aPath, (ruleSet, path) => {
      walk(ruleSet, path, ({ watched }) => {
        assert.equal(
          floorMinor(watched),
          Math.max(...watched.lines.map((line) => line.floorMinor)),
        );
      });
    }),
    { numRuns: 100 },
  );
});
