import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openServerBench, PURCHASE } from '../testing/server-bench.ts';
import { RETCODE } from './retcodes.ts';

test('stops too near, wrong volumes, closed directions and thin margins have their own codes', () => {
  const near = openServerBench({ eurusd: { stopsLevel: 50 } });
  assert.equal(near.buy({ stopLoss: 110_151 }).retcode, RETCODE.invalidStops);
  assert.equal(near.buy({ takeProfit: 110_249 }).retcode, RETCODE.invalidStops);
  assert.equal(near.buy({ stopLoss: 110_150, takeProfit: 110_250 }).retcode, RETCODE.done);
  const { buy, server, close } = openServerBench({ eurusd: { volumeStep: 10, volumeLimit: 50 } });
  assert.equal(buy({ volume: 0 }).retcode, RETCODE.invalidVolume);
  assert.equal(buy({ volume: 15 }).retcode, RETCODE.invalidVolume);
  assert.equal(buy({ volume: 10_010 }).retcode, RETCODE.invalidVolume);
  assert.equal(buy({ volume: 60 }).retcode, RETCODE.limitVolume);
  const { order } = buy({ volume: 50 });
  assert.equal(buy({ volume: 10 }).retcode, RETCODE.limitVolume);
  assert.equal(close(order, 60).retcode, RETCODE.invalidCloseVolume);
  assert.equal(close('1', 10).retcode, RETCODE.positionClosed);
  server.allow({ account_experts: false });
  assert.equal(buy().retcode, RETCODE.serverDisablesExperts);
  server.allow({ account_trading: false });
  assert.equal(buy().retcode, RETCODE.tradeDisabled);
  assert.equal(openServerBench().buy({ volume: 273 }).retcode, RETCODE.noMoney);
  assert.equal(openServerBench().buy({ volume: 272 }).retcode, RETCODE.done);
  const modes = { close_only: 10_044, short_only: 10_043, long_only: 10_009, disabled: 10_017 };
  for (const [tradeMode, retcode] of Object.entries(modes)) {
    const bench = openServerBench({ eurusd: { tradeMode: tradeMode as 'disabled' } });
    assert.equal(bench.buy().retcode, retcode, tradeMode);
  }
});

test('within the freeze level of its stop a position can neither be closed nor changed', () => {
  const { server, market, buy, close } = openServerBench({ eurusd: { freezeLevel: 30 } });
  const { order } = buy();
  const stops = { action: 'stops', position: order, takeProfit: null } as const;
  assert.equal(server.modify({ ...stops, stopLoss: 110_010 }), RETCODE.done);
  assert.equal(server.modify({ ...stops, stopLoss: 110_010 }), RETCODE.noChanges);
  assert.equal(server.modify({ ...stops, stopLoss: 110_200 }), RETCODE.invalidStops);
  market.tick('EURUSD', 110_040, 110_050);
  assert.equal(server.modify({ ...stops, stopLoss: 109_900 }), RETCODE.frozen);
  assert.equal(close(order, 10).retcode, RETCODE.frozen);
});

test('a filling mode that the symbol does not have is refused; market execution has no return', () => {
  const modes = (filling: number, execution: 'market' | 'exchange') =>
    (['fok', 'ioc', 'return'] as const).map(
      (mode) => openServerBench({ eurusd: { filling, execution } }).buy({ filling: mode }).retcode,
    );
  assert.deepEqual(modes(1, 'market'), [10_009, 10_030, 10_030]);
  assert.deepEqual(modes(2, 'market'), [10_030, 10_009, 10_030]);
  assert.deepEqual(modes(0, 'exchange'), [10_030, 10_030, 10_009]);
});

test('what the market cannot give is dropped, refused or left waiting, by the filling mode', () => {
  const filled = (filling: 'fok' | 'ioc' | 'return') => {
    const { server, buy } = openServerBench({ eurusd: { execution: 'exchange' } });
    server.behaviours.next({ liquidity: 4 });
    const { retcode, volume } = buy({ filling });
    return [retcode, volume, server.orders().map((order) => order.volume)];
  };
  assert.deepEqual(filled('fok'), [10_006, 0, []]);
  assert.deepEqual(filled('ioc'), [10_010, 4, []]);
  assert.deepEqual(filled('return'), [10_010, 4, [6]]);
});

test('with instant execution a price that moved too far is a requote; the market takes any', () => {
  const slipped = (execution: 'instant' | 'market', slippage: number) => {
    const { server, buy } = openServerBench({ eurusd: { execution } });
    server.behaviours.next({ slippage });
    const { retcode, price } = buy();
    return [retcode, price];
  };
  assert.deepEqual(slipped('instant', 20), [10_009, 110_230]);
  assert.deepEqual(slipped('instant', 21), [10_004, 110_231]);
  assert.deepEqual(slipped('market', 500), [10_009, 110_710]);
});

test('an answer that is lost leaves the position; a comment may be rewritten, stops forgotten', () => {
  const { server } = openServerBench();
  server.behaviours.next({ loseAnswer: null }, { loseAnswer: RETCODE.timeout });
  server.behaviours.always({ dropStops: true, comment: () => 'broker' });
  assert.equal(server.send(PURCHASE), null);
  assert.deepEqual(server.send(PURCHASE), {
    retcode: RETCODE.timeout,
    order: '0',
    deal: '0',
    volume: 0,
    price: 0,
  });
  assert.deepEqual(
    server.positions().map(({ stopLoss, comment, magic }) => [stopLoss, comment, magic]),
    [
      [null, 'broker', 7],
      [null, 'broker', 7],
    ],
  );
});

test('an order that was only placed is filled later, at the price of then', () => {
  const { server, timers, market, buy } = openServerBench();
  server.behaviours.next({ placedForMs: 800 });
  const { retcode, order } = buy();
  assert.deepEqual([retcode, server.orders()[0]?.ticket], [RETCODE.placed, order]);
  assert.deepEqual(server.positions(), []);
  market.tick('EURUSD', 110_250, 110_260);
  timers.advance(800);
  assert.deepEqual(server.orders(), []);
  assert.deepEqual(server.deals().at(-1)?.price, 110_260);
  assert.equal(server.positions()[0]?.ticket, order);
});

test('a slow server executes at the price of when it does', async () => {
  const { server, timers, market } = openServerBench();
  server.behaviours.next({ executeAfterMs: 300, answerAfterMs: 200 });
  const answer = server.send(PURCHASE);
  market.tick('EURUSD', 110_300, 110_310);
  timers.advance(300);
  assert.equal(server.positions().length, 1);
  await Promise.resolve();
  await Promise.resolve();
  timers.advance(200);
  assert.equal((await answer)?.price, 110_310);
});
