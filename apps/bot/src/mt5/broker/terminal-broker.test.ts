import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrderKey } from '@quorate/trading/account/order';
import { onlyDeal, QUIET } from '@quorate/trading/testing/broker-bench';
import { brokerCard } from '@quorate/trading/testing/broker-card';
import { anOrder, MONDAY } from '@quorate/trading/testing/builders';
import { instant } from '@quorate/values/instant';
import { lotsFromDecimal } from '@quorate/values/lots';
import { byHand } from '../simulator/testing/by-hand.ts';
import { openTerminalBench } from './testing/terminal-bench.ts';

const AT_ONCE =
  'a terminal fills at once, not at the next open; see the tests of the terminal’s broker';

brokerCard('terminal’s broker', () => openTerminalBench(), {
  16: AT_ONCE,
  17: AT_ONCE,
  18: AT_ONCE,
  19: 'a terminal shows no crossed quotes',
  24: AT_ONCE,
});

const codeOf = (outcome: { kind: string; code?: string }) => outcome.code ?? outcome.kind;

test('an order whose stop or target the quote has passed is refused', async () => {
  const bench = await openTerminalBench();
  await bench.bar([109_990, 109_990, 109_990, 109_990]);
  assert.equal(codeOf(await bench.broker.place(anOrder())), 'stops_invalid');
  await bench.bar([110_650, 110_650, 110_650, 110_650]);
  const other = anOrder({ key: 'BBBBBBBBBB' as OrderKey });
  assert.equal(codeOf(await bench.broker.place(other)), 'stops_invalid');
  assert.deepEqual(await bench.broker.positions(), []);
});

test('an order is not sent after its time', async () => {
  const bench = await openTerminalBench();
  await bench.bar(QUIET);
  const order = anOrder({ expiresAt: instant(MONDAY + 1_000) });
  assert.equal(codeOf(await bench.broker.place(order)), 'order_expired');
});

test('an order that the free margin does not carry is refused', async () => {
  const bench = await openTerminalBench();
  await bench.bar(QUIET);
  const { volumeStep } = bench.instrument;
  const tooLarge = anOrder({ lots: lotsFromDecimal('2.73', volumeStep) });
  assert.equal(codeOf(await bench.broker.place(tooLarge)), 'margin');
});

test('on a netting account a symbol that somebody else holds is left alone', async () => {
  const bench = await openTerminalBench({ marginMode: 'netting' });
  await bench.bar(QUIET);
  byHand(bench.terminal).open({ symbol: 'EURUSD', side: 'BUY', lots: '0.10' });
  await bench.broker.positions();
  assert.equal(codeOf(await bench.broker.place(anOrder())), 'foreign_position');
});

test('a terminal that is away is sent nothing, and the order is good again once it is back', async () => {
  const bench = await openTerminalBench();
  await bench.bar(QUIET);
  bench.terminal.cut();
  await bench.timers.advance(10);
  assert.equal(codeOf(await bench.broker.place(anOrder())), 'terminal_away');
  await bench.timers.advance(5_000);
  assert.equal((await bench.broker.place(anOrder())).kind, 'placed');
  assert.equal(onlyDeal(await bench.bar(QUIET)).entry, 'in');
});
