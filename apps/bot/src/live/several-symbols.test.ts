import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderKeyFromBits } from '@quorate/trading/account/order';
import type { LoopEvent } from '@quorate/trading/loop/trading-loop-events';
import { DEFAULT_RISK_SETTINGS } from '@quorate/trading/risk/rules';
import { instantFromIso } from '@quorate/values/instant';
import type { TerminalBar } from '../mt5/bridge/records.ts';
import { createTerminalLink } from '../mt5/bridge/terminal-link.ts';
import { createManualTimers } from '../mt5/bridge/testing/manual-timers.ts';
import { createMemoryListener } from '../mt5/bridge/testing/memory-wires.ts';
import { symbolTerms } from '../mt5/simulator/market/symbol-terms.ts';
import { createSimulatedTerminal } from '../mt5/simulator/simulated-terminal.ts';
import { openLiveJournal } from './live-journal.ts';
import { createLiveRun } from './live-run.ts';

const TOKEN = 'c3'.repeat(32);
const START = instantFromIso('2025-01-08T10:00:00Z');
const SYMBOLS = ['EURUSD', 'GBPUSD', 'XAUUSD'];

function bars(): TerminalBar[] {
  const newest = START / 1_000 + 2 * 3_600 - 60;
  return Array.from({ length: 200 }, (_, at) => {
    const level = 182_000 + at * 90;
    return [newest - (199 - at) * 60, level, level + 120, level - 30, level + 90, 100, 10];
  });
}

test('several symbols are traded at once, each with its own order, and a cut costs none of them a bar', async () => {
  const timers = createManualTimers(START);
  const listener = createMemoryListener(timers);
  const notify = () => {};
  const link = createTerminalLink({ listener, timers, token: TOKEN, account: null, notify });
  const terminal = createSimulatedTerminal({
    timers,
    token: TOKEN,
    symbols: SYMBOLS.map((symbol) => symbolTerms(symbol, { spread: 10 })),
    account: { startMinor: 100_000_000 },
    connect: () => listener.dial().terminal,
  });
  const closeMinute = async (level: number) => {
    await timers.advance(60_000 - (timers.now() % 60_000));
    for (const symbol of SYMBOLS) terminal.tick(symbol, level, level + 10);
    for (const symbol of SYMBOLS) terminal.closeBar(symbol, 'M1');
  };
  for (const symbol of SYMBOLS) {
    terminal.loadBars(symbol, 'M1', bars());
    terminal.tick(symbol, 200_000, 200_010);
  }
  const stopping = new AbortController();
  const run = createLiveRun(
    { link, journal: openLiveJournal(null), timers, notify },
    {
      symbols: SYMBOLS,
      timeframe: 'M1',
      magic: 7_420_001,
      riskOf: () => ({
        ...DEFAULT_RISK_SETTINGS,
        allowedSymbols: SYMBOLS,
        maxCurrencyRiskTrades: null,
      }),
      wrongAccount: () => null,
    },
  );
  const events: LoopEvent[] = [];
  let keys = 0;
  const trading = run.begin(stopping.signal).then(() =>
    run.trade(
      {
        decisions: {
          decide: ({ snapshot }) => {
            keys += 1;
            return {
              kind: 'decision',
              decisionId: `${snapshot.symbol} ${snapshot.as_of}`,
              orderKey: orderKeyFromBits(keys, 0),
              action: 'BUY',
              pUp: 0.6,
              stopLossAtr: 2,
              takeProfitAtr: 4,
              reason: 'the test says so',
            };
          },
        },
        owner: { orders: () => ({ entriesOff: run.halt.halted(), closeAll: false }), closed() {} },
        hear: (event) => events.push(event),
      },
      stopping.signal,
    ),
  );
  await timers.advance(5_000);
  await closeMinute(200_090);
  await timers.advance(5_000);
  const held = terminal.server().positions();
  assert.deepEqual(held.map(({ symbol }) => symbol).toSorted(), SYMBOLS);
  assert.ok(held.every(({ stopLoss }) => stopLoss !== null));
  terminal.cut();
  await closeMinute(200_180);
  await timers.advance(20_000);
  const walked = SYMBOLS.map((each) =>
    events.flatMap(({ kind, symbol, asOf }) => (kind === 'bar' && symbol === each ? [asOf] : [])),
  );
  const [first = []] = walked;
  assert.ok(first.length >= 2 && new Set(first).size === first.length);
  for (const others of walked) assert.deepEqual(others, first);
  assert.equal(terminal.server().positions().length, SYMBOLS.length, 'one position a symbol');
  assert.equal((await timers.until(run.halt.flatten('command'), 60_000)).length, SYMBOLS.length);
  stopping.abort();
  await timers.advance(2_000);
  await trading;
  run.end();
  terminal.close();
  await link.close();
});
