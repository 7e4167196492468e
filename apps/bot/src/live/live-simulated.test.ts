import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderKeyFromHash } from '@quorate/trading/account/order';
import type { LoopEvent } from '@quorate/trading/loop/trading-loop-events';
import { DEFAULT_RISK_SETTINGS } from '@quorate/trading/risk/rules';
import { instantFromIso } from '@quorate/values/instant';
import type { TerminalBar } from '../mt5/bridge/records.ts';
import { createTerminalLink } from '../mt5/bridge/terminal-link.ts';
import { createManualTimers } from '../mt5/bridge/testing/manual-timers.ts';
import { createMemoryListener } from '../mt5/bridge/testing/memory-wires.ts';
import { createSimulatedTerminal } from '../mt5/simulator/simulated-terminal.ts';
import { openLiveJournal } from './live-journal.ts';
import { createLiveRun } from './live-run.ts';

const TOKEN = 'c3'.repeat(32);
const MAGIC = 7_420_001;
const START = instantFromIso('2025-01-08T10:00:00Z');

/** Rising bars that end now, on the server's clock (UTC + 2 h in January). */
function bars(): TerminalBar[] {
  const newest = START / 1_000 + 2 * 3_600 - 60;
  return Array.from({ length: 200 }, (_, at) => {
    const level = 100_000 + at * 90;
    return [newest - (199 - at) * 60, level, level + 120, level - 30, level + 90, 100, 10];
  });
}

test('the whole way: a terminal dials in over the bridge, a bar closes, an order is filled and its deal taken in', async () => {
  const timers = createManualTimers(START);
  const listener = createMemoryListener(timers);
  const lines: string[] = [];
  const link = createTerminalLink({
    listener,
    timers,
    token: TOKEN,
    account: null,
    notify: (line) => lines.push(line),
  });
  const terminal = createSimulatedTerminal({
    timers,
    token: TOKEN,
    magic: MAGIC,
    connect: () => listener.dial().terminal,
  });
  terminal.loadBars('EURUSD', 'M1', bars());
  terminal.tick('EURUSD', 118_000, 118_010);
  const journal = openLiveJournal(null);
  const stopping = new AbortController();
  const run = createLiveRun(
    { link, journal, timers, notify: (line) => lines.push(line) },
    {
      symbols: ['EURUSD'],
      timeframe: 'M1',
      magic: MAGIC,
      riskOf: () => DEFAULT_RISK_SETTINGS,
      wrongAccount: () => null,
    },
  );
  const events: LoopEvent[] = [];
  const trading = run.begin(stopping.signal).then(() =>
    run.trade(
      {
        decisions: {
          decide: ({ snapshot }) => ({
            kind: 'decision',
            decisionId: snapshot.as_of,
            orderKey: orderKeyFromHash('00443214c74254b6'),
            action: 'BUY',
            pUp: 0.6,
            stopLossAtr: 2,
            takeProfitAtr: 4,
            reason: 'the test says so',
          }),
        },
        owner: { orders: () => ({ entriesOff: run.halt.halted(), closeAll: false }), closed() {} },
        hear: (event) => events.push(event),
      },
      stopping.signal,
    ),
  );
  await timers.advance(5_000);
  assert.equal(run.terminal.isReady(), true, lines.join('\n'));
  await timers.advance(55_000);
  terminal.tick('EURUSD', 118_090, 118_100);
  terminal.closeBar('EURUSD', 'M1');
  await timers.advance(5_000);
  assert.deepEqual(
    events.map(({ kind }) => kind).filter((kind) => kind !== 'bar'),
    // The first bar is one with nothing to ask about.
    ['quiet', 'decision', 'order', 'deal', 'trade-opened', 'limits'],
  );
  const [position] = (await timers.until(run.terminal.broker.ownPositions())) ?? [];
  assert.ok(position?.sl);

  terminal.restart(1_000);
  const closed = timers.until(run.halt.flatten('command'), 60_000);
  assert.equal((await closed).length, 1);
  await timers.advance(5_000);
  const [ended, ...more] = events.filter((event) => event.kind === 'trade-closed');
  assert.deepEqual([ended?.trade.exitReason, more.length], ['flattened', 0]);
  stopping.abort();
  await timers.advance(2_000);
  await trading;
  run.end();
  terminal.close();
  await link.close();
});
