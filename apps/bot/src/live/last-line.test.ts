import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LastLine } from '@quorate/trading/loop/ports';
import { HOUR_MS, instant } from '@quorate/values/instant';
import { currencyOf } from '@quorate/values/money';
import { createTerminalLink } from '../mt5/bridge/terminal-link.ts';
import { createManualTimers } from '../mt5/bridge/testing/manual-timers.ts';
import { createMemoryListener } from '../mt5/bridge/testing/memory-wires.ts';
import { createLineFile } from '../mt5/simulator/expert/last-line.ts';
import { createSimulatedTerminal } from '../mt5/simulator/simulated-terminal.ts';
import { byHand } from '../mt5/simulator/testing/by-hand.ts';
import { createLastLineKeeper } from './last-line.ts';
import { openLiveJournal } from './live-journal.ts';
import { createLiveTime } from './testing/live-time.ts';
import { createScriptedTerminal } from './testing/scripted-terminal.ts';

const TOKEN = 'c3'.repeat(32);
const USD = currencyOf('USD');

function line(floorMinor: number, changes: Partial<LastLine> = {}): LastLine {
  return { seq: 1, floorMinor, bufferMinor: 1_000, entriesOff: false, until: null, ...changes };
}

/** A keeper whose rules begin a day at each hour, on a simulated terminal. */
async function open(options: { lineFile?: ReturnType<typeof createLineFile> } = {}) {
  const timers = createManualTimers();
  const listener = createMemoryListener(timers);
  const journal = openLiveJournal(null);
  const lines: string[] = [];
  const notify = (text: string) => void lines.push(text);
  const link = createTerminalLink({
    listener,
    timers,
    token: TOKEN,
    account: null,
    notify: () => {},
  });
  const lineFile = options.lineFile ?? createLineFile();
  const terminal = createSimulatedTerminal({
    timers,
    token: TOKEN,
    lineFile,
    alwaysOpen: true,
    connect: () => listener.dial().terminal,
  });
  terminal.tick('EURUSD', 110_200, 110_210);
  const begin = () =>
    createLastLineKeeper({
      link,
      journal,
      timers,
      currency: () => USD,
      closesHandPositions: true,
      nextTurn: (after) => instant((Math.floor(after / HOUR_MS) + 1) * HOUR_MS),
      lockEnds: (at) => instant((Math.floor(at / HOUR_MS) + 1) * HOUR_MS),
      notify,
    });
  const keeper = begin();
  link.onEvent(keeper.hear);
  await timers.advance(1_000);
  const wait = <T>(promise: Promise<T>) => timers.until(promise, 60_000);
  return { timers, journal, lines, terminal, keeper, begin, wait, lineFile };
}

test('a line is handed over, and a lower floor only once a day of the rules has begun', async () => {
  const { keeper, wait, timers, lines } = await open();
  await wait(keeper.guard(line(950_000)));
  assert.equal(keeper.held()?.floor, '9500.00');
  await wait(keeper.guard(line(940_000, { seq: 2, bufferMinor: 2_000 })));
  assert.deepEqual([keeper.held()?.floor, keeper.held()?.buffer], ['9500.00', '20.00']);
  assert.match(
    lines.join('\n'),
    /holds a higher floor \(9500\.00\) than the bot counts \(9400\.00\)/,
  );
  await timers.advance(HOUR_MS);
  await wait(keeper.guard(line(940_000, { seq: 3 })));
  assert.equal(keeper.held()?.floor, '9400.00');
});

test('a deposit or a rebase lowers it at once, and only once', async () => {
  const { keeper, wait } = await open();
  await wait(keeper.guard(line(950_000)));
  keeper.allow('cash_flow');
  await wait(keeper.guard(line(900_000, { seq: 2 })));
  assert.equal(keeper.held()?.floor, '9000.00');
  await wait(keeper.guard(line(890_000, { seq: 3 })));
  assert.equal(keeper.held()?.floor, '9000.00');
});

test('a bot that was installed again keeps to the floor that the terminal holds', async () => {
  const before = await open();
  await before.wait(before.keeper.guard(line(950_000, { seq: 70 })));
  const after = await open({ lineFile: before.lineFile });
  await after.wait(after.keeper.guard(line(900_000)));
  assert.equal(after.keeper.held()?.floor, '9500.00');
  assert.equal(after.keeper.held()?.number, 70);
});

test('what was closed keeps entries off until the rules say otherwise', async () => {
  const { keeper, wait, timers, terminal, lines } = await open();
  byHand(terminal).open({ symbol: 'EURUSD', side: 'BUY', lots: '0.10' });
  await wait(keeper.guard(line(998_000)));
  terminal.tick('EURUSD', 110_080, 110_090);
  await timers.advance(1_000);
  assert.equal(terminal.server().positions().length, 0);
  assert.match(keeper.refusal() ?? '', /closed everything at an equity of/);
  assert.match(lines.join('\n'), /The last line in the terminal: the equity is at the last line/);
  await wait(keeper.guard(line(998_000, { seq: 2 })));
  assert.notEqual(keeper.refusal(), null);
  await timers.advance(HOUR_MS);
  await wait(keeper.guard(line(940_000, { seq: 3 })));
  assert.equal(keeper.refusal(), null);
});

test('a floor that trails rises in the terminal while the bot is away, and the bot learns of the peak', async () => {
  const { keeper, wait, timers, terminal } = await open();
  const trail = { peakMinor: 1_000_000, keptShare: 1, lessMinor: 10_000, mostMinor: null };
  byHand(terminal).open({ symbol: 'EURUSD', side: 'BUY', lots: '1.00' });
  await wait(keeper.guard(line(990_000, { trail, bufferMinor: 0 })));
  assert.equal(keeper.takePeak(), null);
  terminal.tick('EURUSD', 110_300, 110_310);
  await timers.advance(1_000);
  await wait(keeper.reconnected());
  const peak = keeper.takePeak() ?? 0;
  assert.ok(peak > 1_008_000 && peak < 1_010_000, `${peak}`);
  assert.equal(keeper.takePeak(), null);
  assert.equal(keeper.held()?.floor, '9900.00');
  assert.equal(keeper.held()?.risen, ((peak - 10_000) / 100).toFixed(2));
  // A bot that counts a lower peak takes nothing back.
  await wait(keeper.guard(line(990_500, { seq: 2, trail, bufferMinor: 0 })));
  assert.equal(keeper.held()?.peak, (peak / 100).toFixed(2));
  terminal.tick('EURUSD', 110_210, 110_220);
  await timers.advance(1_000);
  assert.equal(terminal.server().positions().length, 0);
  assert.match(keeper.refusal() ?? '', /closed everything/);
});

test('money that moves begins a new peak', async () => {
  const { keeper, wait, terminal, timers } = await open();
  const trail = { peakMinor: 1_000_000, keptShare: 0.9, lessMinor: 0, mostMinor: 950_000 };
  byHand(terminal).open({ symbol: 'EURUSD', side: 'BUY', lots: '1.00' });
  await wait(keeper.guard(line(900_000, { trail })));
  terminal.tick('EURUSD', 110_300, 110_310);
  await timers.advance(1_000);
  keeper.allow('cash_flow');
  await wait(keeper.reconnected());
  assert.equal(keeper.takePeak(), null);
  await wait(keeper.guard(line(880_000, { seq: 2, trail: { ...trail, peakMinor: 980_000 } })));
  // The expert goes on from its equity of now.
  await timers.advance(1_000);
  await wait(keeper.reconnected());
  assert.ok((keeper.takePeak() ?? 0) > 1_000_000);
});

test('a guard that finds no terminal is handed over when one is there', async () => {
  const { keeper, wait, timers, terminal } = await open();
  terminal.restart(20_000);
  await timers.advance(100);
  await wait(keeper.guard(line(950_000)));
  await timers.advance(60_000);
  await wait(keeper.reconnected());
  assert.equal(keeper.held()?.floor, '9500.00');
});

test('an expert from before the last line is named, and nothing waits for it', async () => {
  const time = createLiveTime();
  const terminal = createScriptedTerminal(time);
  const lines: string[] = [];
  const keeper = createLastLineKeeper({
    link: terminal.link(),
    journal: openLiveJournal(null),
    timers: time,
    currency: () => USD,
    closesHandPositions: false,
    nextTurn: (after) => instant(after + HOUR_MS),
    lockEnds: () => null,
    notify: (text) => void lines.push(text),
  });
  await keeper.guard(line(950_000));
  await keeper.guard(line(960_000, { seq: 2 }));
  assert.equal(keeper.held(), null);
  assert.equal(lines.length, 1);
  assert.match(lines[0] ?? '', /cannot hold the last line: update it/);
});
