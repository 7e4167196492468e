import assert from 'node:assert/strict';
import { test } from 'node:test';
import { byHand } from '../testing/by-hand.ts';
import { anOrder, openExpertStage } from '../testing/expert-stage.ts';

test('the expert proves that it knows the token, says who it is, and counts its lines', async () => {
  const { bot, terminal } = await openExpertStage();
  const [hello] = bot().heard;
  assert.equal(hello?.t, 'hello');
  assert.deepEqual(hello?.proto, ['tb/1']);
  assert.match(String(hello?.mac), /^[0-9a-f]{64}$/);
  assert.equal(loginOf(hello), '51234567');
  // 15:00 by a clock seven hours ahead of New York.
  assert.equal(hello?.server_time, Date.UTC(2025, 5, 2, 15) / 1_000);
  assert.ok(terminal.isConnected());
  assert.deepEqual(
    bot().heard.map(({ seq }) => seq),
    bot().heard.map((_, index) => index + 1),
  );
});

test('a bot that does not know the token is not obeyed', async () => {
  const { bot, terminal } = await openExpertStage({ lies: true });
  assert.equal(terminal.isConnected(), false);
  assert.equal(bot().heard.at(-1)?.code, 'auth');
});

test('lines that are no JSON, too long or out of order end the connection, which is made again', async () => {
  const stage = await openExpertStage();
  const { bot, terminal, advance } = stage;
  const bad: [string, () => void][] = [
    ['frame', () => bot().raw('{"v":1,\n')],
    ['frame', () => bot().raw('x'.repeat(70_000))],
    ['sequence', () => bot().send({ t: 'account', seq: 9 })],
    ['sequence', () => bot().send({ t: 'account', seq: 1 })],
  ];
  for (const [code, send] of bad) {
    send();
    await stage.settle();
    assert.equal(terminal.isConnected(), false);
    assert.deepEqual(bot().heard.at(-1)?.code, code);
    await advance(500);
    assert.equal(terminal.isConnected(), true);
  }
});

test('who is silent for three heartbeats is left, and heartbeats are sent in a quiet time', async () => {
  const { bot, terminal, advance } = await openExpertStage();
  await advance(6_000);
  assert.ok(bot().heard.filter(({ t }) => t === 'hb').length >= 2);
  assert.equal(terminal.isConnected(), true);
  const first = bot();
  await advance(500);
  assert.equal(terminal.lastEnd()?.reason, 'the bot did not answer for 6 s');
  assert.equal(first.heard.at(-1)?.code, 'silent');
});

test('it dials again after half a second, then after twice as long each time, up to 15 s', async () => {
  const dialled: number[] = [];
  const { advance } = await openExpertStage({
    connect() {
      dialled.push(dialled.length);
      throw new Error('nobody listens');
    },
  });
  const counts: number[] = [];
  for (const ms of [500, 1_000, 2_000, 4_000, 8_000, 15_000, 15_000]) {
    await advance(ms - 250);
    counts.push(dialled.length);
    await advance(250);
  }
  assert.deepEqual(counts, [1, 2, 3, 4, 5, 6, 7]);
  assert.equal(dialled.length, 8);
});

test('five hundred positions come in parts of one answer, each line within 64 KiB', async () => {
  const { terminal, bot, ask } = await openExpertStage({ account: { startMinor: 100_000_000_00 } });
  for (let n = 0; n < 500; n += 1) {
    byHand(terminal).open({
      symbol: 'EURUSD',
      side: 'BUY',
      lots: '0.01',
      comment: `a comment of the broker, number ${n}`,
    });
  }
  const { positions } = await ask('positions', {});
  assert.equal(new Set(positions.map(({ ticket }) => ticket)).size, 500);
  const parts = bot().heard.filter((line) => Array.isArray(line.positions));
  assert.ok(parts.length > 1);
  for (const part of parts) assert.ok(Buffer.byteLength(JSON.stringify(part)) < 65_536);
});

test('bars are told closed, oldest first; a loading terminal says that it loads', async () => {
  const { terminal, ask, fail, advance, bot } = await openExpertStage();
  await ask('subscribe', { symbols: ['EURUSD', 'NOPE'], tf: 'M1', ticks: true });
  terminal.loadBars('EURUSD', 'M1', [[1_748_876_340, 1, 4, 1, 2, 9, 3]]);
  for (let beat = 0; beat < 15; beat += 1) {
    await advance(4_000);
    if (beat === 7) terminal.tick('EURUSD', 110_260, 110_271);
    bot().send({ t: 'hb' });
  }
  terminal.tick('EURUSD', 110_250, 110_260);
  await advance(500);
  const told = bot()
    .heard.filter(({ t }) => t === 'bar' || t === 'tick')
    .slice(-2);
  assert.deepEqual(told[0]?.bar, [1_748_876_400, 110_200, 110_260, 110_200, 110_260, 2, 10]);
  assert.deepEqual([told[1]?.t, told[1]?.bid, told[1]?.ask], ['tick', '1.10250', '1.10260']);
  const { bars, ready, digits } = await ask('bars', { symbol: 'EURUSD', tf: 'M1', count: 10 });
  assert.deepEqual(
    [ready, digits, bars.map(([opened]) => opened)],
    [true, 5, [1_748_876_340, 1_748_876_400]],
  );
  terminal.load(1_000);
  const loading = await ask('bars', { symbol: 'EURUSD', tf: 'M1', count: 10 });
  assert.deepEqual([loading.ready, loading.bars], [false, []]);
  const window = { from: 0, to: 2_000_000_000, skip: 0, limit: 500 };
  assert.equal(await fail('history', window), 'not_ready');
  await advance(1_000);
  assert.equal((await ask('history', window)).total, 1);
});

test('quotes are told at most four times a second, the newest never lost', async () => {
  const { terminal, ask, bot, advance } = await openExpertStage();
  await ask('subscribe', { symbols: ['EURUSD'], tf: 'H1', ticks: true });
  for (let n = 0; n < 100; n += 1) {
    terminal.tick('EURUSD', 110_300 + n, 110_310 + n);
    await advance(10);
  }
  await advance(500);
  const bids = bot().heard.flatMap((line) => (line.t === 'tick' ? [line.bid] : []));
  assert.ok(bids.length >= 4 && bids.length <= 6, `${bids.length}`);
  assert.deepEqual([bids[0], bids.at(-1)], ['1.10300', '1.10399']);
});

test('a terminal without its broker shows what it saw last, and sends nothing', async () => {
  const { terminal, open, ask, fail, timers } = await openExpertStage();
  await open();
  terminal.permit({ connected: false });
  terminal.tick('EURUSD', 109_000, 109_010);
  assert.equal(terminal.server().positions().length, 0);
  assert.equal((await ask('positions', {})).positions.length, 1);
  assert.equal(
    await fail('order.open', { ...anOrder(timers.now()), key: 'BBBBBBBBBB' }),
    'not_allowed',
  );
  terminal.permit({ connected: true });
  assert.equal((await ask('positions', {})).positions.length, 0);
});

test('another account restarts the expert and tells its own name; the first keeps what was on it', async () => {
  const { terminal, open, bot, advance, ask } = await openExpertStage();
  await open();
  const first = bot();
  terminal.switchAccount({ login: '9', tradeMode: 'real', currency: 'EUR' });
  await advance(250);
  const { account } = await ask('account', {});
  assert.deepEqual([account.login, account.trade_mode, account.currency], ['9', 'real', 'EUR']);
  assert.equal(loginOf(bot().heard[0]), '9');
  assert.equal(first.heard.at(-1)?.code, 'stopping', 'the session of the first account has ended');
  assert.deepEqual((await ask('positions', {})).positions, []);
  terminal.switchAccount({});
  await advance(250);
  assert.equal((await ask('positions', {})).positions.length, 1);
});

test('who was replaced dials again after 15 s, not at once', async () => {
  const { bot, terminal, advance, settle } = await openExpertStage();
  bot().send({ t: 'bye', code: 'replaced', message: 'another terminal has taken over' });
  await settle();
  await advance(14_750);
  assert.equal(terminal.isConnected(), false);
  await advance(250);
  assert.equal(terminal.isConnected(), true);
});

function loginOf(hello: Record<string, unknown> | undefined): unknown {
  const account = hello?.account;
  return typeof account === 'object' && account && 'login' in account ? account.login : undefined;
}
