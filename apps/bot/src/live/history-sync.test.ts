import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TradeInput } from '@quorate/contract/trade-sync';
import { createHistorySync } from './live-service.ts';
import { openLiveBench } from './testing/live-bench.ts';

async function aSyncedAccount() {
  const bench = openLiveBench();
  const life = bench.start();
  await bench.time.pass(1_000);
  const sent = new Map<string, TradeInput>();
  const { terminal, serverClock } = life.run;
  const { feed, records } = terminal;
  const { journal, time: timers } = bench;
  const sync = { add: (trade: TradeInput) => void sent.set(trade.position_ticket, trade) };
  const notify = (line: string) => life.lines.push(line);
  const history = createHistorySync({ feed, journal, records, serverClock, timers, sync, notify });
  return { bench, life, sent, history };
}

// @spec 9.29
test('trades of ours carry their decision, trades by hand carry none, and a partial close raises the revision', async () => {
  const { bench, life, sent, history } = await aSyncedAccount();
  bench.wanted.push('BUY');
  await bench.bar();
  const [ours = ''] = bench.terminal.positions.keys();
  const manual = bench.terminal.openByHand('SELL', '0.50');
  await history.cycle();
  assert.deepEqual([sent.get(ours)?.revision, sent.get(manual)?.revision], [1, 1]);
  assert.ok(sent.get(ours)?.decision_id);
  assert.equal(sent.get(manual)?.decision_id, null);
  bench.terminal.closePosition(manual, '0.20', 'client', '');
  bench.terminal.closePosition(manual, null, 'client', '');
  await history.cycle();
  const trade = sent.get(manual);
  assert.deepEqual([trade?.revision, trade?.status, trade?.volume], [3, 'CLOSED', 0.5]);
  await life.stop();
});

// @spec 9.29
test('an entry older than the window is found by its position, and a deposit is no trade', async () => {
  const { bench, life, sent, history } = await aSyncedAccount();
  const position = bench.terminal.openByHand('BUY', '0.10');
  const opening = bench.terminal.deals.at(-1);
  assert.ok(opening);
  opening.time -= 40 * 86_400_000;
  bench.terminal.closeByHand(position);
  const closing = bench.terminal.deals.at(-1);
  assert.ok(closing);
  bench.terminal.deals.push({
    ...closing,
    ticket: '9000',
    position: '0',
    type: 'balance',
    profit: '500.00',
  });
  await history.cycle();
  assert.deepEqual([...sent.keys()], [position]);
  assert.equal(sent.get(position)?.status, 'CLOSED');
  assert.equal(sent.get(position)?.commission, -0.7);
  await life.stop();
});

test('a closed trade of ours carries how far it went, and waits a little for the run to say so', async () => {
  const { bench, life, sent, history } = await aSyncedAccount();
  bench.wanted.push('BUY');
  await bench.bar();
  const [ours = ''] = bench.terminal.positions.keys();
  bench.terminal.closeByHand(ours);
  await history.cycle();
  // Nobody has taken the closing in yet.
  assert.notEqual(sent.get(ours)?.status, 'CLOSED');
  await bench.bar();
  await history.cycle();
  const trade = sent.get(ours);
  assert.equal(trade?.status, 'CLOSED');
  assert.ok((trade?.best_excursion ?? -1) >= 0 && (trade?.worst_excursion ?? 1) <= 0);
  await life.stop();
});

test('a closed trade that no run has followed is sent without it, once it has waited', async () => {
  const { bench, life, sent, history } = await aSyncedAccount();
  bench.wanted.push('BUY');
  await bench.bar();
  const [ours = ''] = bench.terminal.positions.keys();
  await life.stop();
  bench.terminal.closeByHand(ours);
  await bench.time.pass(180_000);
  await history.cycle();
  const trade = sent.get(ours);
  assert.deepEqual([trade?.status, trade?.best_excursion], ['CLOSED', undefined]);
});
