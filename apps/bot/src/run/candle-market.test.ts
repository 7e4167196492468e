import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createCandleBuilder } from '@quorate/trading/market/candle-builder';
import { instant } from '@quorate/values/instant';
import { candleMarket } from './candle-market.ts';

function seriesOf(bars: number, symbol = 'EURUSD') {
  const builder = createCandleBuilder({ symbol, timeframe: 'M1', digits: 5 });
  for (let index = 0; index < bars; index++) {
    builder.pushBid(
      { time: instant(index * 60_000), open: 100, high: 102, low: 99, close: 101 },
      1,
    );
  }
  return builder.series;
}

/** A clock that only waiting moves. */
function slowTime() {
  const time = { now: 0, waited: 0 };
  const deps = {
    clock: { now: () => instant(time.now) },
    sleep: async (ms: number) => {
      time.now += ms;
      time.waited++;
    },
    shouldEnd: () => false,
    betweenBars: () => null,
  };
  return { time, deps };
}

async function walk(market: ReturnType<typeof candleMarket>): Promise<number[]> {
  const indexes: number[] = [];
  while (await market.advance()) indexes.push(market.barIndex);
  return indexes;
}

describe('a candle file as the market', () => {
  it('closes every bar once, in order, and then no more', async () => {
    const { deps } = slowTime();
    const market = candleMarket(deps, [seriesOf(4)], { candlesPerSecond: null, pacedFrom: 0 });
    assert.deepEqual(await walk(market), [0, 1, 2, 3]);
    assert.equal(await market.advance(), false);
    assert.equal(market.barsDone(), 4);
  });

  it('closes the bars of several symbols in the order of time, and counts them all', async () => {
    const { deps } = slowTime();
    const both = [seriesOf(2), seriesOf(3, 'GBPUSD')];
    const market = candleMarket(deps, both, { candlesPerSecond: null, pacedFrom: 0 });
    const walked: string[] = [];
    while (await market.advance()) {
      walked.push(`${both[market.seriesIndex]?.symbol} ${market.barIndex}`);
    }
    assert.deepEqual(walked, ['EURUSD 0', 'GBPUSD 0', 'EURUSD 1', 'GBPUSD 1', 'GBPUSD 2']);
    assert.deepEqual([market.barsDone(), market.bars], [5, 5]);
  });

  it('keeps its pace, slow or fast', async () => {
    for (const [candlesPerSecond, bars, seconds] of [
      [2, 10, 5],
      [0.5, 4, 8],
      [1_000, 3_000, 3],
      [20_000, 40_000, 2],
    ] as const) {
      const { deps, time } = slowTime();
      await walk(candleMarket(deps, [seriesOf(bars)], { candlesPerSecond, pacedFrom: 0 }));
      assert.ok(Math.abs(time.now / 1_000 - seconds) < 0.02, `${candlesPerSecond}: ${time.now} ms`);
      assert.ok(time.waited <= seconds * 220, `${time.waited} waits`);
    }
  });

  it('walks the bars of an earlier run without waiting', async () => {
    const { deps, time } = slowTime();
    await walk(candleMarket(deps, [seriesOf(10)], { candlesPerSecond: 1, pacedFrom: 8 }));
    assert.equal(time.now, 2_000);
  });

  it('ends between two bars when asked to', async () => {
    const { deps } = slowTime();
    let asked = 0;
    const market = candleMarket({ ...deps, shouldEnd: () => ++asked > 3 }, [seriesOf(10)], {
      candlesPerSecond: null,
      pacedFrom: 0,
    });
    assert.deepEqual(await walk(market), [0, 1, 2]);
    assert.equal(market.barsDone(), 3);
  });

  it('awaits the work that is due between two bars', async () => {
    const { deps } = slowTime();
    const order: string[] = [];
    const market = candleMarket(
      {
        ...deps,
        betweenBars: () =>
          order.length === 1
            ? Promise.resolve().then(() => {
                order.push('work');
              })
            : null,
      },
      [seriesOf(2)],
      { candlesPerSecond: null, pacedFrom: 0 },
    );
    while (await market.advance()) order.push(`bar ${market.barIndex}`);
    assert.deepEqual(order, ['bar 0', 'work', 'bar 1']);
  });

  it('lets signals and sockets have their turn on the real clock', async () => {
    let turns = 0;
    const timer = setInterval(() => turns++, 1);
    let now = 0;
    const market = candleMarket(
      { ...slowTime().deps, clock: { now: () => instant(now++) } },
      [seriesOf(2_000)],
      { candlesPerSecond: null, pacedFrom: 0 },
    );
    const started = performance.now();
    while (performance.now() - started < 30 && (await market.advance()));
    while (await market.advance());
    clearInterval(timer);
    assert.ok(turns > 0);
  });
});
