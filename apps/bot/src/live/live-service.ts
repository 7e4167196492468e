import type { AccountInput } from '@quorate/contract/trade-sync';
import type { Instrument } from '@quorate/trading/account/instrument';
import type { Rates } from '@quorate/trading/account/rates';
import { valuationOf } from '@quorate/trading/account/valuation';
import type { LoopEvent } from '@quorate/trading/loop/trading-loop-events';
import type { CandleSeries } from '@quorate/trading/market/candle';
import { moneyToNumber } from '@quorate/values/money';
import { BotFault } from '../bot-fault.ts';
import type { RunJournal } from '../journal/run-journal.ts';
import type { Output } from '../report/output.ts';
import { watchOutcomes } from '../run/outcome-watch.ts';
import type { StopSignal } from '../run/stop-signal.ts';
import { createHeartbeats } from '../service/heartbeat.ts';
import type { Session } from '../service/session.ts';
import { createOutcomeSync } from '../sync/outcome-sync.ts';
import { createTradeSync } from '../sync/trade-sync.ts';
import type { Timers } from '../timers.ts';
import { VERSION } from '../version.ts';
import { createHistorySync } from './history-sync.ts';
import type { LiveJournal } from './live-journal.ts';
import { createLiveOwner } from './live-owner.ts';
import type { LiveRun } from './live-run.ts';

type LiveServiceDeps = Readonly<{
  session: Pick<Session, 'call' | 'callOnce'>;
  run: LiveRun;
  journal: LiveJournal;
  /** What the service has acknowledged. */
  runJournal: RunJournal;
  account: AccountInput;
  timers: Timers;
  sleep(ms: number, signal: AbortSignal): Promise<void>;
  random(): number;
  output: Output;
  stop: StopSignal;
}>;

/** What joins a live run to the service: heartbeats and commands, trades, and what became of decisions. */
export type LiveService = Readonly<{
  owner: ReturnType<typeof createLiveOwner>;
  hear(event: LoopEvent): void;
  /** The series that decisions are followed on from now on. */
  follow(series: readonly CandleSeries[], instruments: readonly Instrument[], rates: Rates): void;
  begin(): void;
  end(): Promise<void>;
}>;

/** Deals are told to the service soon; the whole window is looked through at each bar. */
const SYNC_MS = 1_000;
const CYCLE_MS = 60_000;

/** @param runId one life of the account's journal */
export function createLiveService(deps: LiveServiceDeps, runId: string): LiveService {
  const { run, journal, runJournal, account, timers, output, stop, session } = deps;
  const { terminal, halt, serverClock } = run;
  const notify = output.line;
  // Nobody waits for the service while positions are open; what it has not heard is told later.
  const patient: StopSignal = { reason: stop.reason, stop() {}, interrupted: stop.interrupted };
  const shared = { session, journal: runJournal, clock: timers, stop: patient };
  const trades = createTradeSync({ ...shared, account });
  const outcomes = createOutcomeSync({ ...shared, notify });
  const history = createHistorySync({
    feed: terminal.feed,
    journal,
    records: terminal.records,
    serverClock,
    timers,
    sync: trades,
    notify,
  });
  const owner = createLiveOwner({
    journal,
    timers,
    halt,
    digitsOf: (symbol) => terminal.terms().specs.get(symbol)?.digits ?? 5,
  });
  let figures: { equity: number; balance: number } | null = null;
  let openPositions = 0;
  const heartbeats = createHeartbeats({
    session,
    journal: runJournal,
    owner,
    clock: timers,
    sleep: deps.sleep,
    random: deps.random,
    notify,
    account,
    runId,
    version: VERSION,
    status: () => ({
      equity: figures?.equity ?? null,
      balance: figures?.balance ?? null,
      openPositions,
    }),
  });
  let watches = new Map<string, (event: LoopEvent) => void>();
  let cycleDue = true;
  let cycledAt = 0;
  let ended = false;
  let working: Promise<void> = Promise.resolve();
  let stopWatching = () => {};

  async function look(): Promise<void> {
    if (terminal.isReady()) {
      const { equity, balance } = await terminal.broker.account();
      figures = { equity: moneyToNumber(equity), balance: moneyToNumber(balance) };
      const open = (await terminal.broker.ownPositions())?.length ?? openPositions;
      if (open !== openPositions) heartbeats.nudge();
      openPositions = open;
      if (cycleDue || timers.now() - cycledAt >= CYCLE_MS) {
        cycleDue = (await history.cycle()) === null;
        cycledAt = timers.now();
      }
    }
    try {
      if (trades.waiting() > 0) await trades.flush();
      if (outcomes.isDue()) await outcomes.flush();
    } catch (error) {
      if (!(error instanceof BotFault) || error.code !== 'service_refused') throw error;
      notify(error.message);
    }
  }

  function beat(): void {
    if (ended) return;
    if (heartbeats.isSignedOut()) {
      ended = true;
      stop.stop({ kind: 'signed-out' });
      return;
    }
    if (owner.acknowledged().length > 0) heartbeats.nudge();
    working = look()
      .catch((error: unknown) => notify(error instanceof Error ? error.message : String(error)))
      .finally(() => void timers.after(SYNC_MS, beat));
  }

  return {
    owner,
    hear(event) {
      if (event.kind === 'bar' || event.kind === 'deal') cycleDue = true;
      watches.get(event.symbol)?.(event);
    },
    follow(series, instruments, rates) {
      watches = new Map();
      for (const [at, bars] of series.entries()) {
        const instrument = instruments[at];
        const valuation = instrument && valuationOf(instrument, terminal.terms().currency, rates);
        if (!instrument || !valuation || valuation.kind === 'denied') continue;
        const watch = watchOutcomes({ series: bars, instrument, valuation }, (outcome) =>
          outcomes.add(outcome, bars),
        );
        watches.set(bars.symbol, watch);
      }
    },
    begin() {
      heartbeats.start();
      stopWatching = watchForSleep(timers, () => heartbeats.wake());
      beat();
    },
    async end() {
      ended = true;
      stopWatching();
      await working;
      if (stop.reason() !== null && !stop.interrupted.aborted) await trades.flush();
      await heartbeats.end();
    },
  };
}

const TICK_MS = 1_000;
/** A tick that is later than this: the computer slept, or was as good as asleep. */
const LATE_MS = 5_000;

/**
 * Tells when the computer has slept: its timers and connections stood still, and nobody has told them.
 *
 * @returns how to end it
 */
export function watchForSleep(timers: Timers, onResume: () => void): () => void {
  let last = timers.now();
  let cancel = timers.after(TICK_MS, tick);

  function tick(): void {
    const now = timers.now();
    const slept = now - last > TICK_MS + LATE_MS;
    last = now;
    cancel = timers.after(TICK_MS, tick);
    if (slept) onResume();
  }

  return () => cancel();
}
