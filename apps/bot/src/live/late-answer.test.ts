import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openLiveBench } from './testing/live-bench.ts';

// @promise 7.9
test('a deal whose comment was rewritten and whose order has no answer yet is told once it is known whose it is', async () => {
  const bench = openLiveBench();
  bench.terminal.rewritesComments = true;
  const life = bench.start();
  await bench.time.pass(1_000);
  bench.terminal.fate = (name) =>
    name === 'order.open' || name === 'order.query' ? 'answer-lost' : 'none';
  bench.wanted.push('BUY');
  await bench.bar();
  await bench.time.pass(12_000);
  const deals = () => bench.events.filter((event) => event.kind === 'deal');
  assert.deepEqual(deals(), []);
  bench.terminal.fate = () => 'none';
  await bench.time.pass(12_000);
  const [event] = deals();
  const order = bench.events.find((each) => each.kind === 'order');
  assert.ok(event?.kind === 'deal' && order?.kind === 'order');
  assert.equal(event.deal.orderKey, order.order.key);
  assert.ok(event.deal.initialRisk);
  await life.stop();
});

test('a terminal that has signed in to another account is asked nothing more', async () => {
  const bench = openLiveBench();
  let wrong: string | null = null;
  const life = bench.start({}, { wrongAccount: () => wrong });
  await bench.time.pass(1_000);
  bench.terminal.fate = (name) =>
    name === 'order.open' || name === 'order.query' ? 'answer-lost' : 'none';
  bench.wanted.push('BUY');
  await bench.bar();
  await bench.time.pass(6_000);
  wrong = 'another account';
  bench.terminal.cut();
  await bench.time.pass(1_000);
  bench.terminal.sent.splice(0);
  await bench.time.pass(4_000);
  const asked = bench.terminal.sent.filter(({ name }) => name !== 'account' && name !== 'history');
  assert.deepEqual(asked, [], 'least of all what became of an order');
  assert.equal(life.run.terminal.isReady(), false);
  assert.ok(life.lines.includes('another account'));
  wrong = null;
  bench.terminal.fate = () => 'none';
  bench.terminal.cut();
  await bench.time.pass(4_000);
  assert.equal(bench.events.filter(({ kind }) => kind === 'deal').length, 1);
  await life.stop();
});
