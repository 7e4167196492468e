import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DAY_MS, type Instant, instant, instantFromIso } from '@quorate/values/instant';
import fc from 'fast-check';
import { OFFLINE_ANALYSTS } from '../analysts/offline-analysts.ts';
import { watchFirstTouch } from '../simulation/first-touch.ts';
import { aggregateSeries, createAggregator } from './aggregate.ts';
import { type CandleSeries, closeTimeAt } from './candle.ts';
import { candleFaults } from './candle-faults.ts';
import { createMarketReader } from './market-reader.ts';
import { createPracticeMarket, type PracticeRegime } from './practice-market.ts';
import { snapshotAt } from './snapshot.ts';
import { serverWeekday, tradingDayOf } from './trading-day.ts';

const FROM = instantFromIso('2025-01-06T00:00:00Z');
const EURUSD = {
  symbol: 'EURUSD',
  digits: 5,
  from: FROM,
  seed: 7,
  startPoints: 108_000,
  typicalSpreadPoints: 12,
};

function until(days: number): Instant {
  return instant(FROM + days * DAY_MS);
}

function columns({ length, time, open, high, low, close, askClose }: CandleSeries) {
  return [time, open, high, low, close, askClose].map((each) =>
    Array.from(each.subarray(0, length)),
  );
}

test('the same market comes of time in one step or in many, and another of another seed', () => {
  const whole = createPracticeMarket(EURUSD);
  whole.advance(until(20));
  fc.assert(
    fc.property(
      fc.array(fc.integer({ min: 0, max: 20 * 24 * 60 }), { maxLength: 30 }),
      (minutes) => {
        const market = createPracticeMarket(EURUSD);
        for (const minute of minutes) market.advance(instant(FROM + minute * 60_000));
        market.advance(until(20));
        assert.deepEqual(columns(market.series), columns(whole.series));
      },
    ),
    { numRuns: 20 },
  );
  const other = createPracticeMarket({ ...EURUSD, seed: 8 });
  other.advance(until(20));
  assert.notDeepEqual(columns(other.series), columns(whole.series));
});

test('its bars are sound, closed at weekends, and none is there before it has closed', () => {
  const market = createPracticeMarket(EURUSD);
  const now = until(200);
  market.advance(now);
  const { series } = market;
  assert.deepEqual(candleFaults(series), []);
  assert.ok(closeTimeAt(series, series.length - 1) <= now);
  for (let at = 0; at < series.length; at += 1) {
    const weekday = serverWeekday(instant(series.time[at] ?? 0));
    assert.ok(weekday !== 0 && weekday !== 6);
  }
  assert.equal(market.advance(now), 0);
});

test('news of a day are known before it, and move the price more than other bars', () => {
  const market = createPracticeMarket(EURUSD);
  const known = new Map<number, boolean>();
  for (let day = tradingDayOf(FROM); day < tradingDayOf(until(300)); day += 1)
    for (const { at } of market.newsOf(day)) known.set(at, true);
  market.advance(until(300));
  const { series } = market;
  const moves = { news: [] as number[], other: [] as number[] };
  for (let at = 1; at < series.length; at += 1) {
    const jump = Math.abs((series.open[at] ?? 0) - (series.close[at - 1] ?? 0));
    if ((series.time[at] ?? 0) - (series.time[at - 1] ?? 0) > DAY_MS) continue;
    moves[known.has(series.time[at] ?? 0) ? 'news' : 'other'].push(jump);
  }
  const mean = (all: number[]) => all.reduce((sum, each) => sum + each, 0) / all.length;
  assert.ok(moves.news.length > 80, `${moves.news.length} releases`);
  assert.ok(mean(moves.news) > 20 * mean(moves.other));
});

test('who follows trends is right about 60 times of 100 in them, who fades moves in ranges, and nobody elsewhere', () => {
  const market = createPracticeMarket(EURUSD);
  market.advance(until(5 * 365));
  const hours = aggregateSeries(market.series, 'H1');
  const right = rightByRegime(hours, (at) => market.regimeAt(12 * at));
  const share = (analyst: string, ...regimes: PracticeRegime[]) => {
    const cells = regimes.map((regime) => right.get(`${analyst} ${regime}`) ?? [0, 0]);
    const sum = (of: 0 | 1) => cells.reduce((all, cell) => all + (cell[of] ?? 0), 0);
    assert.ok(sum(1) > 200, `${analyst}: ${sum(1)} votes`);
    return sum(0) / sum(1);
  };
  const trend = share('trend', 'rise', 'fall');
  const reversion = share('mean-reversion', 'range');
  assert.ok(trend > 0.56 && trend < 0.66, `trend ${trend}`);
  assert.ok(reversion > 0.58 && reversion < 0.7, `reversion ${reversion}`);
  for (const analyst of ['trend', 'mean-reversion']) {
    const chance = share(analyst, 'chance');
    assert.ok(chance > 0.45 && chance < 0.55, `${analyst} by chance ${chance}`);
  }
});

/** Of each analyst's leanings in each regime: how many were right, and how many there were. */
function rightByRegime(hours: CandleSeries, regimeAt: (at: number) => PracticeRegime) {
  const reader = createMarketReader(hours);
  const cells = new Map<string, [number, number]>();
  for (let at = 0; at < hours.length - 100; at += 1) {
    if (!reader.read(at) || reader.leaningAtMost() === 0) continue;
    const snapshot = snapshotAt(hours, at, reader.atrPoints, reader.indicators);
    for (const analyst of OFFLINE_ANALYSTS) {
      const vote = analyst.vote(snapshot);
      if (vote instanceof Promise || vote.abstained || vote.pUp === 0.5) continue;
      const watch = watchFirstTouch(hours, { after: at, atrPoints: reader.atrPoints });
      let touch: ReturnType<typeof watch.barClosed> = null;
      for (let next = at + 1; touch === null; next += 1) touch = watch.barClosed(next);
      if (touch === 'neither') continue;
      const key = `${analyst.name} ${regimeAt(at)}`;
      const cell = cells.get(key) ?? [0, 0];
      cells.set(key, [cell[0] + (vote.pUp > 0.5 === (touch === 'up') ? 1 : 0), cell[1] + 1]);
    }
  }
  return cells;
}

test('longer bars are completed as they go, the same as those made of all', () => {
  const whole = createPracticeMarket(EURUSD);
  whole.advance(until(30));
  for (const timeframe of ['M15', 'H1', 'H4', 'D1'] as const) {
    const market = createPracticeMarket(EURUSD);
    const longer = createAggregator(market.series, timeframe);
    for (let hour = 0; hour <= 30 * 24; hour += 1) {
      const now = instant(FROM + hour * 3_600_000);
      market.advance(now);
      longer.take();
      const newest = longer.series.length - 1;
      if (newest >= 0) assert.ok(closeTimeAt(longer.series, newest) <= now);
    }
    const all = aggregateSeries(whole.series, timeframe);
    const count = longer.series.length;
    assert.ok(count >= all.length - 1, `${timeframe}: ${count} of ${all.length}`);
    assert.deepEqual(columns(longer.series), columns({ ...all, length: count }));
  }
});
