import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS, instant } from '@quorate/values/instant';
import { aSeries, MONDAY, type Row } from '../testing/builders.ts';
import { createReplayMarket } from './replay-market.ts';

const rows = (count: number): Row[] => Array.from({ length: count }, () => [10, 12, 8, 11]);

test('bars of several series come in the order in which they closed', () => {
  const hours = aSeries(rows(2), { symbol: 'A' });
  const quarters = aSeries(rows(5), {
    symbol: 'B',
    timeframe: 'M15',
    from: instant(MONDAY + HOUR_MS / 2),
  });
  const market = createReplayMarket([hours, quarters]);
  const seen: string[] = [];
  while (market.advance() === true)
    seen.push(`${market.series[market.seriesIndex]?.symbol}${market.barIndex}`);
  // B0 closes at 10:45; A0 and B1 at 11:00, in the order of the series.
  assert.deepEqual(seen, ['B0', 'A0', 'B1', 'B2', 'B3', 'B4', 'A1']);
  assert.equal(market.advance(), false);
});

test('it says whether another bar of the same moment is at hand, and begins where it is told', () => {
  const [a, b] = ['A', 'B'].map((symbol) => aSeries(rows(3), { symbol }));
  const market = createReplayMarket([a ?? assert.fail(), b ?? assert.fail()], [0, 1]);
  const seen: string[] = [];
  while (market.advance() === true)
    seen.push(`${market.seriesIndex}:${market.barIndex}${market.moreAtOnce ? '+' : ''}`);
  assert.deepEqual(seen, ['0:0', '0:1+', '1:1', '0:2+', '1:2']);
  const alone = createReplayMarket([a ?? assert.fail()], [2]);
  assert.equal(alone.advance(), true);
  assert.deepEqual([alone.barIndex, alone.moreAtOnce], [2, false]);
});

test('without bars it ends at once', () => {
  assert.equal(createReplayMarket([]).advance(), false);
  assert.equal(createReplayMarket([aSeries([])]).advance(), false);
});
