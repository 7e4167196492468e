import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { createStopSignal } from '../../run/stop-signal.ts';
import { freePort } from '../../testing/free-port.ts';
import { systemTimers } from '../../timers.ts';
import { printBridgeFile } from '../bridge/bridge-file.ts';
import { listenOnPipe, listenOnTcp, pipeName } from '../bridge/listeners.ts';
import type { EventMessage } from '../bridge/messages.ts';
import { createTerminalLink } from '../bridge/terminal-link.ts';
import { runSimulator, type SimulatorOptions } from './run-simulator.ts';

const TOKEN = '5a'.repeat(32);

async function stage(
  t: TestContext,
  changes: Partial<SimulatorOptions>,
  transport: 'tcp' | 'pipe' = 'tcp',
) {
  const folder = mkdtempSync(join(tmpdir(), 'simulator '));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const port = await freePort();
  const timers = systemTimers;
  const listener = await (transport === 'pipe'
    ? listenOnPipe({ path: pipeName(port), timers })
    : listenOnTcp({ port, timers }));
  const link = createTerminalLink({
    listener,
    timers,
    token: TOKEN,
    account: null,
    notify: () => {},
  });
  t.after(() => link.close());
  const bridgeFile = join(folder, 'bridge.txt');
  writeFileSync(bridgeFile, printBridgeFile({ token: TOKEN, port, transport, magic: 7 }));
  const stop = createStopSignal();
  const lines: string[] = [];
  const output = {
    out: () => {},
    line: (text: string) => void lines.push(text),
    live: () => {},
    isTerminal: false,
  };
  const connected = new Promise<void>((resolve) => {
    link.onState(({ kind }) => kind === 'connected' && resolve());
  });
  const candles = changes.candles === undefined ? null : join(folder, 'EURUSD_M1.csv');
  if (candles && changes.candles) writeFileSync(candles, changes.candles);
  const run = runSimulator(
    { timers: systemTimers, output, stop },
    {
      bridgeFile,
      symbols: ['EURUSD'],
      timeframe: null,
      speed: 1,
      seed: 3,
      account: '123',
      brokerServer: 'Somewhere-Demo',
      ...changes,
      candles,
    },
  );
  await connected;
  return { link, run, stop, lines };
}

test('a walking terminal lets the bot in, has a past, and trades', async (t) => {
  const { link, run, stop, lines } = await stage(t, {});
  const past = await link.request('bars', { symbol: 'EURUSD', tf: 'H1', count: 500 });
  assert.ok(past.kind === 'ok');
  assert.equal(past.answer.bars.length, 500);
  const asked = await link.request('symbols', { symbols: ['EURUSD'] });
  const quote = asked.kind === 'ok' ? asked.answer.symbols[0] : undefined;
  assert.ok(quote);
  const bought = await link.request('order.open', {
    key: 'AAAAAAAAAA',
    exp: systemTimers.now() + 5_000,
    magic: 7,
    symbol: 'EURUSD',
    side: 'BUY',
    lots: '0.10',
    sl: '0.50000',
    tp: null,
    deviation: 200,
    bid: quote.bid,
    ask: quote.ask,
  });
  assert.ok(bought.kind === 'ok', JSON.stringify(bought));
  assert.equal(bought.answer.state, 'filled');
  assert.match(lines.at(-1) ?? '', /^buy 0\.10 EURUSD at /);
  stop.stop({ kind: 'interrupted' });
  assert.equal(await run, 130);
});

test('a candle file is played to its end, its bars as they are in the file', async (t) => {
  const rows = ['time,open,high,low,close,spread'];
  for (let n = 0; n < 20; n += 1) {
    const time = new Date(Date.UTC(2025, 0, 7, 10, n)).toISOString().slice(0, 19);
    const bid = 1.1 + n / 10_000;
    const [open, high, low, close] = [bid, bid + 0.0003, bid - 0.0002, bid + 0.0001];
    rows.push(`${time},${[open, high, low, close].map((each) => each.toFixed(5)).join(',')},12`);
  }
  const bars: string[] = [];
  const hear = (event: EventMessage) => {
    if (event.name === 'bar') bars.push(event.body.bar.slice(1, 5).join(' '));
  };
  const { link, run, lines } = await stage(t, { candles: rows.join('\n'), speed: 1_000 });
  link.onEvent(hear);
  await link.request('subscribe', { symbols: ['EURUSD'], tf: 'M1', ticks: true });
  assert.equal(await run, 0);
  assert.equal(lines.at(-1), 'The candles have ended.');
  const last = await link.request('bars', { symbol: 'EURUSD', tf: 'M1', count: 3 });
  assert.notEqual(last.kind, 'ok', 'the terminal is gone with its candles');
  assert.equal(bars.at(-1), '110190 110220 110170 110200');
  assert.ok(bars.length >= 5, `${bars.length} bars`);
});

test('it dials the named pipe where the bridge file says so', async (t) => {
  // Elsewhere than on Windows its name is a file of the folder at hand.
  const before = process.cwd();
  const folder = mkdtempSync(join(tmpdir(), 'pipe '));
  process.chdir(folder);
  t.after(() => {
    process.chdir(before);
    rmSync(folder, { recursive: true, force: true });
  });
  const { link, run, stop, lines } = await stage(t, {}, 'pipe');
  const asked = await link.request('account', {});
  assert.ok(asked.kind === 'ok', JSON.stringify(asked));
  assert.match(lines[0] ?? '', /dials \\\\\.\\pipe\\quorate-\d+ as account 123/);
  stop.stop({ kind: 'interrupted' });
  assert.equal(await run, 130);
});

test('a bridge file that is not there is named', async () => {
  const stop = createStopSignal();
  const output = { out: () => {}, line: () => {}, live: () => {}, isTerminal: false };
  await assert.rejects(
    runSimulator(
      { timers: systemTimers, output, stop },
      {
        bridgeFile: '/nowhere/bridge.txt',
        symbols: ['EURUSD'],
        candles: null,
        timeframe: null,
        speed: 1,
        seed: 1,
        account: '1',
        brokerServer: 'x',
      },
    ),
    { name: 'BotFault', message: 'The bridge file /nowhere/bridge.txt cannot be read.' },
  );
});
