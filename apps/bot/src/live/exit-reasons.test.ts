import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { TradeInput } from '@quorate/contract/trade-sync';
import type { TerminalDeal } from '../mt5/bridge/records.ts';
import type { LiveJournal } from './live-journal.ts';
import { createHistorySync } from './live-service.ts';
import { openLiveBench } from './testing/live-bench.ts';

/** A bot that has bought once, and what its history sync says of that trade. */
async function openStage(changes: { losesStops?: true; rewritesComments?: true } = {}) {
  const bench = openLiveBench();
  Object.assign(bench.terminal, changes);
  const life = bench.start();
  await bench.time.pass(1_000);
  const sent = new Map<string, TradeInput>();
  const { terminal, serverClock } = life.run;
  const { feed, records } = terminal;
  const { time: timers } = bench;
  const sync = { add: (trade: TradeInput) => void sent.set(trade.position_ticket, trade) };
  const notify = (line: string) => life.lines.push(line);
  const historyOf = (journal: LiveJournal) =>
    createHistorySync({ feed, journal, records, serverClock, timers, sync, notify });
  const history = historyOf(bench.journal);
  async function buy(): Promise<string> {
    bench.wanted.push('BUY');
    await bench.bar();
    const [ticket = ''] = bench.terminal.positions.keys();
    return ticket;
  }
  async function reasonOf(ticket: string) {
    await bench.time.pass(180_000);
    await history.cycle();
    const trade = sent.get(ticket);
    assert.equal(trade?.status, 'CLOSED');
    return trade.exit_reason;
  }
  /** As a person, or an exit, moves it. */
  function moveStop(ticket: string, points: number): void {
    const position = bench.terminal.positions.get(ticket);
    assert.ok(position?.sl);
    const sl = (Number(position.sl) + points / 1e5).toFixed(5);
    bench.terminal.positions.set(ticket, { ...position, sl });
  }
  const priceOf = (ticket: string, level: 'sl' | 'tp') =>
    Math.round(Number(bench.terminal.positions.get(ticket)?.[level]) * 1e5);
  return { bench, life, history, buy, reasonOf, moveStop, priceOf, sent };
}

test('a target, the first stop and a stop that was moved are told apart', async () => {
  const { bench, life, buy, reasonOf, moveStop, priceOf } = await openStage();
  const target = await buy();
  bench.terminal.tick(priceOf(target, 'tp'));
  assert.equal(await reasonOf(target), 'target');
  const stopped = await buy();
  bench.terminal.tick(priceOf(stopped, 'sl') - 3);
  assert.equal(await reasonOf(stopped), 'stop');
  const moved = await buy();
  moveStop(moved, 20);
  bench.terminal.tick(priceOf(moved, 'sl'));
  assert.equal(await reasonOf(moved), 'managed');
  await life.stop();
});

test('the stop that a broker forgot and was told again is the first one', async () => {
  const { bench, life, buy, reasonOf, priceOf } = await openStage({ losesStops: true });
  const ticket = await buy();
  await bench.time.pass(5_000);
  assert.ok(bench.terminal.positions.get(ticket)?.sl, 'set by the guard');
  assert.equal(bench.terminal.deals.find(({ position }) => position === ticket)?.sl, null);
  bench.terminal.tick(priceOf(ticket, 'sl'));
  assert.equal(await reasonOf(ticket), 'stop');
  await life.stop();
});

test('what its owner closes in the terminal, on a phone or in a browser is closed by hand', async () => {
  const { bench, life, buy, reasonOf } = await openStage();
  for (const reason of ['client', 'mobile', 'web'] as const) {
    const ticket = await buy();
    bench.terminal.closePosition(ticket, null, reason, '');
    assert.equal(await reasonOf(ticket), 'manual');
  }
  const mine = bench.terminal.openByHand('SELL', '0.10');
  bench.terminal.closeByHand(mine);
  assert.equal(await reasonOf(mine), 'manual');
  await life.stop();
});

test('want of margin, the last line and what nobody knows are told as such', async () => {
  const { bench, life, reasonOf } = await openStage();
  const closings: [TerminalDeal['reason'], string, string | null][] = [
    ['so', '[so 48.90%/1.00/2.00]', 'stop_out'],
    ['expert', 'TB1:LASTLINE', 'flattened'],
    // Another expert, a closing of another bot, and a word that nobody has said.
    ['expert', 'grid closes', null],
    ['expert', 'TB1:ABCDEFGHIJ', null],
    ['expert', '', null],
    ['rollover', '', null],
    ['other', '', null],
  ];
  for (const [reason, comment, expected] of closings) {
    const ticket = bench.terminal.openByHand('SELL', '0.01');
    bench.terminal.closePosition(ticket, null, reason, comment);
    assert.equal(await reasonOf(ticket), expected, `${reason} ${comment}`);
  }
  await life.stop();
});

for (const rewritesComments of [undefined, true] as const) {
  test(`what the bot closes itself says for whom${rewritesComments ? ', though the broker rewrites comments' : ''}`, async () => {
    const { bench, life, buy, reasonOf } = await openStage({
      ...(rewritesComments && { rewritesComments }),
    });
    const managed = await buy();
    const { broker } = life.run.terminal;
    const closing = broker.close(
      managed as Parameters<typeof broker.close>[0],
      undefined,
      'managed',
    );
    await bench.time.pass(2_000);
    assert.equal((await closing).kind, 'closed');
    assert.equal(await reasonOf(managed), 'managed');
    const flattened = await buy();
    void life.run.halt.flatten('dashboard');
    await bench.time.pass(2_000);
    assert.equal(await reasonOf(flattened), 'flattened');
    await life.stop();
  });
}

test('a closing that a bot of before has written down has no reason, and none is made up', async () => {
  const { bench, life, buy, reasonOf } = await openStage();
  const ticket = await buy();
  const { desk } = life.run.terminal;
  const lots = bench.terminal.positions.get(ticket)?.lots ?? '';
  void desk.close({ ticket, symbol: 'EURUSD' }, lots);
  await bench.time.pass(2_000);
  assert.equal(await reasonOf(ticket), null);
  await life.stop();
});

test('a position that is closed in parts ends as its last part does', async () => {
  const { bench, life, buy, reasonOf, priceOf, history, sent } = await openStage();
  const ticket = await buy();
  bench.terminal.closePosition(ticket, '0.01', 'client', '');
  await history.cycle();
  assert.deepEqual([sent.get(ticket)?.status, sent.get(ticket)?.exit_reason], ['OPEN', null]);
  bench.terminal.tick(priceOf(ticket, 'tp'));
  assert.equal(await reasonOf(ticket), 'target');
  await life.stop();
});
