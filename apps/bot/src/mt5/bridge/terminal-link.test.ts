import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createBridgeStage } from './testing/bridge-stage.ts';

const KEY = 'ABCDEFGHIJ';
const CLOSING = { key: KEY, exp: 1, ticket: '1', lots: '0.10', deviation: 0 };

test('a terminal that knows the token is let in and answers', async () => {
  const { link, timers, dial, states } = createBridgeStage();
  await dial({
    answer({ head }, expert) {
      if (head.t === 'halt') expert.send('ok', { halted: true }, { re: head.id });
    },
  });
  assert.equal(link.state().kind, 'connected');
  assert.deepEqual(await timers.until(link.request('halt', {})), {
    kind: 'ok',
    answer: { halted: true },
  });
  assert.deepEqual(
    states.map(({ kind }) => kind),
    ['connected'],
  );
});

test('a request while nobody is there was not sent', async () => {
  const { link } = createBridgeStage();
  assert.deepEqual(await link.request('positions', {}), {
    kind: 'not-sent',
    reason: 'no terminal is connected',
  });
});

test('a request whose link is lost has an unknown outcome', async () => {
  const { link, timers, dial } = createBridgeStage();
  const { wires } = await dial();
  const asked = link.request('position.close', CLOSING);
  wires.cut('the cable broke');
  assert.deepEqual(await timers.until(asked), { kind: 'unknown', reason: 'the cable broke' });
  assert.deepEqual(await link.request('positions', {}), {
    kind: 'not-sent',
    reason: 'no terminal is connected: the cable broke',
  });
});

test('an answer that comes too late is counted and changes nothing', async () => {
  const { link, timers, dial } = createBridgeStage();
  const { expert } = await dial();
  const asked = link.request('halt', {});
  const began = timers.now();
  assert.deepEqual(await keptAlive(asked), {
    kind: 'unknown',
    reason: 'no answer to halt within 5 s',
  });
  assert.equal(timers.now() - began, 5_000);
  const late = expert.heard.find(({ head }) => head.t === 'halt');
  expert.send('ok', { halted: true }, { re: late?.head.id ?? '' });
  await timers.advance(0);
  assert.equal(link.counts().lateAnswers, 1);
  assert.equal(link.state().kind, 'connected');

  async function keptAlive<Value>(promise: Promise<Value>): Promise<Value> {
    timers.after(3_000, () => expert.send('hb', {}));
    return timers.until(promise);
  }
});

test('orders and closings are waited for twice as long', async () => {
  const { link, timers, dial } = createBridgeStage();
  const { expert } = await dial();
  for (const ms of [3_000, 6_000, 9_000]) timers.after(ms, () => expert.send('hb', {}));
  assert.deepEqual(await timers.until(link.request('position.close', CLOSING)), {
    kind: 'unknown',
    reason: 'no answer to position.close within 10 s',
  });
});

test('an expert that waits for the trade server with an order is not taken for silent', async () => {
  const { link, timers, dial } = createBridgeStage();
  await dial();
  const closing = link.request('position.close', CLOSING);
  await timers.advance(9_500);
  assert.equal(link.state().kind, 'connected');
  assert.equal((await timers.until(closing)).kind, 'unknown');
  await timers.advance(7_000);
  assert.equal(link.state().kind, 'waiting', 'without an order its silence counts again');
});

test('several requests are on their way at once and are answered in any order', async () => {
  const { link, timers, dial } = createBridgeStage();
  const { expert } = await dial();
  const halt = link.request('halt', {});
  const resume = link.request('resume', {});
  await timers.advance(0);
  const [first, second] = expert.heard.slice(-2);
  expert.send('ok', { halted: false }, { re: second?.head.id ?? '' });
  expert.send(
    'error',
    { code: 'storage', message: 'the disk is full' },
    { re: first?.head.id ?? '' },
  );
  assert.deepEqual(await timers.until(Promise.all([halt, resume])), [
    { kind: 'error', code: 'storage', message: 'the disk is full' },
    { kind: 'ok', answer: { halted: false } },
  ]);
});

test('an answer that does not fit ends its request alone, and the log names the field and no value', async () => {
  const { link, timers, dial, log } = createBridgeStage();
  await dial({
    answer({ head }, expert) {
      if (head.t === 'positions')
        expert.send('ok', { positions: [{ ticket: 'secret words' }] }, { re: head.id });
      if (head.t === 'halt') expert.send('ok', { halted: true }, { re: head.id });
      if (head.t === 'orders') expert.send('maybe', {}, { re: head.id });
    },
  });
  const message = "the answer to positions has no right 'positions.0.ticket'";
  const bad = { kind: 'error', code: 'bad_answer' };
  assert.deepEqual(await timers.until(link.request('positions', {})), { ...bad, message });
  const neither = 'the answer to orders is neither ok nor error';
  assert.deepEqual(await timers.until(link.request('orders', {})), { ...bad, message: neither });
  assert.deepEqual(log, [message, neither]);
  assert.equal(link.counts().badAnswers, 2);
  assert.equal((await timers.until(link.request('halt', {}))).kind, 'ok');
});

test('events arrive in their order; one that does not fit or is new is dropped and counted', async () => {
  const { link, timers, dial, events, log } = createBridgeStage();
  const { expert } = await dial();
  const tick = { symbol: 'EURUSD', bid: '1.10000', ask: '1.10010', server_time: 1 };
  expert.send('tick', tick);
  expert.send('tick', { ...tick, bid: 'high' });
  expert.send('weather', {});
  expert.send('toString', {});
  expert.send('deal', { ticket: '7', position: '8', unheardOf: true });
  await timers.advance(0);
  assert.deepEqual(events, [
    { name: 'tick', body: tick },
    { name: 'deal', body: { ticket: '7', position: '8' } },
  ]);
  assert.equal(link.counts().droppedEvents, 3);
  assert.deepEqual(log, ["an event 'tick' of the terminal has no right 'bid'"]);
});

test('the second terminal replaces the first, whose requests have an unknown outcome', async () => {
  const { link, timers, dial, states } = createBridgeStage();
  const first = await dial();
  const asked = link.request('positions', {});
  const second = await dial();
  assert.deepEqual(await timers.until(asked), {
    kind: 'unknown',
    reason: 'another terminal has taken over',
  });
  assert.equal(first.expert.farewell(), 'replaced: another terminal has taken over');
  assert.equal(second.expert.farewell(), null);
  assert.equal(link.state().kind, 'connected');
  const kinds = states.map(({ kind }) => kind);
  assert.deepEqual(kinds, ['connected', 'waiting', 'connected']);
});

test('a terminal that is not heard for three heartbeats is given up', async () => {
  const { link, timers, dial } = createBridgeStage();
  const { expert, wires } = await dial();
  await timers.advance(5_900);
  assert.equal(link.state().kind, 'connected');
  assert.ok(expert.heard.filter(({ head }) => head.t === 'hb').length >= 2);
  wires.hang();
  const asked = link.request('positions', {});
  await timers.advance(700);
  const reason = 'the terminal did not answer for 6 s';
  assert.deepEqual(await asked, { kind: 'unknown', reason });
  assert.deepEqual(link.state(), { kind: 'waiting', reason });
});

test('a terminal that sends its heartbeats stays, and hears the bot every two seconds', async () => {
  const { link, timers, dial } = createBridgeStage();
  const { expert } = await dial();
  for (let beat = 0; beat < 30; beat += 1) {
    await timers.advance(2_000);
    expert.send('hb', {});
  }
  assert.equal(link.state().kind, 'connected');
  assert.ok(expert.heard.filter(({ head }) => head.t === 'hb').length >= 29);
});

test('a line that is missing, or comes twice, ends the session', async () => {
  for (const seq of [1, 3]) {
    const { timers, dial, link } = createBridgeStage();
    const { expert } = await dial();
    expert.send('hb', {}, { seq });
    await timers.advance(0);
    assert.equal(expert.farewell(), `sequence: line ${seq} came where 2 was due`);
    assert.equal(link.state().kind, 'waiting');
  }
});

test('the farewell of a terminal says why nobody is there, and cannot forge lines of the log', async () => {
  const { timers, dial, link } = createBridgeStage();
  const { expert } = await dial();
  expert.send('bye', { code: 'stopping', message: 'removed\nfrom the chart\u001b[2J' });
  await timers.advance(0);
  assert.deepEqual(link.state(), {
    kind: 'waiting',
    reason: 'the terminal ended it (stopping): removed?from the chart?[2J',
  });
});

test('the bot says farewell when it ends, and lets nobody in afterwards', async () => {
  const { timers, dial, link } = createBridgeStage();
  const { expert } = await dial();
  const asked = link.request('positions', {});
  await link.close();
  await timers.advance(0);
  assert.equal(expert.farewell(), 'stopping: the bot ends');
  assert.deepEqual(await asked, { kind: 'unknown', reason: 'the bot ends' });
  assert.equal((await link.request('positions', {})).kind, 'not-sent');
});

test('more requests than anybody needs at once are not sent', async () => {
  const { timers, dial, link } = createBridgeStage();
  const { wires } = await dial();
  const asked = Array.from({ length: 257 }, () => link.request('positions', {}));
  const last = await asked[256];
  assert.deepEqual(last, { kind: 'not-sent', reason: '256 requests are on their way already' });
  wires.cut();
  const outcomes = await timers.until(Promise.all(asked));
  assert.equal(outcomes.filter(({ kind }) => kind === 'unknown').length, 256);
});

test('the token stands in nothing that is said, logged or kept', async () => {
  const { link, timers, dial, log, states } = createBridgeStage();
  const { expert } = await dial();
  await dial({ token: '33'.repeat(32) });
  expert.raw('no json\n');
  await timers.advance(0);
  const everything = JSON.stringify([log, states, expert.heard, link.state(), link.counts()]);
  assert.equal(everything.includes('11'.repeat(32)), false);
});
