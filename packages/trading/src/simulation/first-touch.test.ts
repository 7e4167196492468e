import assert from 'node:assert/strict';
import { describe, it, test } from 'node:test';
import type { CandleSeries } from '../market/candle.ts';
import { isCrossed } from '../market/candle-faults.ts';
import { createMarketReader } from '../market/market-reader.ts';
import { createRandom } from '../market/random.ts';
import { aSeries, type Row } from '../testing/builders.ts';
import { someBars } from '../testing/loop-fixture.ts';
import { sharedBars } from '../testing/shared-data.ts';
import { type FirstTouch, TOUCH_BARS, watchFirstTouch } from './first-touch.ts';

/** Closes at 1.10200; the levels of an ATR of 100 points are 1.10300 and 1.10100. */
const DECIDED: Row = [110_200, 110_900, 109_500, 110_200];
const QUIET: Row = [110_200, 110_250, 110_150, 110_200];
const ATR = 100;

function touchOf(series: CandleSeries, after: number, atrPoints: number): FirstTouch | null {
  const watch = watchFirstTouch(series, { after, atrPoints });
  let touch: FirstTouch | null = null;
  for (let index = after; index < series.length && touch === null; index++)
    touch = watch.barClosed(index);
  return touch;
}

function touchIn(rows: readonly Row[], atrPoints = ATR): FirstTouch | null {
  return touchOf(aSeries([DECIDED, ...rows]), 0, atrPoints);
}

describe('what price did first', () => {
  it('is the level that a bar’s bid reaches, and reaching is enough', () => {
    assert.equal(touchIn([QUIET, [110_200, 110_300, 110_150, 110_200]]), 'up');
    assert.equal(touchIn([QUIET, [110_200, 110_250, 110_100, 110_200]]), 'down');
    assert.equal(touchIn([QUIET, [110_200, 110_299, 110_101, 110_200]]), null);
  });

  it('keeps a level between two points to the point beyond it', () => {
    assert.equal(touchIn([[110_200, 110_300, 110_150, 110_200]], 100.25), null);
    assert.equal(touchIn([[110_200, 110_301, 110_150, 110_200]], 100.25), 'up');
  });

  it('does not count what the bar of the decision itself had reached', () => {
    assert.equal(touchIn([]), null);
  });

  it('is not changed by what comes after it', () => {
    const series = aSeries([
      DECIDED,
      [110_200, 110_300, 110_150, 110_200],
      [110_000, 110_000, 109_000, 109_000],
    ]);
    const watch = watchFirstTouch(series, { after: 0, atrPoints: ATR });
    assert.deepEqual([watch.barClosed(1), watch.barClosed(2)], ['up', 'up']);
  });

  it('is neither where one bar reaches both levels from between them', () => {
    assert.equal(touchIn([[110_200, 110_300, 110_100, 110_200]]), 'neither');
  });

  it('is the level that the market jumped over, even where that bar came back to the other', () => {
    assert.equal(touchIn([[110_350, 110_400, 110_050, 110_100]]), 'up');
    assert.equal(touchIn([[110_050, 110_350, 110_000, 110_300]]), 'down');
  });

  it('is told by the bar after a crossed quote, not by that one', () => {
    const crossed: Row = [110_200, 110_900, 109_000, 110_200, -5];
    assert.equal(touchIn([crossed]), null);
    assert.equal(touchIn([crossed, [110_350, 110_360, 110_340, 110_350]]), 'up');
  });

  it('does not ask what the ask did: a wide spread touches nothing', () => {
    assert.equal(touchIn([[110_200, 110_250, 110_150, 110_200, 400]]), null);
  });

  it(`is neither after ${TOUCH_BARS} bars, and not a bar sooner`, () => {
    const quiet = Array.from({ length: TOUCH_BARS - 1 }, () => QUIET);
    assert.equal(touchIn(quiet), null);
    assert.equal(touchIn([...quiet, QUIET]), 'neither');
    assert.equal(touchIn([...quiet, [110_200, 110_300, 110_150, 110_200]]), 'up');
    assert.equal(touchIn([...quiet, QUIET, [110_200, 110_300, 110_150, 110_200]]), 'neither');
  });
});

test('what is told at a bar is the same whatever the bars after it hold', () => {
  const random = createRandom(11);
  let known = 0;
  for (let run = 0; run < 200; run++) {
    const series = someBars(1 + (run % 5));
    const after = 100 + Math.floor(random() * 1_000);
    const until = after + 1 + Math.floor(random() * 30);
    const atrPoints = 60 + random() * 200;
    const told = (bars: CandleSeries) => {
      const watch = watchFirstTouch(bars, { after, atrPoints });
      return Array.from({ length: until - after }, (_, at) => watch.barClosed(after + 1 + at));
    };
    const seen = told(series);
    assert.deepEqual(told(upsideDownAfter(series, until)), seen);
    if (seen.at(-1) !== null) known += 1;
  }
  assert.ok(known > 20 && known < 180, `${known} of 200 were known`);
});

test('on eleven years of EURUSD price goes first to where a plain look says, nearly always within 100 bars', (t) => {
  const market = { symbol: 'EURUSD', timeframe: 'H1', digits: 5, zone: 'utc' } as const;
  const series = sharedBars('EURUSD_H1_oanda_bidask_2007-2018.csv.gz', market);
  if (!series) return t.skip('../shared/data is absent');
  const reader = createMarketReader(series);
  const counts = { up: 0, down: 0, neither: 0 };
  for (let index = 0; index < series.length - TOUCH_BARS; index++) {
    if (!reader.read(index) || index % 7 > 0) continue;
    const touch = touchOf(series, index, reader.atrPoints);
    assert.ok(touch !== null);
    assert.equal(touch, plainLook(series, index, reader.atrPoints));
    counts[touch] += 1;
  }
  const all = counts.up + counts.down + counts.neither;
  assert.ok(all > 5_000, `${all} bars`);
  assert.ok(counts.neither / all < 0.05, `${counts.neither} of ${all} are neither`);
  assert.ok(Math.abs(counts.up / (counts.up + counts.down) - 0.5) < 0.03, JSON.stringify(counts));
});

/** The same bars up to one, and after it the market mirrored. */
function upsideDownAfter(series: CandleSeries, last: number): CandleSeries {
  const mirrored = (own: Int32Array, other = own) =>
    own.map((each, at) => (at > last ? 200_000 - (other[at] ?? 0) : each));
  const { open, high, low, close } = series;
  return {
    ...series,
    open: mirrored(open),
    high: mirrored(high, low),
    low: mirrored(low, high),
    close: mirrored(close),
  };
}

/** The same question answered by a search over the arrays. */
function plainLook(series: CandleSeries, index: number, atrPoints: number): FirstTouch {
  const close = series.close[index] ?? 0;
  const whole = Array.from({ length: TOUCH_BARS }, (_, at) => index + 1 + at);
  const bars = whole.filter((at) => !isCrossed(series, at));
  const first = (reached: (at: number) => boolean) =>
    bars.find(reached) ?? Number.POSITIVE_INFINITY;
  const up = first((at) => (series.high[at] ?? 0) - close >= atrPoints);
  const down = first((at) => close - (series.low[at] ?? 0) >= atrPoints);
  if (up !== down) return up < down ? 'up' : 'down';
  const jump = (series.open[up] ?? close) - close;
  if (jump >= atrPoints) return 'up';
  return jump <= -atrPoints ? 'down' : 'neither';
}
