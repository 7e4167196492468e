import assert from 'node:assert/strict';
import { test } from 'node:test';
import { symbolTerms } from '../market/symbol-terms.ts';
import { byHand } from '../testing/by-hand.ts';
import { anOrder, MAGIC, openExpertStage } from '../testing/expert-stage.ts';

test('an order is filled once; the same key is answered from the book, other terms are a conflict', async () => {
  const { open, fail, terminal, timers, ask } = await openExpertStage();
  const first = await open();
  assert.deepEqual(
    [first.state, first.price, first.lots, first.duplicate],
    ['filled', '1.10210', '0.10', false],
  );
  assert.deepEqual(await open({ lots: '0.1' }), { ...first, duplicate: true });
  for (const changes of [{ lots: '0.11' }, { side: 'SELL' as const }, { symbol: 'GBPUSD' }]) {
    assert.equal(await fail('order.open', { ...anOrder(timers.now()), ...changes }), 'conflict');
  }
  assert.equal(terminal.server().positions().length, 1);
  const [position] = (await ask('positions', {})).positions;
  assert.deepEqual(
    [position?.ticket, position?.sl, position?.tp, position?.comment, position?.magic],
    [first.position, '1.10000', '1.10600', 'TB1:AAAAAAAAAA', MAGIC],
  );
});

test('what must not be opened is refused by name, in the order of the steps', async () => {
  const { fail, open, ask, terminal, timers, advance } = await openExpertStage();
  const order = () => anOrder(timers.now());
  const late = { ...order(), exp: timers.now() - 1 };
  assert.equal(await fail('order.open', { ...order(), magic: 1 }), 'bad_request');
  assert.equal(await fail('order.open', { ...order(), key: 'short' }), 'bad_request');
  assert.equal(await fail('order.open', { ...order(), sl: '0' }), 'no_stop');
  assert.equal(await fail('order.open', { ...order(), sl: null as unknown as string }), 'no_stop');
  assert.equal(await fail('order.open', { ...order(), symbol: 'NOPE' }), 'unknown_symbol');
  terminal.permit({ algo_trading: false });
  assert.equal(await fail('order.open', order()), 'not_allowed');
  await ask('halt', {});
  assert.equal(await fail('order.open', order()), 'halted');
  assert.equal(await fail('order.open', late), 'expired');
  terminal.permit({ algo_trading: true });
  terminal.restart();
  await advance(0);
  await advance(250);
  assert.equal((await ask('account', {})).halted, true, 'a halt outlives the terminal');
  assert.equal(await fail('order.open', order()), 'halted');
  await ask('resume', {});
  assert.equal((await open()).state, 'filled');
});

test('a disk that is full sends nothing', async () => {
  const { fail, terminal, timers } = await openExpertStage();
  (terminal.file as unknown as { fail: boolean }).fail = true;
  assert.equal(await fail('order.open', anOrder(timers.now())), 'storage');
  assert.deepEqual(terminal.server().positions(), []);
});

// @promise 7.2
test('a requote is asked for again three times; a permanent code is final', async () => {
  const { open, terminal } = await openExpertStage();
  const { behaviours } = terminal.server();
  behaviours.next({ refuse: 10_004 }, { refuse: 10_020 }, { refuse: 10_021 });
  assert.equal((await open()).state, 'filled');
  behaviours.next({ refuse: 10_004 }, { refuse: 10_004 }, { refuse: 10_004 }, { refuse: 10_004 });
  const tired = await open({ key: 'BBBBBBBBBB' });
  assert.deepEqual([tired.state, tired.retcode], ['rejected', 10_004]);
  assert.deepEqual(await open({ key: 'BBBBBBBBBB' }), { ...tired, duplicate: true });
});

test('every code of the server has its class', async () => {
  const stage = await openExpertStage();
  const codes = [10006, 10007, 10011, 10013, 10014, 10015, 10016, 10017, 10018, 10019, 10022];
  codes.push(10023, 10024, 10026, 10027, 10028, 10029, 10032, 10033, 10034, 10035, 10036);
  codes.push(10038, 10039, 10040, 10041, 10042, 10043, 10044, 10045, 10046);
  for (const [index, refuse] of codes.entries()) {
    stage.terminal.server().behaviours.next({ refuse });
    const key = `CCCCCCCC${'ABCDEFGH'[index >> 3]}${'ABCDEFGH'[index & 7]}`;
    const { state, retcode, message } = await stage.open({ key });
    assert.deepEqual([state, retcode], ['rejected', refuse]);
    assert.doesNotMatch(message, /^Code/);
  }
  assert.deepEqual(stage.terminal.server().positions(), []);
});

test('an unsupported filling mode is changed once', async () => {
  const { open, terminal } = await openExpertStage();
  terminal.server().behaviours.next({ refuse: 10_030 });
  assert.equal((await open()).state, 'filled');
  terminal.server().behaviours.next({ refuse: 10_030 }, { refuse: 10_030 });
  const { state, retcode } = await open({ key: 'BBBBBBBBBB' });
  assert.deepEqual([state, retcode], ['rejected', 10_030]);
});

test('a lost answer is unknown, is never sent again, and leaves exactly one position', async () => {
  for (const comment of [undefined, () => 'the broker has words of its own']) {
    for (const loseAnswer of [null, 10_012, 10_031]) {
      const { open, ask, terminal } = await openExpertStage();
      terminal.server().behaviours.next({ loseAnswer, ...(comment ? { comment } : {}) });
      assert.equal((await open()).state, 'unknown');
      const again = await open();
      assert.deepEqual([again.state, again.duplicate], ['filled', true]);
      const asked = await ask('order.query', { key: 'AAAAAAAAAA' });
      assert.deepEqual(asked, again);
      assert.equal(asked.position, terminal.server().positions()[0]?.ticket);
      assert.equal(terminal.server().positions().length, 1);
    }
  }
});

test('an order that never arrived is unknown until a minute after its time, then rejected for good', async () => {
  const { open, ask, terminal, advance, bot } = await openExpertStage();
  terminal.server().behaviours.next({ refuse: 10_031 });
  assert.equal((await open()).state, 'unknown');
  const wait = async (seconds: number) => {
    for (let second = 0; second < seconds; second += 1) {
      await advance(1_000);
      bot().send({ t: 'hb' });
    }
  };
  await wait(64);
  assert.equal((await ask('order.query', { key: 'AAAAAAAAAA' })).state, 'unknown');
  await wait(2);
  assert.equal((await ask('order.query', { key: 'AAAAAAAAAA' })).state, 'rejected');
  assert.equal((await open()).state, 'rejected');
  assert.equal((await ask('order.query', { key: 'ZZZZZZZZZZ' })).state, 'none');
  assert.deepEqual(terminal.server().positions(), []);
});

test('a terminal that lost its book finds the order by its comment', async () => {
  const stage = await openExpertStage();
  const { terminal } = stage;
  byHand(terminal).open({
    symbol: 'EURUSD',
    side: 'BUY',
    lots: '0.10',
    comment: 'TB1:AAAAAAAAAA',
  });
  const { state, duplicate } = await stage.open();
  assert.deepEqual([state, duplicate], ['filled', true]);
  assert.equal(terminal.server().positions().length, 1);
});

test('an order that was only placed is filled when its deal is there', async () => {
  const { open, ask, terminal, advance } = await openExpertStage();
  terminal.server().behaviours.next({ placedForMs: 700 });
  assert.equal((await open()).state, 'placed');
  assert.equal((await ask('orders', {})).orders.length, 1);
  await advance(750);
  const { state, position } = await ask('order.query', { key: 'AAAAAAAAAA' });
  assert.deepEqual([state, position], ['filled', terminal.server().positions()[0]?.ticket]);
});

test('a part of a position is closed once however often it is asked for', async () => {
  const { open, ask, fail, terminal, timers } = await openExpertStage();
  const { position: ticket } = await open();
  const closing = {
    key: 'DDDDDDDDDD',
    exp: timers.now() + 5_000,
    ticket,
    lots: '0.04',
    deviation: 9,
  };
  terminal.server().behaviours.next({ loseAnswer: null, comment: () => '' });
  assert.equal((await ask('position.close', closing)).state, 'unknown');
  assert.equal((await ask('position.close', closing)).state, 'filled');
  assert.equal(terminal.server().positions()[0]?.volume, 6);
  assert.equal(await fail('position.close', { ...closing, lots: '0.05' }), 'conflict');
  const rest = { ...closing, key: 'EEEEEEEEEE', lots: '0.06' };
  await ask('halt', {});
  assert.equal((await ask('position.close', rest)).state, 'filled', 'a halt stops no closing');
  assert.equal(await fail('position.close', { ...rest, key: 'FFFFFFFFFF' }), 'unknown_ticket');
});

test('stops are changed, the same again is a success, a refusal names its code', async () => {
  const { open, ask, fail, terminal } = await openExpertStage();
  const { position: ticket } = await open();
  const stops = { ticket, sl: '1.10100', tp: null };
  assert.equal((await ask('position.modify', stops)).retcode, 10_009);
  assert.equal((await ask('position.modify', stops)).retcode, 10_009);
  assert.deepEqual(terminal.server().positions()[0]?.takeProfit, null);
  terminal.server().behaviours.refuseStops(10_016);
  const refused = await ask('position.modify', { ...stops, sl: '1.10120' });
  assert.equal(refused.retcode, 10_016);
  assert.equal(await fail('position.modify', { ...stops, ticket: '9' }), 'unknown_ticket');
});

// @promise 7.3
test('of a partial fill the rest is cancelled, and the key says how much there is', async () => {
  for (const terms of [{ filling: 2 }, { filling: 0, execution: 'exchange' as const }]) {
    const { open, ask, terminal } = await openExpertStage({
      symbols: [symbolTerms('EURUSD', terms)],
    });
    terminal.server().behaviours.next({ liquidity: 4 });
    const { state, retcode, lots } = await open();
    assert.deepEqual([state, retcode, lots], ['partial', 10_010, '0.04']);
    assert.deepEqual((await ask('orders', {})).orders, []);
    assert.deepEqual((await ask('order.query', { key: 'AAAAAAAAAA' })).lots, '0.04');
    assert.equal(terminal.server().positions()[0]?.volume, 4);
  }
});

test('what waited while the terminal stood still is not opened: too late, or its bot is gone', async () => {
  const late = await openExpertStage();
  late.terminal.stall(5_500);
  const answer = late.bot().request('order.open', anOrder(late.timers.now()));
  await late.advance(5_500);
  assert.deepEqual(await answer, { error: 'expired', message: '500 ms too late' });
  const gone = await openExpertStage();
  gone.terminal.stall(3_000);
  void gone.bot().request('order.open', anOrder(gone.timers.now()));
  gone.bot().close();
  await gone.advance(10_000);
  assert.equal(gone.terminal.isConnected(), true, 'it has dialled again');
  assert.equal((await gone.ask('order.query', { key: 'AAAAAAAAAA' })).state, 'none');
  for (const { terminal } of [late, gone]) assert.deepEqual(terminal.server().positions(), []);
});

test('an order whose comment was cut, or whose volume was written otherwise, is found', async () => {
  const { open, ask, terminal } = await openExpertStage();
  const { behaviours } = terminal.server();
  behaviours.next({ loseAnswer: 10_012, comment: (comment) => comment.slice(0, 9) });
  assert.equal((await open()).state, 'unknown');
  assert.equal((await ask('order.query', { key: 'AAAAAAAAAA' })).state, 'filled');
  behaviours.next({ loseAnswer: 10_012, comment: () => '' });
  await open({ key: 'BBBBBBBBBB', lots: '0.1' });
  assert.equal((await ask('order.query', { key: 'BBBBBBBBBB' })).state, 'filled');
});

test('a terminal without its broker gives no key up, and says of none that it was never there', async () => {
  const { open, ask, terminal, advance, bot } = await openExpertStage();
  terminal.server().behaviours.next({ refuse: 10_031 });
  await open();
  terminal.permit({ connected: false });
  for (let second = 0; second < 70; second += 1) {
    await advance(1_000);
    bot().send({ t: 'hb' });
  }
  for (const key of ['AAAAAAAAAA', 'ZZZZZZZZZZ'])
    assert.equal((await ask('order.query', { key })).state, 'unknown');
  terminal.permit({ connected: true });
  assert.equal((await ask('order.query', { key: 'AAAAAAAAAA' })).state, 'rejected');
  assert.equal((await ask('order.query', { key: 'ZZZZZZZZZZ' })).state, 'none');
});

test('where positions are netted, an order that closes is found without its comment', async () => {
  const { open, ask, terminal } = await openExpertStage({ account: { marginMode: 'netting' } });
  await open();
  terminal.server().behaviours.next({ loseAnswer: null, comment: () => '' });
  const sale = { key: 'BBBBBBBBBB', side: 'SELL' as const, lots: '0.04', sl: '1.11000', tp: null };
  assert.equal((await open(sale)).state, 'unknown');
  assert.equal((await ask('order.query', { key: 'BBBBBBBBBB' })).state, 'filled');
  assert.equal(terminal.server().positions()[0]?.volume, 6);
});

// @promise 7.3
test('the rest of a partial fill is cancelled also when its answer was lost', async () => {
  const { open, ask, terminal } = await openExpertStage({
    symbols: [symbolTerms('EURUSD', { filling: 0, execution: 'exchange' })],
  });
  terminal.server().behaviours.next({ liquidity: 4, loseAnswer: null });
  assert.equal((await open()).state, 'unknown');
  const { state, lots } = await ask('order.query', { key: 'AAAAAAAAAA' });
  assert.deepEqual([state, lots], ['partial', '0.04']);
  assert.deepEqual((await ask('orders', {})).orders, []);
});
