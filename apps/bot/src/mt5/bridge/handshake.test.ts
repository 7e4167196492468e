import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { test } from 'node:test';
import { createBridgeStage } from './testing/bridge-stage.ts';
import { TEST_TOKEN } from './testing/fake-expert.ts';

test('the bot proves that it knows the token, too', async () => {
  const { dial } = createBridgeStage();
  const { expert } = await dial();
  const [challenge, welcome] = expert.heard;
  const mac = createHmac('sha256', Buffer.from(TEST_TOKEN, 'hex'))
    .update(`tb/1 bot ${'22'.repeat(32)} ${String(challenge?.body.nonce)}`)
    .digest('hex');
  assert.equal(welcome?.head.t, 'welcome');
  assert.equal(welcome.body.mac, mac);
  assert.equal(welcome.body.hb_ms, 2_000);
});

test('each connection gets a nonce of its own', async () => {
  const { dial } = createBridgeStage();
  const nonces = new Set<unknown>();
  for (let i = 0; i < 50; i += 1) nonces.add((await dial()).expert.heard[0]?.body.nonce);
  assert.equal(nonces.size, 50);
});

test('a wrong mac is refused, whatever is wrong with it', async () => {
  const refused = 'auth: the token of the expert is not that of the bot';
  const wrong = [
    { token: '33'.repeat(32) },
    { hello: { mac: '0'.repeat(64) } },
    // Right for another nonce of the expert's, as a copied hello would be.
    { hello: { mac: createHmac('sha256', Buffer.from(TEST_TOKEN, 'hex')).digest('hex') } },
  ];
  for (const options of wrong) {
    const { dial, link } = createBridgeStage();
    const { expert, wires } = await dial(options);
    assert.equal(expert.farewell(), refused);
    assert.equal(wires.isOpen(), false);
    assert.deepEqual(link.state(), { kind: 'waiting', reason: refused.slice('auth: '.length) });
    assert.equal((await link.request('positions', {})).kind, 'not-sent');
    assert.equal(
      expert.heard.some(({ head }) => head.t === 'welcome'),
      false,
    );
  }
});

test('a hello that was overheard opens no second connection', async () => {
  const { dial, link } = createBridgeStage();
  const first = await dial();
  const nonce = first.expert.heard[0]?.body.nonce;
  const mac = createHmac('sha256', Buffer.from(TEST_TOKEN, 'hex'))
    .update(`tb/1 expert ${String(nonce)} ${'22'.repeat(32)}`)
    .digest('hex');
  const before = link.state();
  const { expert } = await dial({ hello: { mac } });
  assert.match(expert.farewell() ?? '', /^auth:/);
  assert.equal(link.state(), before);
});

test('the versions of both ends decide: one in common is enough, and both are named where there is none', async () => {
  const matrix: readonly (readonly [readonly string[], string | null])[] = [
    [['tb/1'], null],
    [['tb/2', 'tb/1'], null],
    [['tb/1', 'tb/1', 'tb/9'], null],
    [['tb/2'], "version: the bot speaks 'tb/1', the expert 'tb/2'"],
    [['tb/0', 'tb/2'], "version: the bot speaks 'tb/1', the expert 'tb/0', 'tb/2'"],
    [['TB/1'], "version: the bot speaks 'tb/1', the expert 'TB/1'"],
    [[], "version: the bot speaks 'tb/1', the expert nothing"],
  ];
  for (const [proto, farewell] of matrix) {
    const { dial, link } = createBridgeStage();
    const { expert } = await dial({ hello: { proto: [...proto] } });
    assert.equal(expert.farewell(), farewell);
    assert.equal(link.state().kind, farewell === null ? 'connected' : 'waiting');
  }
});

test('an expert of another version is told so even when its hello looks different', async () => {
  const { dial, timers } = createBridgeStage();
  const { expert } = await dial({ mute: true });
  expert.send('hello', { proto: ['tb/2'], key: 'something new' });
  await timers.advance(0);
  assert.equal(expert.farewell(), "version: the bot speaks 'tb/1', the expert 'tb/2'");
});

test('a terminal of another account is refused with both accounts, and only after its proof', async () => {
  const account = { login: '7001', server: 'Broker-Live' };
  const { dial } = createBridgeStage(account);
  const farewell =
    'account: the terminal is signed in to 5001 at Broker-Demo, the profile is for 7001 at Broker-Live';
  assert.equal((await dial()).expert.farewell(), farewell);
  assert.match((await dial({ token: '33'.repeat(32) })).expert.farewell() ?? '', /^auth:/);
  const own = createBridgeStage({ login: '5001', server: 'Broker-Demo' });
  assert.equal((await own.dial()).expert.farewell(), null);
});

test('whoever says something else first, or a hello that does not fit, is disconnected', async () => {
  const { dial, timers } = createBridgeStage();
  const other = await dial({ mute: true });
  other.expert.send('tick', {});
  const broken = await dial({ hello: { build: -1 } });
  await timers.advance(0);
  assert.equal(other.expert.farewell(), 'frame: the first line is no hello');
  assert.equal(broken.expert.farewell(), "frame: the hello has no right 'build'");
});

test('whoever is not through after five seconds is disconnected', async () => {
  const { dial, timers, link } = createBridgeStage();
  const { expert, wires } = await dial({ mute: true });
  await timers.advance(4_999);
  assert.equal(wires.isOpen(), true);
  await timers.advance(1);
  assert.equal(expert.farewell(), 'silent: no handshake within 5 s');
  assert.equal(link.counts().turnedAway, 1);
});

test('four may be in their handshake at once; the fifth is busy, and none disturbs the session', async () => {
  const { dial, timers, link } = createBridgeStage();
  const running = await dial();
  for (let i = 0; i < 4; i += 1) await dial({ mute: true });
  const busy = 'busy: 4 connections are in their handshake already';
  assert.equal((await dial()).expert.farewell(), busy);
  running.expert.send('hb', {});
  await timers.advance(5_000);
  assert.equal(link.state().kind, 'connected');
  assert.equal((await dial()).expert.farewell(), null);
});

test('garbage costs neither the running session nor the log', async () => {
  const { dial, timers, link, log } = createBridgeStage();
  const { expert } = await dial({
    answer({ head }, own) {
      if (head.t === 'halt') own.send('ok', { halted: true }, { re: head.id });
    },
  });
  const state = link.state();
  for (let i = 0; i < 500; i += 1) {
    const flood = await dial({ mute: true });
    flood.expert.raw(i % 2 === 0 ? `${i} GET / HTTP/1.1\r\n` : 'x'.repeat(70_000));
    if (i % 25 === 0) expert.send('hb', {});
    await timers.advance(10);
    assert.match(flood.expert.farewell() ?? '', /^frame: /);
  }
  assert.equal(link.state(), state);
  assert.equal((await timers.until(link.request('halt', {}))).kind, 'ok');
  assert.equal(link.counts().turnedAway, 500);
  assert.equal(log.length, 2);
});
