import { defaultRuleSet } from '@quorate/trading/governor/presets';
import { DEFAULT_RISK_SETTINGS } from '@quorate/trading/risk/rules';
import { instantFromIso } from '@quorate/values/instant';
import { createTerminalLink } from '../../mt5/bridge/terminal-link.ts';
import { createManualTimers } from '../../mt5/bridge/testing/manual-timers.ts';
import { createMemoryListener } from '../../mt5/bridge/testing/memory-wires.ts';
import { createSimulatedTerminal } from '../../mt5/simulator/simulated-terminal.ts';
import type { LiveJournal } from '../live-journal.ts';
import { createLiveRun } from '../live-run.ts';

const TOKEN = 'c3'.repeat(32);
const MAGIC = 7_420_001;
/** When its market opens: a Wednesday. */
export const START = instantFromIso('2025-01-08T10:00:00Z');
/** The rules of its bots: 5% a day, 10% a week and in total. */
export const FIVE = defaultRuleSet(5, 10, 10, null);

/** An account with 10,000 dollars on the simulated terminal, and governed bots that come and go. */
export function openGovernedStage() {
  const timers = createManualTimers(START);
  let listener = createMemoryListener(timers);
  const terminal = createSimulatedTerminal({
    timers,
    token: TOKEN,
    magic: MAGIC,
    connect: () => listener.dial().terminal,
  });
  const newest = START / 1_000 + 2 * 3_600 - 60;
  terminal.loadBars(
    'EURUSD',
    'M1',
    Array.from({ length: 200 }, (_, at) => [
      newest - (199 - at) * 60,
      110_200,
      110_220,
      110_180,
      110_200,
      100,
      10,
    ]),
  );
  terminal.tick('EURUSD', 110_200, 110_210);

  async function start(journal: LiveJournal) {
    listener = createMemoryListener(timers);
    const link = createTerminalLink({ listener, timers, token: TOKEN, account: null, notify() {} });
    const stopping = new AbortController();
    const lines: string[] = [];
    const run = createLiveRun(
      { link, journal, timers, notify: (line) => void lines.push(line) },
      {
        symbols: ['EURUSD'],
        timeframe: 'M1',
        magic: MAGIC,
        riskOf: (symbols) => ({ ...DEFAULT_RISK_SETTINGS, allowedSymbols: symbols }),
        wrongAccount: () => null,
        governed: { own: () => FIVE, initialMinor: null, closesHandPositions: true },
      },
    );
    const asked: boolean[] = [];
    const trading = run.begin(stopping.signal).then(() =>
      run.trade(
        {
          decisions: {
            decide: () => {
              asked.push(true);
              return { kind: 'unavailable', code: 'test', message: 'nobody decides' };
            },
          },
          owner: { orders: () => ({ entriesOff: false, closeAll: false }), closed() {} },
          hear() {},
        },
        stopping.signal,
      ),
    );
    trading.catch(() => {});
    terminal.cut();
    await timers.advance(20_000);
    await minute();
    return {
      run,
      lines,
      async end() {
        stopping.abort();
        await timers.advance(2_000);
        run.end();
        await link.close();
      },
    };
  }

  async function minute(): Promise<void> {
    await timers.advance(60_000 - (timers.now() % 60_000));
    terminal.tick('EURUSD', 110_200, 110_210);
    terminal.closeBar('EURUSD', 'M1');
    await timers.advance(3_000);
  }
  return { timers, terminal, start, minute };
}
