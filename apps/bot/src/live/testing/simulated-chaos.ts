import { createHash } from 'node:crypto';
import { orderKeyFromHash } from '@quorate/trading/account/order';
import type { DecisionSource } from '@quorate/trading/loop/ports';
import type { LoopEvent } from '@quorate/trading/loop/trading-loop-events';
import { createRandom } from '@quorate/trading/market/random';
import type { StoredLimits } from '@quorate/trading/risk/limits-state';
import { DEFAULT_RISK_SETTINGS } from '@quorate/trading/risk/rules';
import { instantFromIso } from '@quorate/values/instant';
import type { TerminalBar } from '../../mt5/bridge/records.ts';
import { createTerminalLink } from '../../mt5/bridge/terminal-link.ts';
import { createManualTimers } from '../../mt5/bridge/testing/manual-timers.ts';
import { createMemoryListener } from '../../mt5/bridge/testing/memory-wires.ts';
import type { Behaviour } from '../../mt5/simulator/server/trade-server.ts';
import { createSimulatedTerminal } from '../../mt5/simulator/simulated-terminal.ts';
import { byHand } from '../../mt5/simulator/testing/by-hand.ts';
import { randomFaults } from '../../mt5/simulator/testing/random-faults.ts';
import type { Timers } from '../../timers.ts';
import { openLiveJournal } from '../live-journal.ts';
import { createLiveRun, type LiveRun } from '../live-run.ts';

/** What a run found; all of `faults` must be 0. */
type SimulatedFindings = Readonly<{
  orders: number;
  deals: number;
  kills: number;
  struck: number;
  faults: Readonly<Record<SimulatedFault, number>>;
}>;

type SimulatedFault =
  | 'duplicateOrders'
  | 'lostOrders'
  | 'lostDeals'
  | 'dealsToldTwice'
  | 'nakedTooLong'
  | 'limitsReset'
  | 'openingsNotCounted'
  | 'cashAsProfit'
  | 'unsettled'
  | 'ended';

const TOKEN = 'c3'.repeat(32);
const MAGIC = 7_420_001;
const START = instantFromIso('2025-01-08T10:00:00Z');
const BARS = 5;
const LOOK_MS = 250;
const NAKED_MS = 5_000;

/**
 * Some minutes of live trading on the simulated terminal and its moody broker, through the real link. The
 * account is a hedging one for even seeds, a netting one for odd ones.
 */
export async function simulatedChaos(seed: number): Promise<SimulatedFindings> {
  const random = createRandom(seed);
  const chance = (share: number) => random() < share;
  const timers = createManualTimers(START);
  const found = { orders: 0, deals: 0, kills: 0, struck: 0 };
  const faults: Record<SimulatedFault, number> = {
    duplicateOrders: 0,
    lostOrders: 0,
    lostDeals: 0,
    dealsToldTwice: 0,
    nakedTooLong: 0,
    limitsReset: 0,
    openingsNotCounted: 0,
    cashAsProfit: 0,
    unsettled: 0,
    ended: 0,
  };
  const journal = openLiveJournal(null);
  const told: string[] = [];
  const wanted: ('BUY' | 'SELL')[] = [];
  let thinkMs = 0;
  let calm = true;
  let quietUntil = 0;
  let paidIn = 0;
  let listener = createMemoryListener(timers);
  const luck = randomFaults(random, { fault: 0.002 + 0.01 * random(), broker: 0.5 });
  const terminal = createSimulatedTerminal({
    timers,
    token: TOKEN,
    magic: MAGIC,
    account: { marginMode: seed % 2 === 0 ? 'hedging' : 'netting' },
    connect: () => listener.dial().terminal,
    faults(step, count) {
      const fault = calm ? undefined : luck.faults(step, count);
      if (fault) found.struck += 1;
      if (fault?.kind === 'stall') quietUntil = Math.max(quietUntil, timers.now() + fault.ms);
      return fault;
    },
  });
  terminal.server().behaviours.always(() => {
    if (calm) return {};
    const behaviour = { ...luck.behaviour(), ...mood() };
    // The expert has one thread: while the broker keeps it waiting nobody can set a stop.
    const { executeAfterMs = 0, answerAfterMs = 0 } = behaviour;
    const kept = timers.now() + Math.max(executeAfterMs, answerAfterMs);
    quietUntil = Math.max(quietUntil, kept);
    return behaviour;
  });

  function mood(): Behaviour {
    if (chance(0.15)) return { dropStops: true };
    return chance(0.15) ? { liquidity: 1 + Math.floor(random() * 20) } : {};
  }

  terminal.loadBars('EURUSD', 'M1', warmUp());
  terminal.tick('EURUSD', 118_000, 118_010);

  function start(): { kill(): void; stop(): Promise<void> } {
    let dead = false;
    const own: Timers = {
      now: timers.now,
      after: (ms, run) => timers.after(ms, () => dead || run()),
    };
    listener = createMemoryListener(timers);
    const mine = listener;
    const link = createTerminalLink({
      listener,
      timers: own,
      token: TOKEN,
      account: null,
      notify() {},
    });
    const stopping = new AbortController();
    const run: LiveRun = createLiveRun(
      { link, journal, timers: own, notify() {} },
      {
        symbols: ['EURUSD'],
        timeframe: 'M1',
        magic: MAGIC,
        riskOf: (symbols) => ({
          ...DEFAULT_RISK_SETTINGS,
          allowedSymbols: symbols,
          maxDailyTrades: 4,
        }),
        wrongAccount: () => null,
      },
    );
    const decisions: DecisionSource = {
      async decide({ snapshot }) {
        const action = wanted.shift() ?? 'HOLD';
        if (thinkMs > 0) await new Promise<void>((resolve) => void own.after(thinkMs, resolve));
        const hash = createHash('sha256').update(snapshot.as_of).digest('hex');
        return {
          kind: 'decision',
          decisionId: snapshot.as_of,
          orderKey: orderKeyFromHash(hash),
          action,
          pUp: 0.6,
          stopLossAtr: action === 'HOLD' ? null : 2,
          takeProfitAtr: action === 'HOLD' ? null : 4,
          reason: 'the chaos says so',
        };
      },
    };
    const hear = (event: LoopEvent) => {
      if (!dead && event.kind === 'deal') told.push(event.deal.ticket);
    };
    const owner = {
      orders: () => ({ entriesOff: run.halt.halted(), closeAll: false }),
      closed() {},
    };
    const trading = run
      .begin(stopping.signal)
      .then(() => run.trade({ decisions, owner, hear }, stopping.signal));
    trading.catch((error: unknown) => {
      if (dead || stopping.signal.aborted) return;
      faults.ended += 1;
      if (process.env.CHAOS_SAYS) console.log(seed, error);
    });
    return {
      kill() {
        dead = true;
        // Nothing that is on its way reaches a process that is no more; the terminal hears the end.
        for (const wires of mine.dialed) wires.hang();
        void mine.close();
        terminal.cut();
        stopping.abort();
        run.end();
      },
      async stop() {
        stopping.abort();
        await timers.advance(3_000);
        run.end();
        await link.close();
      },
    };
  }

  const nakedSince = new Map<string, number>();
  let watching = true;
  let limits: StoredLimits | null = null;
  function look(): void {
    if (!watching) return;
    const now = timers.now();
    const served = terminal.isConnected() && now > quietUntil;
    const open = terminal.server().positions();
    for (const { ticket, stopLoss, magic } of open) {
      if (magic !== MAGIC || stopLoss !== null || !served) nakedSince.delete(ticket);
      else {
        const since = nakedSince.get(ticket) ?? now;
        nakedSince.set(ticket, since);
        if (now - since > NAKED_MS) faults.nakedTooLong += 1;
      }
    }
    for (const ticket of nakedSince.keys())
      if (!open.some((each) => each.ticket === ticket)) nakedSince.delete(ticket);
    const kept = journal.limits();
    if (kept && limits && isSofter(limits, kept)) faults.limitsReset += 1;
    limits = kept;
    timers.after(LOOK_MS, look);
  }

  let life = start();
  look();
  await timers.advance(3_000);
  calm = false;
  for (let bar = 0; bar < BARS; bar += 1) {
    thinkMs = chance(0.3) ? 20_000 : 0;
    if (chance(0.8)) wanted.push(chance(0.5) ? 'BUY' : 'SELL');
    if (chance(0.2)) {
      const minor = Math.round((random() - 0.4) * 500_000);
      paidIn += minor;
      byHand(terminal).deposit(minor);
    }
    if (chance(0.05))
      attempt(() => byHand(terminal).open({ symbol: 'EURUSD', side: 'SELL', lots: '0.60' }));
    if (chance(0.1))
      attempt(() => byHand(terminal).open({ symbol: 'EURUSD', side: 'BUY', lots: '0.01' }));
    if (chance(0.1)) terminal.server().behaviours.refuseStops(10_016, 10_016, 10_016);
    if (chance(0.35)) {
      found.kills += 1;
      timers.after(58_000 + Math.floor(random() * 6_000), () => {
        life.kill();
        life = start();
      });
    }
    const level = 118_000 + bar * 90;
    for (const points of [0, 120, -30]) {
      await timers.advance(15_000);
      terminal.tick('EURUSD', level + points);
    }
    await timers.advance(msToNextMinute(timers.now()));
    terminal.tick('EURUSD', level + 90);
    terminal.closeBar('EURUSD', 'M1');
    await timers.advance(8_000);
    if (chance(0.3)) {
      terminal.tick('EURUSD', chance(0.5) ? 90_000 : 140_000);
      await timers.advance(500);
    }
  }
  calm = true;
  await timers.advance(100_000);
  watching = false;

  const deals = terminal.server().deals();
  const ours = deals.filter(({ position }) =>
    deals.some((deal) => deal.position === position && deal.magic === MAGIC && deal.entry === 'in'),
  );
  const opened = new Set(
    ours.filter(({ magic, entry }) => magic === MAGIC && entry === 'in').map(({ order }) => order),
  ).size;
  const meant = journal
    .entries(0, 100_000)
    .filter(({ kind }) => kind === 'order')
    .map(({ body }) => journal.intent((JSON.parse(body) as { order: { key: string } }).order.key))
    .filter((each) => each?.outcome?.state === 'filled' || each?.outcome?.state === 'partial');
  found.orders = opened;
  found.deals = ours.length;
  faults.duplicateOrders = Math.max(0, opened - meant.length);
  faults.lostOrders = Math.max(0, meant.length - opened);
  faults.lostDeals = ours.filter(({ ticket }) => !journal.isTakenIn(ticket)).length;
  faults.dealsToldTwice = told.length - new Set(told).size;
  faults.unsettled = journal.unsettled().length;
  faults.nakedTooLong += terminal
    .server()
    .positions()
    .filter(({ magic, stopLoss }) => magic === MAGIC && stopLoss === null).length;
  if (journal.limits()?.dayStartMinor !== 1_000_000 + paidIn) faults.cashAsProfit += 1;
  if ((journal.limits()?.openedToday ?? 0) < opened) faults.openingsNotCounted += 1;
  await life.stop();
  terminal.close();
  journal.close();
  return { ...found, faults };
}

/** A market that stands wide open refuses a person, too. */
function attempt(work: () => void): void {
  try {
    work();
  } catch {
    // The broker's mood.
  }
}

function msToNextMinute(now: number): number {
  return 60_000 - (now % 60_000);
}

/** Rising bars that end now, on the server's clock (UTC + 2 h in January). */
function warmUp(): TerminalBar[] {
  const newest = START / 1_000 + 2 * 3_600 - 60;
  return Array.from({ length: 200 }, (_, at) => {
    const level = 100_000 + at * 90;
    return [newest - (199 - at) * 60, level, level + 120, level - 30, level + 90, 100, 10];
  });
}

function isSofter(before: StoredLimits, after: StoredLimits): boolean {
  if (after.day !== before.day) return after.day < before.day;
  return (
    after.openedToday < before.openedToday ||
    (before.dailyLossLatch !== null && after.dailyLossLatch === null) ||
    (before.weeklyLossLatch !== null && after.weeklyLossLatch === null)
  );
}
