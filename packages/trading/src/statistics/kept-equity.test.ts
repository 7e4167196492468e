import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, HOUR_MS, type Instant, instant } from '@quorate/values/instant';
import fc from 'fast-check';
import { tradingDayOf } from '../market/trading-day.ts';
import { MONDAY } from '../testing/builders.ts';
import type { ClosedTrade } from './closed-history.ts';
import { drawdownOf, drawdownOfSteps } from './drawdown.ts';
import { beginOf, equityOfRecord, type KeptDay } from './kept-equity.ts';

const FIRST = tradingDayOf(MONDAY);

function aDay(nth: number, lastMinor: number, changes: Partial<KeptDay> = {}): KeptDay {
  return {
    day: FIRST + nth,
    firstMinor: lastMinor,
    lastMinor,
    lowestMinor: lastMinor,
    highestMinor: lastMinor,
    firstBalanceMinor: lastMinor,
    lastBalanceMinor: lastMinor,
    fallMinor: 0,
    fallFromMinor: lastMinor,
    ...changes,
  };
}

/** Opened and closed an hour later on the nth day. */
function aTrade(nth: number, netMinor: number, openedAt?: Instant): ClosedTrade {
  const at = instant(MONDAY + nth * DAY_MS);
  return {
    netMinor,
    grossMinor: netMinor,
    commissionMinor: 0,
    swapMinor: 0,
    feeMinor: 0,
    riskMinor: null,
    openedAt: openedAt ?? at,
    closedAt: instant(at + HOUR_MS),
    lots: 0.1,
  };
}

const found = (days: readonly KeptDay[], trades: readonly ClosedTrade[], from?: Instant) =>
  equityOfRecord(days, trades, beginOf(trades, from ?? null));

/** Two weeks with a weekend between; 100 won on each day from Monday to Friday. */
const WEEKDAYS = [0, 1, 2, 3, 4, 7, 8, 9, 10, 11];
const TRADES = WEEKDAYS.map((nth) => aTrade(nth, 100));
const DAYS = WEEKDAYS.map((nth, index) =>
  aDay(nth, 100_000 + 100 * (index + 1), {
    firstMinor: 100_000 + 100 * index,
    firstBalanceMinor: 100_000 + 100 * index,
  }),
);

test('the equity of a record begins with what there was before its first trade', () => {
  const { startMinor, equity } = found(DAYS, TRADES) ?? assert.fail();
  assert.equal(startMinor, 100_000);
  assert.deepEqual(
    equity.dailyMinor,
    Array.from({ length: 11 }, (_, index) => 100_000 + 100 * index),
  );
  const friday = aDay(-3, 99_900);
  assert.equal(found([friday, ...DAYS], TRADES)?.startMinor, 99_900);
  // A month before is no neighbour.
  assert.equal(found([aDay(-30, 50_000), ...DAYS], TRADES)?.startMinor, 100_000);
});

test('its falls are those within days and between them', () => {
  const days = DAYS.map((day, index) =>
    index === 3 ? { ...day, lowestMinor: 95_000, fallMinor: 5_400, fallFromMinor: 100_400 } : day,
  );
  const { equity } = found(days, TRADES) ?? assert.fail();
  assert.deepEqual(equity.drawdown.maximal, { minor: 5_400, percent: 5.38 });
  assert.equal(equity.drawdown.absoluteMinor, 5_000);
});

test('the example of the docs: a fall over two days that neither has alone', () => {
  const { maximal } = drawdownOfSteps(1_000_000, [
    { lowestMinor: 990_000, highestMinor: 1_030_000, fallMinor: 40_000, fallFromMinor: 1_030_000 },
    { lowestMinor: 980_000, highestMinor: 1_010_000, fallMinor: 30_000, fallFromMinor: 1_010_000 },
  ]);
  assert.deepEqual(maximal, { minor: 50_000, percent: 4.85 });
});

test('a record that is not covered has no equity', () => {
  assert.equal(found([], TRADES), null);
  assert.equal(found(DAYS, []), null);
  assert.equal(found(DAYS.slice(1), TRADES), null, 'begun too late');
  assert.equal(found(DAYS.slice(0, -1), TRADES), null, 'ended too early');
  assert.equal(
    found(DAYS, [aTrade(0, 100, instant(MONDAY - 20 * DAY_MS)), ...TRADES.slice(1)]),
    null,
    'a trade was open before',
  );
});

test('of a period the days from its begin on are asked for, though a trade was opened before', () => {
  const early = aTrade(3, 100, instant(MONDAY - 20 * DAY_MS));
  const trades = [early, ...TRADES.slice(4)];
  const { startMinor, equity } =
    found(DAYS.slice(2), trades, instant(MONDAY + 3 * DAY_MS)) ?? assert.fail();
  assert.equal(startMinor, 100_300);
  assert.equal(equity.dailyMinor.length, 8);
});

test('one day of ten may be missing, and ends as the day before it', () => {
  const { equity } = found(DAYS.toSpliced(4, 1), TRADES) ?? assert.fail();
  assert.deepEqual(equity.dailyMinor.slice(4, 7), [100_400, 100_400, 100_600]);
  assert.equal(found(DAYS.toSpliced(4, 2), TRADES), null);
});

test('a deposit or a withdrawal leaves no equity to measure by, a trade at midnight does', () => {
  const raised = (from: number, to: number) =>
    DAYS.map((day, index) => {
      if (index < from || index >= to) return day;
      return { ...day, lastBalanceMinor: day.lastBalanceMinor + 5_000 };
    });
  assert.equal(found(raised(5, 10), TRADES), null);
  assert.equal(found(raised(9, 10), TRADES), null, 'nobody knows yet');
  assert.notEqual(found(raised(5, 6), TRADES), null);
});

test('falls by stretches are those of all levels', () => {
  const level = fc.integer({ min: 1, max: 100_000 });
  const stretches = fc.array(fc.array(level, { minLength: 1, maxLength: 6 }), { maxLength: 12 });
  fc.assert(
    fc.property(level, stretches, (start, all) => {
      const steps = all.map((levels) => {
        const { maximal } = drawdownOf(levels[0] ?? 0, levels);
        let [peak, from] = [0, levels[0] ?? 0];
        for (const each of levels) {
          peak = Math.max(peak, each);
          if (peak - each === maximal.minor && maximal.minor > 0) from = peak;
        }
        return {
          lowestMinor: Math.min(...levels),
          highestMinor: Math.max(...levels),
          fallMinor: maximal.minor,
          fallFromMinor: from,
        };
      });
      const whole = drawdownOf(start, all.flat());
      const stepped = drawdownOfSteps(start, steps);
      assert.equal(stepped.maximal.minor, whole.maximal.minor);
      assert.equal(stepped.absoluteMinor, whole.absoluteMinor);
      assert.ok((stepped.relative.percent ?? 0) <= (whole.relative.percent ?? 0));
    }),
  );
});
