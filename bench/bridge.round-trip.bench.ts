import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { listenOnTcp } from '../apps/bot/src/mt5/bridge/listeners.ts';
import { createTerminalLink, type TerminalLink } from '../apps/bot/src/mt5/bridge/terminal-link.ts';
import { dialAsExpert, TEST_TOKEN } from '../apps/bot/src/mt5/bridge/testing/fake-expert.ts';
import { socketWire } from '../apps/bot/src/mt5/bridge/wire.ts';
import { systemTimers } from '../apps/bot/src/timers.ts';
import type { BenchContext, Benchmark } from './benchmark.ts';

const WARM_UP = 2_000;
const MEASURED = 20_000;
const TOGETHER = 64;
const HOST = '127.0.0.1';
/** As long as the request and its answer are on the bridge. */
const QUESTION = Buffer.from(`${'q'.repeat(90)}\n`);

/**
 * How long one request takes through the bridge and back over TCP, both ends in this process: everything
 * but the terminal's own timer.
 */
export const benchmark: Benchmark = {
  name: 'bridge.round-trip',
  title: 'a request through the bridge and its answer, 99 of 100',
  unit: 'ms',
  bar: { of: 'figure', op: '<=', value: 1 },
  async run(context) {
    const link = await openBridge(context);
    const echo = await openEcho(context);
    const bridge: number[] = [];
    const bare: number[] = [];
    // In turn, so that whatever else the machine does falls on both.
    for (let index = 0; index < WARM_UP + MEASURED; index += 1) {
      bridge.push(await timed(() => ask(link)));
      bare.push(await timed(echo));
    }
    const startedAt = performance.now();
    for (let index = 0; index < MEASURED; index += TOGETHER)
      await Promise.all(Array.from({ length: TOGETHER }, () => ask(link)));
    const perSecond = Math.round((MEASURED * 1_000) / (performance.now() - startedAt));
    const figure = share(bridge, 0.99);
    const floor = share(bare, 0.99);
    return {
      figure,
      denominator: { value: floor, what: 'a bare socket echo, 99 of 100' },
      ratio: figure / floor,
      note: `${MEASURED} requests one after the other; half of them within ${share(bridge, 0.5).toFixed(3)} ms; ${TOGETHER} at once: ${perSecond} requests/s`,
    };
  },
};

async function openBridge({ onEnd }: BenchContext): Promise<TerminalLink> {
  const timers = systemTimers;
  const listener = await listenOnTcp({ port: 0, timers });
  const link = createTerminalLink({
    listener,
    timers,
    token: TEST_TOKEN,
    account: null,
    notify() {},
  });
  onEnd(() => link.close());
  const isThere = new Promise<void>((resolve) => {
    link.onState(({ kind }) => kind === 'connected' && resolve());
  });
  const socket = await dial(Number(listener.address.split(':')[1]));
  onEnd(() => void socket.destroy());
  dialAsExpert(socketWire(socket, timers), timers, {
    remembers: false,
    answer({ head }, expert) {
      if (head.t === 'halt') expert.send('ok', { halted: true }, { re: head.id });
      if (head.t === 'hb') expert.send('hb', {});
    },
  });
  await isThere;
  return link;
}

async function ask(link: TerminalLink): Promise<void> {
  const outcome = await link.request('halt', {});
  if (outcome.kind !== 'ok') throw new Error(`the bridge answered ${JSON.stringify(outcome)}`);
}

async function openEcho({ onEnd }: BenchContext): Promise<() => Promise<void>> {
  const server = createServer({ noDelay: true }, (socket) => socket.pipe(socket));
  server.listen(0, HOST);
  await once(server, 'listening');
  onEnd(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the echo has no port');
  const socket = await dial(address.port);
  onEnd(() => void socket.destroy());
  return () =>
    new Promise((resolve) => {
      socket.once('data', () => resolve());
      socket.write(QUESTION);
    });
}

async function dial(port: number): Promise<Socket> {
  const socket = connect({ port, host: HOST, noDelay: true });
  await once(socket, 'connect');
  return socket;
}

async function timed(call: () => Promise<void>): Promise<number> {
  const startedAt = performance.now();
  await call();
  return performance.now() - startedAt;
}

/** The time within which this share of the calls is answered, the first ones left out. */
function share(times: readonly number[], part: number): number {
  const sorted = times.slice(WARM_UP).sort((a, b) => a - b);
  return sorted[Math.ceil(sorted.length * part) - 1] ?? Number.NaN;
}
