import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type LiveBench, openLiveBench } from './testing/live-bench.ts';

async function opened(bench: LiveBench): Promise<void> {
  bench.wanted.push('BUY');
  await bench.bar();
  await bench.time.pass(1_000);
  assert.equal(bench.terminal.positions.size, 1);
}

// @spec 1.4
// @promise 7.6
test('the kill switch closes everything within two seconds while a model is thinking', async () => {
  const bench = openLiveBench();
  const life = bench.start();
  await bench.time.pass(1_000);
  bench.thinkMs = 30_000;
  bench.wanted.push('BUY');
  await bench.bar();
  bench.terminal.openByHand('BUY', '0.10', { sl: '1.00000', magic: 7_420_001 });
  const from = bench.time.now();
  let took: number | null = null;
  const flat = life.run.halt.flatten('command').then((closed) => {
    took = bench.time.now() - from;
    return closed;
  });
  await bench.time.pass(2_000);
  assert.equal((await flat).length, 1);
  assert.ok(took !== null && took <= 2_000, `${took} ms`);
  assert.equal(bench.terminal.positions.size, 0);
  assert.equal(bench.terminal.halted, true);
  await bench.time.pass(30_000);
  assert.equal(bench.terminal.positions.size, 0, 'what the model answers then opens nothing');
  await life.stop();
});

// @promise 7.6
test('the kill switch holds over a restart, and until somebody lets the bot go on', async () => {
  const bench = openLiveBench();
  const first = bench.start();
  await bench.time.pass(1_000);
  await opened(bench);
  bench.terminal.cut(3_000);
  void first.run.halt.flatten('file');
  await bench.time.pass(1_000);
  first.kill();
  assert.equal(bench.terminal.positions.size, 1);
  const second = bench.start();
  await bench.time.pass(4_000);
  assert.equal(bench.terminal.positions.size, 0);
  bench.wanted.push('BUY');
  await bench.bar();
  assert.equal(bench.terminal.positions.size, 0);
  assert.deepEqual(bench.wanted, ['BUY'], 'a halted bot asks nothing');
  await second.run.halt.resume('command');
  assert.equal(bench.terminal.halted, false);
  await opened(bench);
  await second.stop();
});

test('a terminal that somebody halted is not let go on by the bot', async () => {
  const bench = openLiveBench();
  bench.terminal.halted = true;
  const life = bench.start();
  await bench.time.pass(1_000);
  assert.equal(life.run.halt.halted(), true);
  assert.match(life.lines.join(), /halted: nothing is opened until `resume`/);
  await life.stop();
});

// @promise 7.4
test('a fill that lost its stop is given the stop of its order', async () => {
  const bench = openLiveBench();
  bench.terminal.losesStops = true;
  const life = bench.start();
  await bench.time.pass(1_000);
  bench.thinkMs = 0;
  await opened(bench);
  const [position] = bench.terminal.positions.values();
  const order = bench.events.find((event) => event.kind === 'order');
  assert.ok(order?.kind === 'order' && order.order.stopLoss && position?.sl);
  assert.equal(Math.round(Number(position.sl) * 1e5), order.order.stopLoss.points);
  await life.stop();
});

// @promise 7.4
test('a position whose stop the broker does not take is closed within five seconds', async () => {
  const bench = openLiveBench();
  bench.terminal.losesStops = true;
  bench.terminal.refusesModify = true;
  const life = bench.start();
  await bench.time.pass(1_000);
  bench.wanted.push('BUY');
  await bench.bar();
  await bench.time.pass(5_000);
  assert.equal(bench.terminal.deals.length, 2);
  assert.equal(bench.terminal.positions.size, 0);
  await life.stop();
});

test('a position that somebody opened by hand without a stop is left alone', async () => {
  const bench = openLiveBench();
  const life = bench.start();
  await bench.time.pass(1_000);
  bench.terminal.openByHand('BUY', '0.50');
  await bench.time.pass(10_000);
  assert.equal(bench.terminal.positions.size, 1);
  assert.deepEqual(
    bench.events.filter(({ kind }) => kind === 'deal'),
    [],
  );
  await life.run.halt.flatten('command');
  assert.equal(bench.terminal.positions.size, 1);
  await life.stop();
});

test('a broker that does not take a stop at first is asked again before anything is closed', async () => {
  const bench = openLiveBench();
  bench.terminal.losesStops = true;
  bench.terminal.refusesModify = true;
  const life = bench.start();
  await bench.time.pass(1_000);
  bench.wanted.push('BUY');
  await bench.bar();
  bench.terminal.refusesModify = false;
  await bench.time.pass(1_000);
  const [position] = bench.terminal.positions.values();
  assert.ok(position?.sl, 'it has its stop, and was not closed');
  await life.stop();
});
