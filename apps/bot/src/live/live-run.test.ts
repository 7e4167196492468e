import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openLiveBench } from './testing/live-bench.ts';

const kinds = (bench: ReturnType<typeof openLiveBench>) =>
  bench.events.map(({ kind }) => kind).filter((kind) => kind !== 'bar');

test('a decision becomes one order with its stop, and its deal is taken in', async () => {
  const bench = openLiveBench();
  const life = bench.start();
  await bench.time.pass(1_000);
  bench.wanted.push('BUY');
  await bench.bar();
  await bench.time.pass(3_000);
  assert.deepEqual(life.lines, []);
  const [position] = bench.terminal.positions.values();
  assert.ok(position?.sl);
  assert.match(position.comment, /^TB1:[A-Z2-7]{10}$/);
  assert.deepEqual(kinds(bench), ['decision', 'order', 'deal', 'trade-opened', 'limits']);
  await life.stop();
});

// @spec 1.4
// @promise 7.1
test('an order whose answer is lost is asked about and never sent again', async () => {
  const bench = openLiveBench();
  const life = bench.start();
  await bench.time.pass(1_000);
  bench.terminal.fate = (name) => (name === 'order.open' ? 'cut-after' : 'none');
  bench.wanted.push('BUY');
  await bench.bar();
  await bench.time.pass(5_000);
  const names = bench.terminal.sent.map(({ name }) => name);
  assert.equal(names.filter((name) => name === 'order.open').length, 1);
  assert.ok(names.includes('order.query'));
  assert.equal(bench.terminal.positions.size, 1);
  assert.deepEqual(kinds(bench), ['decision', 'order', 'deal', 'trade-opened', 'limits']);
  assert.deepEqual(bench.journal.unsettled(), []);
  await life.stop();
});

test('an order that never reached the terminal is told as refused, and its symbol is free again', async () => {
  const bench = openLiveBench();
  const life = bench.start();
  await bench.time.pass(1_000);
  bench.terminal.fate = (name) => (name === 'order.open' ? 'cut-before' : 'none');
  bench.wanted.push('BUY');
  await bench.bar();
  assert.equal(bench.journal.unsettled().length, 1);
  await bench.time.pass(15_000);
  assert.deepEqual(bench.journal.unsettled(), []);
  const refusal = bench.events.find((event) => event.kind === 'refusal');
  assert.ok(refusal?.kind === 'refusal' && refusal.refusal.code === 'terminal_away');
  bench.terminal.fate = () => 'none';
  bench.wanted.push('BUY');
  await bench.bar();
  assert.equal(bench.terminal.positions.size, 1);
  await life.stop();
});

// @promise 7.9
test('a bot that is killed between sending and the answer takes the deal in after its restart, once', async () => {
  const bench = openLiveBench();
  const first = bench.start();
  await bench.time.pass(1_000);
  bench.terminal.fate = (name) => (name === 'order.open' ? 'answer-lost' : 'none');
  bench.wanted.push('BUY');
  await bench.bar();
  first.kill();
  bench.terminal.fate = () => 'none';
  const second = bench.start();
  await bench.time.pass(3_000);
  assert.deepEqual(kinds(bench), ['decision', 'order', 'deal', 'trade-opened', 'limits']);
  assert.equal(bench.journal.limits()?.openedToday, 1);
  await second.stop();
});

// @promise 7.5
test('a lost journal does not reset the limits of the day', async () => {
  const bench = openLiveBench();
  const first = bench.start();
  await bench.time.pass(1_000);
  bench.wanted.push('BUY');
  await bench.bar();
  await bench.time.pass(1_000);
  bench.terminal.tick(100_000);
  await bench.time.pass(2_000);
  first.kill();
  const { balance } = bench.terminal;
  const again = openLiveBench({ account: bench.terminal, at: bench.time });
  const second = again.start({ dailyLossPercent: 0.5 });
  await again.time.pass(2_000);
  again.wanted.push('BUY');
  await again.bar();
  const limits = again.journal.limits();
  assert.equal(limits?.openedToday, 1);
  assert.equal(limits?.dayStartMinor, 1_000_000);
  assert.ok(balance() < 995_000);
  assert.ok((limits?.dailyLossLatch ?? 0) > 0.5);
  assert.deepEqual(again.wanted, ['BUY'], 'nothing is asked once the loss of the day is reached');
  await second.stop();
});

test('bars that closed while the connection was broken are traded on in their order', async () => {
  const bench = openLiveBench();
  const life = bench.start();
  await bench.time.pass(1_000);
  bench.terminal.cut(3 * 3_600_000 + 60_000);
  for (let bar = 0; bar < 3; bar += 1) await bench.bar();
  assert.equal(bench.bars.length, 0);
  await bench.time.pass(120_000);
  assert.equal(bench.bars.length, 3);
  assert.deepEqual(
    bench.bars,
    bench.bars.toSorted((a, b) => a - b),
  );
  await life.stop();
});

test('series that have grown long begin again, and what is open stays known', async () => {
  const bench = openLiveBench();
  const life = bench.start({}, { maxBars: 202 });
  await bench.time.pass(1_000);
  bench.wanted.push('BUY');
  for (let bar = 0; bar < 5; bar += 1) await bench.bar();
  assert.equal(bench.bars.length, 5);
  bench.terminal.tick(100_000);
  await bench.time.pass(2_000);
  assert.ok(kinds(bench).includes('trade-closed'));
  await life.stop();
});

test('a clock that turns out otherwise has the bars read again, and trading goes on', async () => {
  const bench = openLiveBench();
  // As after a start on a holiday: hours that are no distance were kept, and bars would lie in the future.
  bench.journal.setFact('server_clock', String(-20 * 3_600_000));
  bench.terminal.quoteAgeMs = 30_000;
  const life = bench.start();
  await bench.time.pass(2_000);
  assert.equal(
    life.run.serverClock.kind(),
    'constant',
    'a quote of half a minute says nothing yet',
  );
  bench.terminal.tick(118_000);
  bench.terminal.quoteAgeMs = 0;
  await bench.time.pass(2_000);
  bench.terminal.tick(118_000);
  await bench.time.pass(2_000);
  assert.equal(life.run.serverClock.kind(), 'new-york');
  bench.wanted.push('BUY');
  await bench.bar();
  await bench.time.pass(3_000);
  assert.equal(bench.bars.length, 1);
  assert.ok((bench.bars[0] ?? 0) <= bench.time.now());
  assert.ok(kinds(bench).includes('trade-opened'), kinds(bench).join());
  await life.stop();
});
