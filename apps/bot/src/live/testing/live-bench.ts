import { createHash } from 'node:crypto';
import type { WatchedOutcome } from '@quorate/run/outcome-watch';
import { orderKeyFromHash } from '@quorate/trading/account/order';
import type { DecisionSource, Owner } from '@quorate/trading/loop/ports';
import type { LoopEvent } from '@quorate/trading/loop/trading-loop-events';
import { serverTimeMs } from '@quorate/trading/market/new-york-clock';
import { DEFAULT_RISK_SETTINGS, type RiskSettings } from '@quorate/trading/risk/rules';
import type { Timers } from '../../timers.ts';
import { followOutcomes } from '../follow-outcomes.ts';
import { type LiveJournal, openLiveJournal } from '../live-journal.ts';
import { createLiveRun, type LiveRun } from '../live-run.ts';
import { createLiveTime, type LiveTime } from './live-time.ts';
import { createScriptedTerminal, type ScriptedTerminal } from './scripted-terminal.ts';

/** One life of a bot on the bench. */
export type BenchLife = Readonly<{
  run: LiveRun;
  kill(): void;
  stop(): Promise<void>;
  lines: string[];
}>;

/** An account on a scripted terminal, and bots that live and die on it. */
export type LiveBench = {
  time: LiveTime;
  terminal: ScriptedTerminal;
  journal: LiveJournal;
  events: LoopEvent[];
  /** What was told of decisions, as it stood then. */
  outcomes: WatchedOutcome[];
  /** When the bars closed that the loop has walked. */
  bars: number[];
  /** What the next bars are answered with; HOLD where nothing is there. */
  wanted: ('BUY' | 'SELL')[];
  start(
    risk?: Partial<RiskSettings>,
    changes?: { maxBars?: number; wrongAccount?: () => string | null },
  ): BenchLife;
  /** Lets the next bar close, 90 points above the last. */
  bar(): Promise<void>;
  /** How long a decision takes. */
  thinkMs: number;
};

const MAGIC = 7_420_001;
const WARM_UP = 200;

export function openLiveBench(
  options: {
    terminal?: Parameters<typeof createScriptedTerminal>[1];
    /** An account that is there already, at its time; the journal begins again. */
    account?: ScriptedTerminal;
    at?: LiveTime;
  } = {},
): LiveBench {
  const time = options.at ?? createLiveTime();
  const terminal = options.account ?? createScriptedTerminal(time, options.terminal);
  const journal = openLiveJournal(null);
  const events: LoopEvent[] = [];
  if (!options.account) warmUp(terminal, time);

  const bench: LiveBench = {
    time,
    terminal,
    journal,
    events,
    outcomes: [],
    bars: [],
    wanted: [],
    thinkMs: 0,
    start(risk = {}, changes = {}) {
      let dead = false;
      // A killed process does nothing any more: none of its timers runs, no request comes back.
      const timers: Timers = {
        now: time.now,
        after: (ms, run) => time.after(ms, () => dead || run()),
      };
      const link = terminal.link();
      const lines: string[] = [];
      const stopping = new AbortController();
      const run = createLiveRun(
        { link, journal, timers, notify: (line) => lines.push(line) },
        {
          symbols: ['EURUSD'],
          timeframe: terminal.timeframe,
          magic: MAGIC,
          riskOf: (symbols) => ({ ...DEFAULT_RISK_SETTINGS, allowedSymbols: symbols, ...risk }),
          wrongAccount: () => null,
          ...changes,
        },
      );
      const owner: Owner = {
        orders: () => ({ entriesOff: run.halt.halted(), closeAll: false }),
        closed() {},
      };
      const followed = followOutcomes({
        journal,
        currency: () => run.terminal.terms().currency,
        changed(outcome) {
          if (!dead) bench.outcomes.push({ ...outcome });
        },
      });
      const hear = (event: LoopEvent) => {
        if (dead) return;
        followed.hear(event);
        events.push(event);
        if (event.kind === 'bar') bench.bars.push(event.asOf);
      };
      const trading = (async () => {
        await run.begin(stopping.signal);
        await run.trade(
          { decisions: decisionsAt(timers), owner, began: followed.follow, hear },
          stopping.signal,
        );
      })();
      trading.catch((error: unknown) => {
        if (!dead && !stopping.signal.aborted) throw error;
      });
      return {
        run,
        lines,
        kill() {
          dead = true;
          link.kill();
          run.end();
          stopping.abort();
        },
        async stop() {
          stopping.abort();
          await time.pass(2_000);
          await trading.catch(() => {});
          run.end();
          await link.close();
        },
      };
    },
    async bar() {
      const closes = ((terminal.bars.at(-1)?.[0] ?? 0) + 2 * terminal.barSeconds) * 1_000;
      await time.pass(Math.max(0, closes - serverTimeMs(time.now())));
      const prices = rising(terminal.bars.length);
      terminal.tick(prices[3]);
      terminal.closeBar(prices);
      await time.pass(1_000);
    },
  };

  const decisionsAt = (timers: Timers): DecisionSource => ({
    async decide({ snapshot }) {
      const action = bench.wanted.shift() ?? 'HOLD';
      const hash = createHash('sha256').update(snapshot.as_of).digest('hex');
      if (bench.thinkMs > 0)
        await new Promise<void>((resolve) => void timers.after(bench.thinkMs, resolve));
      return {
        kind: 'decision',
        decisionId: snapshot.as_of,
        orderKey: orderKeyFromHash(hash),
        action,
        pUp: 0.6,
        stopLossAtr: action === 'HOLD' ? null : 2,
        takeProfitAtr: action === 'HOLD' ? null : 4,
        reason: 'the bench says so',
      };
    },
  });
  return bench;
}

/** Bars that lie before now. */
function warmUp(terminal: ScriptedTerminal, time: LiveTime): void {
  for (let at = 0; at < WARM_UP; at += 1) terminal.closeBar(rising(at));
  const newest = Math.floor(serverTimeMs(time.now()) / 1_000) - terminal.barSeconds;
  for (const [at, bar] of terminal.bars.entries())
    bar[0] = newest - (WARM_UP - 1 - at) * terminal.barSeconds;
  terminal.tick(rising(WARM_UP)[0]);
}

/** A market that rises by 90 points a bar, so that every bar is worth a question. */
function rising(at: number): [number, number, number, number] {
  const level = 100_000 + at * 90;
  return [level, level + 120, level - 30, level + 90];
}
