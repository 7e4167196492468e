import assert from 'node:assert/strict';
import { test } from 'node:test';
import { HOUR_MS, instantFromIso } from '@quorate/values/instant';
import { openServerBench, sumOfDeals } from '../testing/server-bench.ts';
import { RETCODE } from './retcodes.ts';

test('a purchase is filled at the ask and sold at the bid, and the money comes out to the cent', () => {
  const { server, market, buy, close } = openServerBench({ eurusd: { commissionPerLot: 350 } });
  const answer = buy();
  assert.deepEqual([answer.retcode, answer.price, answer.volume], [RETCODE.done, 110_210, 10]);
  market.tick('EURUSD', 110_310, 110_320);
  assert.equal(server.ledger.equity(), 1_000_000 - 35 + 1_000);
  close(answer.order, 10);
  // 100 points of 0.10 lots are 10.00 dollars; the commission is 0.35 a side.
  assert.equal(server.ledger.balance(), 1_000_000 + 1_000 - 70);
  assert.deepEqual(
    server.deals().map(({ type, entry, profit, commission }) => [type, entry, profit, commission]),
    [
      ['balance', 'in', 1_000_000, 0],
      ['buy', 'in', 0, -35],
      ['sell', 'out', 1_000, -35],
    ],
  );
});

test('a hedging account holds opposite positions side by side, a netting account one', () => {
  const hedging = openServerBench();
  hedging.buy();
  hedging.buy({ side: 'SELL', stopLoss: 110_400 });
  assert.equal(hedging.server.positions().length, 2);
  const netting = openServerBench({ account: { marginMode: 'netting' } });
  netting.buy();
  netting.buy({ side: 'SELL', stopLoss: null, volume: 4 });
  assert.deepEqual(
    netting.server.positions().map(({ side, volume }) => [side, volume]),
    [['BUY', 6]],
  );
});

test('an order larger than a netting position reverses it under the same number', () => {
  const { server, market, buy } = openServerBench({ account: { marginMode: 'netting' } });
  const { order } = buy();
  market.tick('EURUSD', 110_310, 110_320);
  buy({ side: 'SELL', volume: 30, stopLoss: 110_500 });
  const [position] = server.positions();
  assert.deepEqual(
    [position?.ticket, position?.side, position?.volume, position?.openValue, position?.stopLoss],
    [order, 'SELL', 20, 110_310 * 20, 110_500],
  );
  const last = server.deals().at(-1);
  assert.deepEqual(
    [last?.entry, last?.volume, last?.profit, last?.position],
    ['inout', 30, 1_000, order],
  );
  assert.equal(sumOfDeals(server), server.ledger.balance());
});

test('a netting position that is added to and closed in parts loses no cent to its average price', () => {
  const { server, market, buy } = openServerBench({ account: { marginMode: 'netting' } });
  buy({ volume: 10 });
  market.tick('EURUSD', 110_203, 110_213);
  buy({ volume: 23 });
  const { ledger } = server;
  for (const volume of [7, 11, 15]) buy({ side: 'SELL', volume, stopLoss: null });
  assert.deepEqual(server.positions(), []);
  // 10 at 1.10210 and 23 at 1.10213, all sold at 1.10203: -0.70 and -2.30 dollars.
  assert.equal(ledger.balance() - 1_000_000, -300);
});

test('swap is charged at the midnight of the server, three times on Wednesday, never at weekends', () => {
  const { server, timers, market, buy, close } = openServerBench({
    eurusd: { swapLong: -6.2 },
    start: instantFromIso('2025-06-02T12:00:00Z'),
  });
  const { order } = buy({ stopLoss: 100_000 });
  const swaps: number[] = [];
  for (let day = 0; day < 7; day += 1) {
    timers.advance(24 * HOUR_MS);
    // At weekends there is no tick: the next look catches up.
    market.tick('EURUSD', 110_200, 110_210);
    swaps.push(server.positions()[0]?.swap ?? Number.NaN);
  }
  // 6.2 points of 0.10 lots are 0.62 dollars. Tuesday to Monday.
  assert.deepEqual(swaps, [-62, -124, -310, -372, -372, -372, -434]);
  close(order, 4);
  assert.deepEqual([server.deals().at(-1)?.swap, server.positions()[0]?.swap], [-174, -434 + 174]);
});

// @promise 7.8
test('a stop that the weekend jumps over is filled at the first price of Monday', () => {
  const { server, timers, market, buy } = openServerBench({
    start: instantFromIso('2025-06-06T19:00:00Z'),
  });
  buy({ stopLoss: 110_000 });
  timers.advance(24 * HOUR_MS);
  assert.equal(market.tick('EURUSD', 109_000, 109_010), false);
  assert.equal(buy().retcode, RETCODE.marketClosed);
  timers.advance(36 * HOUR_MS);
  assert.equal(market.tick('EURUSD', 109_500, 109_510), true);
  const last = server.deals().at(-1);
  assert.deepEqual([last?.reason, last?.price, last?.comment], ['sl', 109_500, '[sl 1.10000]']);
  assert.deepEqual(server.positions(), []);
});

test('a target that the market jumps over pays no more than the target', () => {
  const { server, market, buy } = openServerBench();
  buy({ takeProfit: 110_300 });
  market.tick('EURUSD', 110_500, 110_510);
  assert.deepEqual(
    server
      .deals()
      .map(({ reason, price }) => [reason, price])
      .at(-1),
    ['tp', 110_300],
  );
});

test('the spread is ten times as wide at the rollover, and takes out a stop of a sale', () => {
  const { server, timers, market, buy } = openServerBench({ eurusd: { spread: 4 } });
  buy({ side: 'SELL', stopLoss: 110_230 });
  market.tick('EURUSD', 110_200);
  assert.equal(server.positions().length, 1);
  // 23:56 by the server's clock.
  timers.advance(8 * HOUR_MS + 56 * 60_000);
  market.tick('EURUSD', 110_200);
  assert.deepEqual(
    server
      .deals()
      .map(({ reason, price }) => [reason, price])
      .at(-1),
    ['sl', 110_240],
  );
});

test('positions are closed, the worst first, when the equity no longer carries the margin', () => {
  const { server, market, buy } = openServerBench({ account: { startMinor: 500_000 } });
  buy({ volume: 100, stopLoss: 90_000 });
  const second = buy({ volume: 20, stopLoss: 90_000 });
  // The margin is 4,408.40: below 2,204.20 of equity the large one goes, and the small one is carried.
  market.tick('EURUSD', 107_800, 107_810);
  assert.deepEqual(
    server
      .deals()
      .map(({ reason }) => reason)
      .at(-1),
    'so',
  );
  assert.deepEqual(
    server.positions().map(({ ticket }) => ticket),
    [second.order],
  );
  assert.equal(sumOfDeals(server), server.ledger.balance());
});
