import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openLiveBench } from './testing/live-bench.ts';

const PROFIT_LIMIT = { weeklyProfitPercent: 5, drawdownPercent: 5 };

test('a withdrawal and a deposit are no loss and no profit, and are counted once over a restart', async () => {
  const bench = openLiveBench();
  const first = bench.start(PROFIT_LIMIT);
  await bench.time.pass(1_000);
  await bench.bar();
  bench.terminal.cash('balance', -300_000);
  await bench.time.pass(15_000);
  assert.equal(bench.journal.limits()?.dayStartMinor, 700_000);
  first.kill();
  bench.terminal.cash('balance', 500_000);
  bench.terminal.cash('credit', 100_000);
  const second = bench.start(PROFIT_LIMIT);
  await bench.time.pass(15_000);
  await bench.bar();
  const limits = bench.journal.limits();
  assert.equal(limits?.dayStartMinor, 1_300_000);
  assert.equal(limits?.weekStartMinor, 1_300_000);
  assert.equal(limits?.peakMinor, 1_300_000);
  assert.equal(limits?.dailyLossLatch, null);
  assert.equal(limits?.weeklyProfitLatch, null);
  assert.equal(limits?.drawdownLatch, null);
  const told = bench.events.filter(({ kind }) => kind === 'cash-flow');
  assert.equal(told.length, 3);
  await second.stop();
});

test('a withdrawal that the history does not show yet is no loss either', async () => {
  const bench = openLiveBench();
  const life = bench.start();
  await bench.time.pass(1_000);
  await bench.bar();
  bench.terminal.fate = (name) => (name === 'history' ? 'answer-lost' : 'none');
  bench.terminal.cash('balance', -300_000);
  await bench.time.pass(20_000);
  assert.equal(bench.journal.limits()?.dailyLossLatch, null);
  bench.terminal.fate = () => 'none';
  await bench.time.pass(20_000);
  assert.equal(bench.journal.limits()?.dailyLossLatch, null);
  assert.equal(bench.journal.limits()?.dayStartMinor, 700_000);
  await life.stop();
});

test('a lost journal begins with the history: what was paid in today is no profit of the day', async () => {
  const bench = openLiveBench();
  bench.terminal.cash('balance', 1_000_000);
  bench.terminal.cash('credit', 100_000);
  const life = bench.start(PROFIT_LIMIT);
  await bench.time.pass(1_000);
  await bench.bar();
  assert.equal(bench.journal.limits()?.dayStartMinor, 2_100_000);
  assert.equal(bench.journal.limits()?.weeklyProfitLatch, null);
  await life.stop();
});
