import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { generateMarket } from '../market/market-generator.ts';
import { MONDAY } from '../testing/builders.ts';
import { createSlipReserve, shareSlipReserves } from './slip-reserve.ts';

const BARS = 2_000;
const SERIES = generateMarket({
  symbol: 'EURUSD',
  timeframe: 'H1',
  digits: 5,
  bars: BARS,
  end: MONDAY,
  seed: 4,
});

const figuresAt = (reserve: ReturnType<typeof createSlipReserve>, index: number) => ({
  points: reserve.pointsAt(index),
  weekend: reserve.overWeekend(),
  worst: reserve.worst(),
  range: reserve.usualRange(),
});

test('accounts that share reserves have what each would have had alone, wherever the others are', () => {
  const steps = fc.array(
    fc.record({ account: fc.integer({ min: 0, max: 3 }), bars: fc.integer({ min: 0, max: 300 }) }),
    { minLength: 1, maxLength: 30 },
  );
  fc.assert(
    fc.property(steps, (walk) => {
      const shared = shareSlipReserves();
      const accounts = Array.from({ length: 4 }, () => ({ reserve: shared(SERIES), at: 0 }));
      for (const { account, bars } of walk) {
        const each = accounts[account];
        if (!each) continue;
        each.at = Math.min(BARS - 1, each.at + bars);
        const figures = figuresAt(each.reserve, each.at);
        assert.deepEqual(figures, figuresAt(createSlipReserve(SERIES), each.at));
        // Others that go on change nothing that was seen.
        const other = accounts[(account + 1) % 4];
        if (other) other.reserve.pointsAt(other.at);
        assert.equal(each.reserve.usualRange(), figures.range);
        assert.equal(each.reserve.worst(), figures.worst);
      }
    }),
    { numRuns: 60 },
  );
});
