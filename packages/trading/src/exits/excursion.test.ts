import assert from 'node:assert/strict';
import { test } from 'node:test';
import { instant } from '@quorate/values/instant';
import { lotsFromDecimal } from '@quorate/values/lots';
import { price } from '@quorate/values/price';
import { valuationOf } from '../account/valuation.ts';
import { anInstrument, aSeries, MONDAY, USD } from '../testing/builders.ts';
import { excursionOf, followBars, watchExcursion } from './excursion.ts';

const SERIES = aSeries([
  [110_000, 110_500, 109_500, 110_000],
  [110_000, 110_080, 109_950, 110_050],
  [110_050, 110_200, 109_990, 110_100],
]);
const HOUR = 3_600_000;
const at = (ms: number) => instant(MONDAY + ms);

function followed(side: 'BUY' | 'SELL', openedAt: ReturnType<typeof at>, upTo = 2) {
  const watch = watchExcursion(openedAt, SERIES);
  followBars(watch, { side, entry: 110_010, openedAt }, SERIES, upTo);
  return [watch.bestPoints, watch.worstPoints, watch.bars];
}

test('a buy is measured at the bid and a sell at the ask, from the bar that it was opened in', () => {
  assert.deepEqual(followed('BUY', at(HOUR)), [190, -60, 2]);
  // The ask is ten points above.
  assert.deepEqual(followed('SELL', at(HOUR)), [50, -200, 2]);
  assert.deepEqual(followed('BUY', at(HOUR), 1), [70, -60, 1]);
});

test('of a bar that it was opened well inside of only the close counts', () => {
  assert.deepEqual(followed('BUY', at(HOUR + 20_000), 1), [70, -60, 1]);
  assert.deepEqual(followed('BUY', at(HOUR + HOUR / 2), 1), [40, 0, 1]);
});

test('what was missed is looked at again, and nothing twice', () => {
  const openedAt = at(HOUR);
  const watch = watchExcursion(openedAt, SERIES);
  for (const index of [1, 1, 2, 2])
    followBars(watch, { side: 'BUY', entry: 110_010, openedAt }, SERIES, index);
  assert.deepEqual([watch.bestPoints, watch.worstPoints, watch.bars], [190, -60, 2]);
});

test('it is money of the whole volume, and not known where bars since the opening are missing', () => {
  const valuation = valuationOf(anInstrument(), USD);
  assert.ok(valuation.kind === 'valuation');
  const trade = {
    side: 'BUY',
    lots: lotsFromDecimal('0.10', anInstrument().volumeStep),
    openPrice: price(110_010, 5),
  } as const;
  const watch = watchExcursion(at(HOUR), SERIES);
  followBars(watch, { side: 'BUY', entry: 110_010, openedAt: at(HOUR) }, SERIES, 2);
  const known = excursionOf(watch, trade, valuation);
  // A point of 0.10 lots is 0.10 dollars.
  assert.deepEqual([known?.best.minor, known?.worst.minor], [1_900, -600]);
  const before = watchExcursion(at(-HOUR), SERIES);
  assert.equal(excursionOf(before, trade, valuation), undefined);
});
