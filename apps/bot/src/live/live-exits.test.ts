import assert from 'node:assert/strict';
import { test } from 'node:test';
import { orderKeyFromHash } from '@quorate/trading/account/order';
import { exitSettingsFrom } from '@quorate/trading/exits/exits';
import type { LoopEvent } from '@quorate/trading/loop/trading-loop-events';
import { DEFAULT_RISK_SETTINGS } from '@quorate/trading/risk/rules';
import { instantFromIso } from '@quorate/values/instant';
import type { TerminalBar } from '../mt5/bridge/records.ts';
import { createTerminalLink } from '../mt5/bridge/terminal-link.ts';
import { createManualTimers } from '../mt5/bridge/testing/manual-timers.ts';
import { createMemoryListener } from '../mt5/bridge/testing/memory-wires.ts';
import { createSimulatedTerminal } from '../mt5/simulator/simulated-terminal.ts';
import { type LiveJournal, openLiveJournal } from './live-journal.ts';
import { createLiveRun } from './live-run.ts';

const TOKEN = 'c3'.repeat(32);
const MAGIC = 7_420_001;
const START = instantFromIso('2025-01-08T10:00:00Z');
const FIRST_BID = 118_000;

/** Rising bars that end now, on the server's clock (UTC + 2 h in January). */
function bars(): TerminalBar[] {
  const newest = START / 1_000 + 2 * 3_600 - 60;
  return Array.from({ length: 200 }, (_, at) => {
    const level = 100_000 + at * 90;
    return [newest - (199 - at) * 60, level, level + 120, level - 30, level + 90, 100, 10];
  });
}

/** A market that rises by ten points, and a bot that buys at its first bar and manages what it has. */
function openStage() {
  const timers = createManualTimers(START);
  let listener = createMemoryListener(timers);
  const terminal = createSimulatedTerminal({
    timers,
    token: TOKEN,
    magic: MAGIC,
    connect: () => listener.dial().terminal,
  });
  terminal.loadBars('EURUSD', 'M1', bars());
  let bid = FIRST_BID;
  terminal.tick('EURUSD', bid, bid + 10);
  const events: LoopEvent[] = [];
  let isBought = false;

  async function start(journal: LiveJournal) {
    listener = createMemoryListener(timers);
    const link = createTerminalLink({ listener, timers, token: TOKEN, account: null, notify() {} });
    const stopping = new AbortController();
    const run = createLiveRun(
      { link, journal, timers, notify() {} },
      {
        symbols: ['EURUSD'],
        timeframe: 'M1',
        magic: MAGIC,
        riskOf: () => DEFAULT_RISK_SETTINGS,
        wrongAccount: () => null,
        exits: exitSettingsFrom({ partial_close_after_r: 0.5, break_even_after_r: 1 }),
      },
    );
    const trading = run.begin(stopping.signal).then(() =>
      run.trade(
        {
          decisions: {
            decide({ snapshot }) {
              if (isBought) return { kind: 'unavailable', code: 'test', message: 'one is enough' };
              isBought = true;
              return {
                kind: 'decision',
                decisionId: snapshot.as_of,
                orderKey: orderKeyFromHash('00443214c74254b6'),
                action: 'BUY',
                pUp: 0.6,
                stopLossAtr: 2,
                takeProfitAtr: 8,
                reason: 'the test says so',
              };
            },
          },
          owner: { orders: () => ({ entriesOff: false, closeAll: false }), closed() {} },
          hear: (event) => events.push(event),
        },
        stopping.signal,
      ),
    );
    terminal.cut();
    await timers.advance(20_000);
    return {
      async end() {
        stopping.abort();
        await timers.advance(2_000);
        await trading;
        run.end();
        await link.close();
      },
    };
  }

  /** One bar of six ticks, so many points up or down. */
  async function bar(points: number): Promise<void> {
    const from = bid;
    for (let tick = 1; tick <= 6; tick += 1) {
      bid = from + Math.round((points * tick) / 6);
      terminal.tick('EURUSD', bid, bid + 10);
      await timers.advance(5_000);
    }
    await timers.advance(60_000 - (timers.now() % 60_000));
    terminal.closeBar('EURUSD', 'M1');
    await timers.advance(3_000);
  }
  const managed = () => events.filter((event) => event.kind === 'managed');
  const closed = () => events.filter((event) => event.kind === 'trade-closed');
  return { terminal, start, bar, managed, closed };
}

/** A rise of a good R, with the bot restarted before these bars. */
async function ride(restarts: readonly number[]) {
  const { terminal, start, bar, managed } = openStage();
  const journal = openLiveJournal(null);
  let life = await start(journal);
  await bar(90);
  const opened = terminal.server().positions()[0];
  assert.ok(opened);
  for (let at = 0; at < 6; at += 1) {
    if (restarts.includes(at)) {
      await life.end();
      life = await start(journal);
    }
    await bar(60);
  }
  const [left] = terminal.server().positions();
  await life.end();
  terminal.close();
  return { opened, left, acts: managed().map(({ why, act, message }) => ({ why, act, message })) };
}

test('what is open is managed at the terminal: half is closed once, and the stop follows', async () => {
  const { opened, left, acts } = await ride([]);
  assert.deepEqual(
    acts.map(({ why, act }) => [why, act]),
    [
      ['partial_close', 'part_closed'],
      ['break_even', 'stop_moved'],
    ],
  );
  assert.equal(left?.volume, opened.volume - Math.floor(opened.volume / 2));
  assert.equal(left?.stopLoss, opened.openValue / opened.volume, 'where it was opened');
  assert.equal(left?.takeProfit, opened.takeProfit);
});

test('a stop that the exits have moved ends a trade as managed, also after a restart', async () => {
  const { terminal, start, bar, closed } = openStage();
  const journal = openLiveJournal(null);
  const first = await start(journal);
  await bar(90);
  for (let at = 0; at < 6; at += 1) await bar(60);
  await first.end();
  const again = await start(journal);
  await bar(-600);
  assert.deepEqual(terminal.server().positions(), []);
  assert.deepEqual(
    closed().map(({ trade }) => [
      trade.exitReason,
      trade.stopLoss?.points === trade.openPrice.points,
    ]),
    [['managed', true]],
  );
  await again.end();
  terminal.close();
});

test('a bot that is restarted before any bar, or each, manages as one that never was', async () => {
  const plain = await ride([]);
  for (const restarts of [[0], [1], [2], [3], [4], [5], [0, 1, 2, 3, 4, 5]])
    assert.deepEqual(await ride(restarts), plain, `restarted before ${restarts.join()}`);
});
