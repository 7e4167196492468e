import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { test } from 'node:test';
import { systemTimers } from '../../timers.ts';
import { createSimulatedTerminal } from '../simulator/simulated-terminal.ts';
import { listenOnTcp } from './listeners.ts';
import { createTerminalLink } from './terminal-link.ts';
import { createBridgeStage } from './testing/bridge-stage.ts';
import { TEST_TOKEN } from './testing/fake-expert.ts';
import { socketWire } from './wire.ts';

test('the simulated terminal is let in, told apart by its account, and comes back after each cut', async (t) => {
  const { listener, timers, link, states } = createBridgeStage({
    login: '5001001',
    server: 'Elsewhere',
  });
  const terminal = createSimulatedTerminal({
    timers,
    token: TEST_TOKEN,
    account: { login: '5001001', server: 'Elsewhere' },
    connect: () => listener.dial().terminal,
  });
  t.after(() => terminal.close());
  terminal.tick('EURUSD', 110_200, 110_210);
  await timers.advance(1_000);
  assert.equal(link.state().kind, 'connected');
  for (let round = 0; round < 5; round += 1) {
    const asked = await timers.until(link.request('symbols', { symbols: ['EURUSD'] }));
    assert.equal(asked.kind, 'ok');
    if (round % 2 === 0) listener.cut();
    else terminal.cut();
    await timers.advance(5);
    assert.equal(link.state().kind, 'waiting');
    await timers.advance(20_000);
    assert.equal(link.state().kind, 'connected');
  }
  terminal.switchAccount({ login: '5001002', server: 'Elsewhere' });
  await timers.advance(20_000);
  assert.deepEqual(link.state(), {
    kind: 'waiting',
    reason:
      'the terminal is signed in to 5001002 at Elsewhere, the profile is for 5001001 at Elsewhere',
  });
  assert.equal(states.filter(({ kind }) => kind === 'connected').length, 6);
});

test('an hour of quiet is no silence', async (t) => {
  const { listener, timers, link, states } = createBridgeStage();
  const connection = { connect: () => listener.dial().terminal };
  const terminal = createSimulatedTerminal({ timers, token: TEST_TOKEN, ...connection });
  t.after(() => terminal.close());
  await timers.advance(3_600_000);
  assert.equal(link.state().kind, 'connected');
  assert.equal(states.length, 1);
  assert.equal(link.counts().turnedAway, 0);
});

test('the simulated terminal speaks over TCP as well', async (t) => {
  const timers = systemTimers;
  const listener = await listenOnTcp({ port: 0, timers });
  const deps = { listener, timers, token: TEST_TOKEN, account: null, notify() {} };
  const link = createTerminalLink(deps);
  const port = Number(listener.address.split(':')[1]);
  const isThere = new Promise<void>((resolve) => {
    link.onState(({ kind }) => kind === 'connected' && resolve());
  });
  const terminal = createSimulatedTerminal({
    timers,
    token: TEST_TOKEN,
    async connect() {
      const socket = connect({ port, host: '127.0.0.1' });
      await once(socket, 'connect');
      return socketWire(socket, timers);
    },
  });
  t.after(async () => {
    terminal.close();
    await link.close();
  });
  await isThere;
  const answer = await link.request('account', {});
  assert.ok(answer.kind === 'ok');
  assert.equal(answer.answer.halted, false);
});
