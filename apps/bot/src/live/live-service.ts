import type { ClosedPosition, CommandKind, CommandResult } from '@quorate/contract/live';
import type { AccountInput } from '@quorate/contract/trade-sync';
import { tradeToWire } from '@quorate/run/wire';
import type { Trade } from '@quorate/trading/account/trade';
import type { LoopEvent } from '@quorate/trading/loop/trading-loop-events';
import { DAY_MS, type Instant, isoFromInstant } from '@quorate/values/instant';
import { moneyToNumber } from '@quorate/values/money';
import { ValueError } from '@quorate/values/value-error';
import { BotFault } from '../bot-fault.ts';
import type { BotDeps } from '../command-line/bot-deps.ts';
import type { RunJournal } from '../journal/run-journal.ts';
import type { TerminalDeal } from '../mt5/bridge/records.ts';
import { type DealFeed, HISTORY_DAYS } from '../mt5/broker/deal-feed.ts';
import { type RecordTerms, tradesOfRecords } from '../mt5/broker/terminal-records.ts';
import { RELEASE_FACTS } from '../release-facts.ts';
import type { Command, OwnerOrdersPort } from '../run/owner-orders.ts';
import type { StopSignal } from '../run/stop-signal.ts';
import { createHeartbeats } from '../service/heartbeat.ts';
import type { Session } from '../service/session.ts';
import { createOutcomeSync, createTradeSync, type TradeSync } from '../sync/sync.ts';
import type { Timers } from '../timers.ts';
import { type FollowedOutcomes, followOutcomes } from './follow-outcomes.ts';
import type { Flattened, HaltSwitch } from './halt-switch.ts';
import { createLiveFloors } from './live-floors.ts';
import type { LiveJournal } from './live-journal.ts';
import type { LiveRun } from './live-run.ts';
import type { ServerClock } from './server-clock.ts';

type LiveServiceDeps = Pick<BotDeps, 'timers' | 'sleep' | 'random' | 'output' | 'stop'> &
  Readonly<{
    session: Pick<Session, 'call' | 'callOnce'>;
    run: LiveRun;
    journal: LiveJournal;
    /** What the service has acknowledged. */
    runJournal: RunJournal;
    account: AccountInput;
  }>;

/** What joins a live run to the service: heartbeats and commands, trades, and what became of decisions. */
type LiveService = Readonly<{
  owner: ReturnType<typeof createLiveOwner>;
  hear(event: LoopEvent): void;
  follow: FollowedOutcomes['follow'];
  seriesOf: FollowedOutcomes['seriesOf'];
  /** Reports first touches that the service does not know. */
  reportTouches(): Promise<void>;
  /** Reads the account's rules, once before anything is traded. */
  readRules(): Promise<void>;
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
    version: RELEASE_FACTS.version,
    status: () => ({
      equity: figures?.equity ?? null,
      balance: figures?.balance ?? null,
      openPositions,
    }),
  });
  const followed = followOutcomes({
    journal,
    currency: () => terminal.terms().currency,
    changed: outcomes.add,
  });
  const floors = createLiveFloors({ ...deps, runId, notify });
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
      if (open !== openPositions) {
        heartbeats.nudge();
        floors.changed();
      }
      openPositions = open;
      if (cycleDue || timers.now() - cycledAt >= CYCLE_MS) {
        cycleDue = (await history.cycle()) === null;
        cycledAt = timers.now();
      }
    }
    await floors.look();
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
      if (event.kind === 'floors' || event.kind === 'governed') floors.changed();
      followed.hear(event);
    },
    seriesOf: followed.seriesOf,
    follow: followed.follow,
    reportTouches: outcomes.reportTouches,
    readRules: floors.read,
    begin() {
      heartbeats.start();
      stopWatching = watchForSleep(timers, () => heartbeats.wake());
      beat();
    },
    async end() {
      ended = true;
      stopWatching();
      await working;
      await floors.end();
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

type LiveOwnerDeps = Readonly<{
  journal: Pick<LiveJournal, 'fact' | 'setFact'>;
  timers: Timers;
  halt: HaltSwitch;
  /** Decimals of a symbol's prices. */
  digitsOf(symbol: string): number;
}>;

/** A command of the dashboard; kept until the service knows what came of it. */
type Kept = { commandId: string; kind: CommandKind; result: CommandResult | null; told: boolean };

const COMMANDS = 'owner_commands';
/** The service asks no longer about older ones. */
const KEPT_MAX = 100;

/**
 * The owner of a live account: what the dashboard asks for goes to the halt switch at once, whatever the
 * loop is waiting for, and comes back as proof.
 */
function createLiveOwner({ journal, timers, halt, digitsOf }: LiveOwnerDeps): OwnerOrdersPort {
  const commands = JSON.parse(journal.fact(COMMANDS) ?? '[]') as Kept[];
  const keep = () => journal.setFact(COMMANDS, JSON.stringify(commands.slice(-KEPT_MAX)));

  function finish(command: Kept, closed: ClosedPosition[]): void {
    const at = isoFromInstant(timers.now());
    command.result = { closed, entries_off: command.kind !== 'resume', at };
    keep();
  }

  async function carryOut(command: Kept): Promise<void> {
    if (command.kind === 'entries_off') halt.halt('dashboard');
    if (command.kind === 'resume') await halt.resume('dashboard');
    if (command.kind !== 'close_all') return finish(command, []);
    const closed = await halt.flatten('dashboard');
    finish(
      command,
      closed.map((each) => closedPosition(each, digitsOf(each.symbol))),
    );
  }

  // What a restart interrupted is gone on with.
  for (const command of commands) if (command.result === null) void carryOut(command);

  return {
    orders: () => ({ entriesOff: halt.halted(), closeAll: false }),
    closed() {},
    take(newCommands: readonly Command[], entriesOff: boolean) {
      for (const { commandId, kind } of newCommands) {
        const known = commands.find((command) => command.commandId === commandId);
        // Whoever asks again has lost the proof.
        if (known) {
          known.told = false;
          continue;
        }
        const command: Kept = { commandId, kind, result: null, told: false };
        commands.push(command);
        keep();
        void carryOut(command);
      }
      // The journal may have been lost: what was asked for last still holds.
      if (entriesOff && commands.length === 0) halt.halt('dashboard');
    },
    barDone() {},
    isNew: () => true,
    keepPlace() {},
    marketOver() {},
    entriesOff: () => halt.halted(),
    received: () =>
      commands.filter(({ result }) => result === null).map(({ commandId }) => commandId),
    acknowledged: () =>
      commands.flatMap(({ commandId, result, told }) =>
        result !== null && !told ? [{ command_id: commandId, result }] : [],
      ),
    markTold(commandIds) {
      for (const command of commands)
        if (commandIds.includes(command.commandId)) command.told = true;
      if (commandIds.length > 0) keep();
    },
  };
}

function closedPosition({ ticket, symbol, price, at }: Flattened, digits: number): ClosedPosition {
  return { ticket, symbol, price: Number(price), digits, at: isoFromInstant(at as Instant) };
}

/** Brings the account's trades to the service: ours, and those that were made by hand. */
type HistorySync = Readonly<{
  /** Looks through the last 30 days. @returns the trades found; null when the terminal did not answer */
  cycle(): Promise<readonly Trade[] | null>;
}>;

type HistorySyncDeps = Readonly<{
  feed: DealFeed;
  journal: LiveJournal;
  records: RecordTerms;
  serverClock: ServerClock;
  timers: Timers;
  sync: Pick<TradeSync, 'add'>;
  notify(line: string): void;
}>;

export function createHistorySync(deps: HistorySyncDeps): HistorySync {
  const { feed, journal, records, serverClock, timers, sync, notify } = deps;
  const told = new Set<string>();
  // A trade's volumes need not be whole steps of what the broker asks for today.
  const terms: RecordTerms = {
    toUtc: records.toUtc,
    keyOf: records.keyOf,
    riskOf: records.riskOf,
    closerOf: records.closerOf,
    firstStopOf: records.firstStopOf,
    get currency() {
      return records.currency;
    },
    stepOf: () => null,
  };

  function decisionOf({ orderKey }: Trade): string | null {
    const intent = orderKey === null ? null : journal.intent(orderKey)?.intent;
    return intent?.kind === 'open' ? intent.order.decisionId : null;
  }

  function tradesOf(position: string, deals: readonly TerminalDeal[]): readonly Trade[] {
    try {
      return tradesOfRecords(deals, terms);
    } catch (error) {
      if (!(error instanceof ValueError)) throw error;
      if (!told.has(position)) notify(`Position ${position} is not synced: ${error.message}.`);
      told.add(position);
      return [];
    }
  }

  return {
    async cycle() {
      if (!(await feed.fetch(HISTORY_DAYS))) return null;
      const since = serverClock.toServerMs(timers.now()) - HISTORY_DAYS * DAY_MS;
      const positions = new Set(
        journal
          .dealsSince(since)
          .filter(({ position, type }) => position !== '0' && (type === 'buy' || type === 'sell'))
          .map(({ position }) => position),
      );
      const trades: Trade[] = [];
      for (const position of positions) {
        // An entry older than the window is found by its position.
        if (!journal.dealsOf(position).some(({ entry }) => entry === 'in'))
          await feed.fetchPosition(position);
        trades.push(...tradesOf(position, journal.dealsOf(position)));
      }
      for (const trade of trades) {
        const excursion = journal.excursionOf(trade.positionTicket);
        if (!excursion && isBeingTakenIn(trade, timers.now())) continue;
        sync.add(tradeToWire(trade, decisionOf(trade), excursion ?? undefined));
      }
      return trades;
    },
  };
}

/** The loop takes a closing in within moments; until then nobody knows how far the trade went. */
const TAKEN_IN_WITHIN_MS = 120_000;

function isBeingTakenIn({ orderKey, closedAt }: Trade, now: number): boolean {
  return orderKey !== null && closedAt !== null && now - closedAt < TAKEN_IN_WITHIN_MS;
}
