import type { BrokerEvent } from '@quorate/trading/loop/ports';
import type { BrokerBench } from '@quorate/trading/testing/broker-bench';
import { anInstrument, aSeries, MONDAY, type Row } from '@quorate/trading/testing/builders';
import { openLiveJournal } from '../../../live/live-journal.ts';
import { createLiveTerminal } from '../../../live/live-terminal.ts';
import { createServerClock } from '../../../live/server-clock.ts';
import { createTerminalLink } from '../../bridge/terminal-link.ts';
import { createManualTimers, type ManualTimers } from '../../bridge/testing/manual-timers.ts';
import { createMemoryListener } from '../../bridge/testing/memory-wires.ts';
import { type SymbolTerms, symbolTerms } from '../../simulator/market/symbol-terms.ts';
import type { SimulatedAccount } from '../../simulator/server/account.ts';
import {
  createSimulatedTerminal,
  type SimulatedTerminal,
} from '../../simulator/simulated-terminal.ts';

const TOKEN = 'c3'.repeat(32);

/** A terminal's broker on a bench: what a bar says arrives as four ticks, its low before its high. */
export type TerminalBench = BrokerBench &
  Readonly<{ terminal: SimulatedTerminal; timers: ManualTimers }>;

export async function openTerminalBench(
  account: Partial<SimulatedAccount> = {},
  terms: Partial<SymbolTerms> = {},
): Promise<TerminalBench> {
  const timers = createManualTimers(MONDAY);
  const listener = createMemoryListener(timers);
  const journal = openLiveJournal(null);
  const notify = () => {};
  const link = createTerminalLink({ listener, timers, token: TOKEN, account: null, notify });
  const quiet = { commissionPerLot: 350, swapLong: 0, swapShort: 0, spread: 10 };
  const terminal = createSimulatedTerminal({
    timers,
    token: TOKEN,
    symbols: [symbolTerms('EURUSD', { ...quiet, ...terms })],
    account,
    connect: () => listener.dial().terminal,
  });
  terminal.tick('EURUSD', 110_200, 110_210);
  const live = createLiveTerminal({
    link,
    journal,
    timers,
    serverClock: createServerClock({ ...journal, notify }),
    magic: 7_420_001,
    symbols: ['EURUSD'],
    timeframe: 'H1',
    wrongAccount: () => null,
    notify,
  });
  link.onEvent((event) => event.name === 'deal' && live.feed.hint());
  live.start();
  await timers.advance(2_000);
  const { broker } = live;
  const wait = <T>(answer: T | Promise<T>) => timers.until(Promise.resolve(answer), 60_000);
  const series = aSeries([[1, 1, 1, 1]]);
  let last = 110_200;

  async function tick(bid: number, spread: number): Promise<void> {
    terminal.tick('EURUSD', bid, bid + spread);
    last = bid;
    await timers.advance(1_000);
  }

  /** Within a bar a price passes every level on its way; only between bars it jumps. */
  async function levelsTo(bid: number, spread: number): Promise<readonly number[]> {
    const levels = (await wait(broker.positions())).flatMap(({ side, stopLoss, takeProfit }) =>
      [stopLoss, takeProfit]
        .filter((price) => price !== null)
        .map(({ points }) => (side === 'BUY' ? points : points - spread)),
    );
    const [from, to] = [Math.min(last, bid), Math.max(last, bid)];
    const passed = levels.filter((level) => level > from && level < to);
    return passed.toSorted((a, b) => (bid > last ? a - b : b - a));
  }

  async function bar([open, high, low, close, spread = 10]: Row): Promise<readonly BrokerEvent[]> {
    await tick(open, spread);
    for (const bid of [low, high, close]) {
      for (const level of await levelsTo(bid, spread)) await tick(level, spread);
      await tick(bid, spread);
    }
    return wait(broker.barClosed(series, 0));
  }

  return {
    terminal,
    timers,
    instrument: anInstrument(),
    broker: {
      account: () => wait(broker.account()),
      positions: () => wait(broker.positions()),
      place: (order) => wait(broker.place(order)),
      close: (ticket, part, by) => wait(broker.close(ticket, part, by)),
      modify: (ticket, levels) => wait(broker.modify(ticket, levels)),
      barClosed: () => wait(broker.barClosed(series, 0)),
    },
    bar,
    silence: (hours) => void timers.advance(hours * 3_600_000),
    crossedBar: ([open, high, low, close]) => bar([open, high, low, close, -1]),
  };
}
