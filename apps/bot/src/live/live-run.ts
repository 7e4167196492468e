import type { Instrument } from '@quorate/trading/account/instrument';
import type { Rates } from '@quorate/trading/account/rates';
import type { ExitSettings } from '@quorate/trading/exits/exits';
import type { RuleSet } from '@quorate/trading/governor/rule-set';
import type { BrokerEvent, DecisionSource, Owner } from '@quorate/trading/loop/ports';
import { runTradingLoop } from '@quorate/trading/loop/trading-loop';
import type { GovernedEvent, LoopEvent } from '@quorate/trading/loop/trading-loop-events';
import type { LoopResume } from '@quorate/trading/loop/trading-loop-types';
import {
  bySymbol,
  type CandleSeries,
  type Timeframe,
  timeframeMs,
} from '@quorate/trading/market/candle';
import { tradingWeekOf, tradingWeekStart } from '@quorate/trading/market/trading-day';
import { type LimitsState, rebaseDrawdown, resumeLimits } from '@quorate/trading/risk/limits-state';
import type { RiskSettings } from '@quorate/trading/risk/rules';
import { DAY_MS, type Instant } from '@quorate/values/instant';
import type { Currency } from '@quorate/values/money';
import { BotFault } from '../bot-fault.ts';
import type { TerminalAccount, TerminalDeal } from '../mt5/bridge/records.ts';
import type { TerminalLink } from '../mt5/bridge/terminal-link.ts';
import { SYMBOL_CLOSED } from '../mt5/broker/broker-terms.ts';
import { type DealFeed, HISTORY_DAYS } from '../mt5/broker/deal-feed.ts';
import type { TerminalBroker } from '../mt5/broker/terminal-broker.ts';
import { dealOf, isCashFlow, moneyIn, type RecordTerms } from '../mt5/broker/terminal-records.ts';
import type { Timers } from '../timers.ts';
import { t } from '../words.ts';
import { createHaltSwitch, type HaltSwitch } from './halt-switch.ts';
import { createLastLineKeeper, type LastLineKeeper } from './last-line.ts';
import { createLiveCalendar } from './live-calendar.ts';
import type { LiveJournal } from './live-journal.ts';
import { type LiveMarket, openLiveMarket } from './live-market.ts';
import { createLiveRules, type LiveRules } from './live-rules.ts';
import { createLiveTerminal, type LiveTerminal } from './live-terminal.ts';
import { type BalanceChange, rebuildLimits } from './rebuild-limits.ts';
import { createServerClock, type ServerClock } from './server-clock.ts';
import { createStopGuard } from './stop-guard.ts';

/** Deposits less pay-outs since the account is governed, in minor units. */
export const CASH = 'floors_cash';

type LiveRunDeps = Readonly<{
  link: TerminalLink;
  journal: LiveJournal;
  timers: Timers;
  notify(line: string): void;
}>;

type LiveRunOptions = Readonly<{
  /** As the person writes them. */
  symbols: readonly string[];
  timeframe: Timeframe;
  magic: number;
  /** @param symbols as the broker names them */
  riskOf(symbols: readonly string[]): RiskSettings;
  /** How what is open is managed; absent: not at all. */
  exits?: ExitSettings;
  /** Why this account is not the one that is meant; null where it is. */
  wrongAccount(account: TerminalAccount): string | null;
  /** How the account is governed; absent for a run without floors. */
  governed?: Readonly<{
    /** The rules where its owner has chosen none at the service. */
    own(): RuleSet;
    /** What the rules count from; null for the balance when it is first governed. */
    initialMinor: number | null;
    /** Whether positions that were opened by hand are closed with the rest. */
    closesHandPositions: boolean;
    /** Whether nothing is opened where the rules look at news, and the terminal has no calendar. */
    holdsWithoutCalendar?: boolean;
  }>;
  /** Bars that the series hold before they begin again. */
  maxBars?: number;
}>;

/** What decides and what is told; known once the terminal has been there. */
type LiveRunPorts = Readonly<{
  decisions: DecisionSource;
  owner: Owner;
  /** Told of the series that are traded on, each time they begin again. */
  began?(series: readonly CandleSeries[], instruments: readonly Instrument[], rates: Rates): void;
  /** Told of each event once it is in the journal. */
  hear(event: LoopEvent): void;
}>;

/** One account that is traded through a terminal. */
export type LiveRun = Readonly<{
  terminal: LiveTerminal;
  halt: HaltSwitch;
  serverClock: ServerClock;
  /** The account's rules and its last line; null where nothing governs it. */
  governed: Readonly<{
    rules: LiveRules;
    lastLine: LastLineKeeper;
    /** What the governor said before it made positions fit under a coming floor; null once that floor has come. */
    warning(now: Instant): string | null;
  }> | null;
  /** The rules have changed: the series begin again with them. */
  rulesChanged(): void;
  /**
   * Begins to talk to the terminal and guards what is open.
   *
   * @returns once the account is reconciled for the first time
   * @throws BotFault `terminal` when it is not the account, or the symbols, that are meant;
   * `interrupted`
   */
  begin(signal: AbortSignal): Promise<void>;
  /** Trades until the signal. */
  trade(ports: LiveRunPorts, signal: AbortSignal): Promise<void>;
  end(): void;
}>;

export function createLiveRun(deps: LiveRunDeps, options: LiveRunOptions): LiveRun {
  const { link, journal, timers, notify } = deps;
  const serverClock = createServerClock({ ...journal, notify });
  const governed = options.governed ? governing(options.governed) : null;
  const terminal: LiveTerminal = createLiveTerminal({
    ...deps,
    ...options,
    serverClock,
    ...(governed && { guard: governed.lastLine.guard }),
  });
  const { broker, feed, desk, records } = terminal;
  const halt = createHaltSwitch({ link, broker, desk, journal, timers, notify });
  const { isReady, isThere } = terminal;
  const guard = createStopGuard({ link, broker, desk, records, journal, timers, isThere, notify });
  let market: LiveMarket | undefined;
  let clockChanges = 0;

  function governing({ own, closesHandPositions }: NonNullable<LiveRunOptions['governed']>) {
    const rules = createLiveRules({
      journal,
      serverClock,
      own,
      rebased(equityMinor) {
        lastLine.allow('rebase');
        const limits = journal.limits();
        // The desk's own drawdown counts from there, too.
        if (limits) keepLimits(rebaseDrawdown(resumeLimits(limits, equityMinor), equityMinor));
      },
      now: timers.now,
      notify,
    });
    const lastLine: LastLineKeeper = createLastLineKeeper({
      link,
      journal,
      timers,
      currency: () => terminal.terms().currency,
      closesHandPositions,
      nextTurn: rules.nextTurn,
      lockEnds: rules.lockEnds,
      notify,
    });
    const calendar = createLiveCalendar({ link, timers, serverClock, rules: rules.ruleSet });
    let warned: GovernedEvent | null = null;
    return {
      rules,
      lastLine,
      calendar,
      hear(event: LoopEvent) {
        if (event.kind === 'governed') warned = event.act === 'warned' ? event : null;
      },
      warning: (now: Instant) =>
        warned !== null && (warned.until ?? now) > now ? warned.message : null,
    };
  }

  async function readCalendar(instruments: readonly Instrument[]): Promise<void> {
    await governed?.calendar.refresh(instruments);
  }

  /** Money that was paid in or out moves the floors with it. */
  function paid(minor: number): void {
    if (governed === null) return;
    governed.lastLine.allow('cash_flow');
    journal.setFact(CASH, String(Number(journal.fact(CASH) ?? '0') + minor));
  }

  const ends = [
    link.onEvent((event) => {
      market?.hear(event);
      // A fill may have come without its stop.
      if (event.name === 'deal') guard.nudge();
      governed?.lastLine.hear(event);
    }),
    serverClock.onChange(() => {
      clockChanges += 1;
      market?.end('again');
    }),
    terminal.onReady(({ halted }) => {
      halt.reconnected(halted);
      market?.reconnected();
      void governed?.lastLine.reconnected();
      guard.nudge();
    }),
  ];

  function ready(signal: AbortSignal): Promise<void> {
    if (isReady() || signal.aborted) return Promise.resolve();
    return new Promise((resolve) => {
      const done = () => {
        ended();
        signal.removeEventListener('abort', done);
        resolve();
      };
      const ended = terminal.onReady(done);
      signal.addEventListener('abort', done);
    });
  }

  /** What the last line has closed stays closed until the rules, or the owner, say otherwise. */
  function ownerOf(owner: Owner): Owner {
    if (governed === null) return owner;
    const { lastLine, rules } = governed;
    return {
      orders(asOf, moment) {
        const orders = owner.orders(asOf, moment);
        const isOff = lastLine.refusal() !== null || rules.isLocked(timers.now());
        return isOff ? { ...orders, entriesOff: true } : orders;
      },
      closed: (...told) => owner.closed(...told),
    };
  }

  /** Where the broker lets nobody open anything, nobody is asked, and nothing is paid for an answer. */
  function decisionsOn(decisions: DecisionSource): DecisionSource {
    return {
      decide(request) {
        const refusal = terminal.terms().untrusted.get(request.snapshot.symbol);
        if (refusal?.code !== SYMBOL_CLOSED) return decisions.decide(request);
        return { kind: 'unavailable', code: SYMBOL_CLOSED, message: refusal.message };
      },
    };
  }

  /** Until the market's series have to begin again, or the run ends. */
  async function tradeOn(ports: LiveRunPorts, signal: AbortSignal): Promise<void> {
    const instruments = bySymbol([...terminal.terms().instruments.values()]);
    const changesBefore = clockChanges;
    market = await openLiveMarket(
      { link, timers, serverClock, notify, ready: () => ready(signal) },
      { ...options, symbols: instruments },
      signal,
    );
    // Bars that were asked for on one clock and read on another lie at no time.
    if (clockChanges !== changesBefore) market?.end('again');
    await readCalendar(instruments);
    const account = await broker.account();
    if (!market || market.ended() || signal.aborted) return;
    const risk = options.riskOf(instruments.map(({ symbol }) => symbol));
    const open = await broker.positions();
    const resume = resumeRun(
      { journal, feed, records, serverClock, timers },
      {
        // What was lent is in the equity, and so in what the day and the week began with.
        balanceMinor: account.balance.minor + broker.lentMinor(),
        equityMinor: account.equity.minor,
        positions: open.map(({ ticket }) => ticket),
        risk,
      },
    );
    keepLimits(resume.limits);
    const floors = governed?.rules.floorsAt(
      { balanceMinor: account.balance.minor, equityMinor: account.equity.minor },
      timers.now(),
    );
    ports.began?.(market.series, instruments, broker.rates);
    await runTradingLoop(
      {
        market,
        decisions: decisionsOn(ports.decisions),
        broker: governed ? withPeaks(broker, governed.lastLine) : broker,
        journal: {
          record(event) {
            // Asked at most once an hour, and nobody waits for it.
            if (event.kind === 'bar') void readCalendar(instruments);
            if (event.kind === 'cash-flow') paid(event.amount.minor);
            governed?.hear(event);
            journal.record(event);
            ports.hear(event);
          },
        },
        owner: ownerOf(ports.owner),
        clock: timers,
      },
      // The service counts the plan's daily trades and says so.
      {
        instruments,
        risk,
        planDailyTrades: null,
        resume: { ...resume, limits: journal.limits() ?? resume.limits, ...(floors && { floors }) },
        reportsDesk: true,
        tellsQuiet: true,
        ...(governed && {
          governor: {
            ruleSet: governed.rules.ruleSet(),
            initialMinor: options.governed?.initialMinor ?? null,
            closesOthers: options.governed?.closesHandPositions ?? false,
            horizonMs: timeframeMs(options.timeframe),
            newsNear: governed.calendar.newsNear,
            holdsWithoutCalendar: options.governed?.holdsWithoutCalendar ?? false,
          },
        }),
        ...(options.exits && { exits: options.exits }),
      },
    );
  }

  /** What was rebuilt from the account's history is on the disk before anything follows from it. */
  function keepLimits(limits: LimitsState): void {
    if (JSON.stringify(limits) === JSON.stringify(journal.limits())) return;
    const [symbol = ''] = options.symbols;
    journal.record({ kind: 'limits', symbol, asOf: timers.now(), limits });
  }

  return {
    terminal,
    halt,
    serverClock,
    governed,
    rulesChanged: () => market?.end('again'),
    async begin(signal) {
      const wrong = new Promise<string>((resolve) => void terminal.onWrong(resolve));
      terminal.start();
      guard.start();
      const message = await Promise.race([wrong, ready(signal).then(() => null)]);
      if (message !== null) throw new BotFault('terminal', message);
      if (signal.aborted)
        throw new BotFault('interrupted', t`Interrupted before the terminal was there.`);
      // From now on another account is no fault of the start: nothing is opened until the right one is back.
      terminal.onWrong(notify);
    },
    async trade(ports, signal) {
      while (!signal.aborted) await tradeOn(ports, signal);
    },
    end() {
      guard.stop();
      terminal.stop();
      for (const end of ends) end();
    },
  };
}

type ResumeDeps = Readonly<{
  journal: LiveJournal;
  feed: Pick<DealFeed, 'isOurs'>;
  records: RecordTerms;
  serverClock: ServerClock;
  timers: Timers;
}>;

type Standing = Readonly<{
  balanceMinor: number;
  equityMinor: number;
  /** Open positions of ours. */
  positions: readonly string[];
  risk: RiskSettings;
}>;

/** What earlier runs of the account left behind: from the journal, and where it is silent from the account's history. */
function resumeRun(
  deps: ResumeDeps,
  standing: Standing,
): LoopResume & Readonly<{ limits: LimitsState }> {
  const { journal, records, serverClock, timers } = deps;
  const now = timers.now();
  const window = journal.dealsSince(serverClock.toServerMs(now) - HISTORY_DAYS * DAY_MS);
  const unfinished = new Set(standing.positions);
  for (const { ticket, position } of window)
    if (position !== '0' && !journal.isTakenIn(ticket)) unfinished.add(position);
  const deals = [...unfinished]
    .filter(deps.feed.isOurs)
    .flatMap((position) => journal.dealsOf(position))
    .filter(({ ticket }) => journal.isTakenIn(ticket))
    .map((record) => dealOf(record, records))
    .filter((deal) => deal !== null)
    .sort((a, b) => a.time - b.time);
  const limits: LimitsState = rebuildLimits(
    journal.limits(),
    { now, ...standing },
    changesOf(deps, window, records.currency),
    standing.risk,
  );
  const onTheirWay = journal
    .unsettled()
    .filter(({ kind }) => kind === 'open')
    .map(({ key }) => key);
  return { limits, deals, onTheirWay };
}

function changesOf(
  { journal, feed, serverClock, timers }: ResumeDeps,
  window: readonly TerminalDeal[],
  currency: Currency,
): readonly BalanceChange[] {
  const weekStart = tradingWeekStart(tradingWeekOf(timers.now()));
  const counted = new Set<string>();
  return window.flatMap((deal): BalanceChange[] => {
    const at = serverClock.toUtc(deal.time);
    if (at < weekStart) return [];
    const { ticket, position, type, entry } = deal;
    const opening =
      (type === 'buy' || type === 'sell') &&
      entry === 'in' &&
      !counted.has(position) &&
      journal.isTakenIn(ticket) &&
      feed.isOurs(position);
    if (opening) counted.add(position);
    const minor = [deal.profit, deal.commission, deal.swap, deal.fee].reduce(
      (sum, text) => sum + moneyIn(text, currency).minor,
      0,
    );
    return [{ at, minor, traded: !isCashFlow(type), opening }];
  });
}

/** The broker, with what the expert has seen while nobody asked it: equity that raised a floor. */
function withPeaks(
  broker: TerminalBroker,
  { takePeak }: Pick<LastLineKeeper, 'takePeak'>,
): TerminalBroker {
  async function happened(): Promise<readonly BrokerEvent[]> {
    const events = await broker.happened();
    const equityMinor = takePeak();
    return equityMinor === null ? events : [{ kind: 'peak', equityMinor }, ...events];
  }
  return { ...broker, happened, barClosed: happened };
}
