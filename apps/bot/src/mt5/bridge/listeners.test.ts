import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type NetConnectOpts, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { BotFault } from '../../bot-fault.ts';
import { systemTimers } from '../../timers.ts';
import { listenOnPipe, listenOnTcp, pipeName } from './listeners.ts';
import { createTerminalLink, type LinkState, type TerminalLink } from './terminal-link.ts';
import { dialAsExpert, TEST_TOKEN } from './testing/fake-expert.ts';
import { socketWire, type WireListener } from './wire.ts';

const timers = systemTimers;

function open(t: TestContext, listener: WireListener): TerminalLink {
  const deps = { listener, timers, token: TEST_TOKEN, account: null, notify() {} };
  const link = createTerminalLink(deps);
  t.after(() => link.close());
  return link;
}

async function onTcp(t: TestContext) {
  const listener = await listenOnTcp({ port: 0, timers });
  const port = Number(listener.address.split(':')[1]);
  return { link: open(t, listener), listener, port };
}

async function dial(t: TestContext, options: NetConnectOpts): Promise<Socket> {
  const socket = connect(options);
  t.after(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

function state(link: TerminalLink, kind: LinkState['kind']): Promise<LinkState> {
  return new Promise((resolve) => {
    const stop = link.onState((next) => {
      if (next.kind !== kind) return;
      stop();
      resolve(next);
    });
  });
}

test('a terminal dials over TCP, answers, and is told the farewell', async (t) => {
  const { link, port } = await onTcp(t);
  const isThere = state(link, 'connected');
  const socket = await dial(t, { port, host: '127.0.0.1' });
  const expert = dialAsExpert(socketWire(socket, timers), timers, {
    answer({ head }, own) {
      if (head.t === 'halt') own.send('ok', { halted: true }, { re: head.id });
    },
  });
  await isThere;
  assert.equal((await link.request('halt', {})).kind, 'ok');
  const closed = once(socket, 'close');
  await link.close();
  await closed;
  assert.equal(expert.farewell(), 'stopping: the bot ends');
});

test('it listens on the loopback address alone', async (t) => {
  const { listener } = await onTcp(t);
  assert.match(listener.address, /^127\.0\.0\.1:\d+$/);
});

test('two copies of the bot on one port: the second says which port and what to do', async (t) => {
  const { port } = await onTcp(t);
  await assert.rejects(listenOnTcp({ port, timers }), (error) => {
    assert.ok(error instanceof BotFault);
    assert.equal(error.code, 'port_in_use');
    assert.equal(
      error.message,
      `Another program uses port ${port}, perhaps another copy of the bot: end it, or give this profile another bridge port.`,
    );
    return true;
  });
});

test('a port can be had again as soon as it was given up, also after a terminal was connected', async (t) => {
  const { link, port } = await onTcp(t);
  const isThere = state(link, 'connected');
  const socket = await dial(t, { port, host: '127.0.0.1' });
  dialAsExpert(socketWire(socket, timers), timers);
  await isThere;
  await link.close();
  const again = await listenOnTcp({ port, timers });
  assert.equal(again.address, `127.0.0.1:${port}`);
  await again.close();
});

test('a terminal that is killed is noticed at once, and what it was asked has an unknown outcome', async (t) => {
  const { link, port } = await onTcp(t);
  const isThere = state(link, 'connected');
  const socket = await dial(t, { port, host: '127.0.0.1' });
  dialAsExpert(socketWire(socket, timers), timers);
  await isThere;
  const asked = link.request('positions', {});
  const isGone = state(link, 'waiting');
  socket.resetAndDestroy();
  assert.equal((await asked).kind, 'unknown');
  assert.equal((await isGone).kind, 'waiting');
});

test('a terminal that does not read costs a bounded memory and is broken off', async (t) => {
  const { link, port } = await onTcp(t);
  const isThere = state(link, 'connected');
  const socket = await dial(t, { port, host: '127.0.0.1' });
  dialAsExpert(socketWire(socket, timers), timers);
  await isThere;
  socket.pause();
  const isGone = state(link, 'waiting');
  const symbols = Array.from({ length: 64 }, () => 'X'.repeat(32));
  let rounds = 0;
  while (link.state().kind === 'connected') {
    rounds += 1;
    assert.ok(rounds < 200, 'nothing bounds what waits');
    const asked = Array.from({ length: 256 }, () =>
      link.request('symbols', { symbols }, { timeoutMs: 1 }),
    );
    await Promise.all(asked);
  }
  assert.deepEqual(await isGone, {
    kind: 'waiting',
    reason: 'the other end has not read 1048576 bytes',
  });
});

test('20 MB of garbage are cut off early, and the running session is answered meanwhile', async (t) => {
  const { link, port } = await onTcp(t);
  const isThere = state(link, 'connected');
  const socket = await dial(t, { port, host: '127.0.0.1' });
  dialAsExpert(socketWire(socket, timers), timers, {
    answer({ head }, own) {
      if (head.t === 'halt') own.send('ok', { halted: true }, { re: head.id });
    },
  });
  await isThere;
  const before = link.state();
  const flood = await dial(t, { port, host: '127.0.0.1' });
  let said = '';
  flood.on('error', () => {});
  flood.on('data', (chunk: Buffer) => {
    said += chunk.toString();
  });
  const isOver = once(flood, 'close');
  for (let i = 0; i < 20; i += 1) flood.write(Buffer.alloc(1_000_000, 65));
  for (let i = 0; i < 50; i += 1) assert.equal((await link.request('halt', {})).kind, 'ok');
  await isOver;
  assert.match(said, /"code":"frame","message":"a line is longer than 65536 bytes"/);
  assert.equal(link.state(), before);
});

test('a named pipe carries the same', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'bridge-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const path = process.platform === 'win32' ? pipeName(process.pid) : join(folder, 'pipe');
  const link = open(t, await listenOnPipe({ path, timers }));
  const isThere = state(link, 'connected');
  dialAsExpert(socketWire(await dial(t, { path }), timers), timers);
  assert.equal((await isThere).kind, 'connected');
  await assert.rejects(listenOnPipe({ path, timers }), { code: 'port_in_use' });
});

test('the pipe is named after the port', () => {
  assert.equal(pipeName(7_420), '\\\\.\\pipe\\quorate-7420');
});
