import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS, instantFromIso } from '@quorate/values/instant';
import { createStillTimers } from '../testing/server-bench.ts';
import { candlePath } from './feed.ts';
import { createMarket, createServerClock } from './market.ts';
import { symbolTerms } from './symbol-terms.ts';

const at = instantFromIso;

test("the server's clock is seven hours ahead of New York, and stands still at weekends", () => {
  const clock = createServerClock('new-york-plus-7');
  const shown = (text: string) => new Date(clock.shownMs(at(text))).toISOString();
  assert.equal(shown('2025-01-07T12:00:00Z'), '2025-01-07T14:00:00.000Z');
  assert.equal(shown('2025-07-08T12:00:00Z'), '2025-07-08T15:00:00.000Z');
  for (const weekend of ['2025-07-04T21:00:00Z', '2025-07-05T12:00:00Z', '2025-07-06T20:59:59Z']) {
    assert.equal(shown(weekend), '2025-07-04T23:59:59.000Z');
  }
  assert.equal(shown('2025-07-06T21:00:00Z'), '2025-07-07T00:00:00.000Z');
  const constant = createServerClock({ hours: 0 });
  assert.equal(constant.localMs(at('2025-07-08T12:00:00Z')), at('2025-07-08T12:00:00Z'));
});

test('bars are made of bids in every timeframe, with their smallest spread, and closed by the next tick', () => {
  const timers = createStillTimers(at('2025-06-02T12:00:00Z'));
  const market = createMarket({ timers, symbols: [symbolTerms('EURUSD')] });
  const heard: string[] = [];
  market.hear((event) => {
    if (event.kind === 'bar') heard.push(`${event.timeframe} ${event.bar.slice(1).join(' ')}`);
  });
  const ticks = [
    [110_200, 110_212],
    [110_240, 110_248],
    [110_190, 110_205],
    [110_210, 110_220],
  ] as const;
  for (const [bid, ask] of ticks) {
    market.tick('EURUSD', bid, ask);
    timers.advance(15_000);
  }
  assert.deepEqual(heard, []);
  timers.advance(4 * 60_000);
  market.tick('EURUSD', 110_300);
  assert.deepEqual(heard, [
    'M1 110200 110240 110190 110210 4 8',
    'M5 110200 110240 110190 110210 4 8',
  ]);
});

test('nothing moves at the weekend, and a computer whose clock is late does not make the market late', () => {
  const timers = createStillTimers(at('2025-06-06T20:30:00Z'));
  const symbols = [symbolTerms('EURUSD')];
  const market = createMarket({ timers, symbols, clockBehindMs: HOUR_MS });
  assert.equal(market.tick('EURUSD', 110_200), false, 'it is 21:30 in truth');
  const punctual = createMarket({ timers, symbols });
  assert.equal(punctual.tick('EURUSD', 110_200), true);
  assert.throws(() => market.tick('NOPE', 1), /NOPE is not quoted/);
});

test('a path through a bar meets its open, its two ends and its close, the nearer end first', () => {
  const bar = { open: 100, high: 130, low: 95, close: 110, askOpen: 104, askClose: 112 };
  const bids = candlePath(bar, 2).map(({ bid }) => bid);
  assert.deepEqual(bids, [100, 98, 95, 113, 130, 120, 110]);
  const spreads = candlePath(bar, 1).map(({ bid, ask }) => ask - bid);
  assert.deepEqual(spreads, [4, 3, 3, 2]);
});
