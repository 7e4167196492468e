import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { OrderKey } from '@quorate/trading/account/order';
import { anOrder } from '@quorate/trading/testing/builders';
import { openTerminalBench } from '../mt5/broker/testing/terminal-bench.ts';
import { byHand } from '../mt5/simulator/testing/by-hand.ts';

const QUIET = [110_200, 110_220, 110_180, 110_200] as const;

test('a netting position that its owner reverses by hand is ours no longer, and its deal is told', async () => {
  const bench = await openTerminalBench({ marginMode: 'netting' });
  await bench.bar([...QUIET]);
  assert.equal((await bench.broker.place(anOrder())).kind, 'placed');
  await bench.bar([...QUIET]);
  assert.equal((await bench.broker.positions()).length, 1);
  const ticket = byHand(bench.terminal).open({ symbol: 'EURUSD', side: 'SELL', lots: '1.00' });
  const events = await bench.bar([...QUIET]);
  assert.deepEqual(
    events.map((event) => event.kind === 'deal' && [event.deal.positionTicket, event.deal.entry]),
    [[ticket, 'inout']],
  );
  assert.deepEqual(await bench.broker.positions(), [], 'nobody closes or guards what he did');
  const other = await bench.broker.place(anOrder({ key: 'BBBBBBBBBB' as OrderKey }));
  assert.equal(other.kind === 'denied' && other.code, 'foreign_position');
  byHand(bench.terminal).close(ticket);
  const closing = await bench.bar([...QUIET]);
  assert.equal(closing.length, 1, 'the money of it is told');
});

test('a netting position that its owner adds to and takes from stays ours to its end', async () => {
  const bench = await openTerminalBench({ marginMode: 'netting' });
  await bench.bar([...QUIET]);
  await bench.broker.place(anOrder());
  byHand(bench.terminal).open({ symbol: 'EURUSD', side: 'BUY', lots: '0.10' });
  byHand(bench.terminal).open({ symbol: 'EURUSD', side: 'SELL', lots: '0.05' });
  const events = await bench.bar([...QUIET]);
  assert.deepEqual(
    events.map((event) => event.kind === 'deal' && event.deal.entry),
    ['in', 'in', 'out'],
  );
  const [position] = await bench.broker.positions();
  assert.ok(position);
  assert.equal((await bench.broker.close(position.ticket)).kind, 'closed');
  assert.deepEqual(await bench.broker.positions(), []);
});

test('an order of ours that meets a purchase by hand on the same netting symbol loses none of its deals', async () => {
  const bench = await openTerminalBench({ marginMode: 'netting' });
  await bench.bar([...QUIET]);
  const placing = bench.broker.place(anOrder());
  const ticket = byHand(bench.terminal).open({ symbol: 'EURUSD', side: 'BUY', lots: '0.10' });
  await placing;
  const events = await bench.bar([...QUIET]);
  const deals = bench.terminal
    .server()
    .deals()
    .filter(({ position }) => position === ticket);
  assert.equal(deals.length, 2);
  const told = events.flatMap((event) => (event.kind === 'deal' ? [event.deal.ticket] : []));
  assert.deepEqual(
    told,
    deals.map((deal) => deal.ticket),
  );
});
