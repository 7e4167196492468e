import { TIMEFRAMES, type Timeframe, timeframeMs } from '@quorate/trading/market/candle';
import { serverTimeMs } from '@quorate/trading/market/new-york-clock';
import { DAY_MS, HOUR_MS, type Instant, instant } from '@quorate/values/instant';
import { ValueError } from '@quorate/values/value-error';
import type { Timers } from '../../../timers.ts';
import type { TerminalBar } from '../../bridge/records.ts';
import type { SymbolTerms } from './symbol-terms.ts';

/** Both sides in whole points; `time` in UTC. */
export type SimulatedQuote = Readonly<{ bid: number; ask: number; time: Instant }>;

type MarketEvent =
  | Readonly<{ kind: 'tick'; symbol: string; quote: SimulatedQuote }>
  | Readonly<{ kind: 'bar'; symbol: string; timeframe: Timeframe; bar: TerminalBar }>;

/** Prices, bars and the trade server's clock. */
export type Market = Readonly<{
  clock: ServerClock;
  /** The true time, which the computer's clock may miss. */
  now(): Instant;
  terms: ReadonlyMap<string, SymbolTerms>;
  quote(symbol: string): SimulatedQuote | undefined;
  bars(symbol: string): BarHistory | undefined;
  isOpen(): boolean;
  /**
   * A new price. Without an ask the spread is the usual one, ten times as wide at the rollover.
   *
   * @returns false when nothing was taken: the market is closed
   * @throws ValueError for a symbol that is not quoted
   */
  tick(symbol: string, bid: number, ask?: number): boolean;
  /** Ends the bar in the making, as the first tick of the next one would. */
  closeBar(symbol: string, timeframe: Timeframe): void;
  hear(listener: (event: MarketEvent) => void): () => void;
}>;

const ROLLOVER_SPREAD = 10;

export function createMarket(options: {
  timers: Timers;
  symbols: readonly SymbolTerms[];
  zone?: ServerZone;
  /** How far the computer's clock is behind the true time. */
  clockBehindMs?: number;
  /** Whether prices move at weekends too. */
  alwaysOpen?: boolean;
  /** How much faster than the computer's clock the market's runs, from the beginning. */
  speed?: number;
  /** The market's own time, in place of all that: whoever plays old prices moves it. */
  time?: () => Instant;
}): Market {
  const { timers, clockBehindMs = 0, alwaysOpen = false, speed = 1 } = options;
  const clock = createServerClock(options.zone ?? 'new-york-plus-7', alwaysOpen);
  const startedAt = timers.now();
  const terms = new Map(options.symbols.map((each) => [each.symbol, each]));
  const quotes = new Map<string, SimulatedQuote>();
  const histories = new Map(options.symbols.map(({ symbol }) => [symbol, createBarHistory()]));
  const listeners = new Set<(event: MarketEvent) => void>();
  const now = () =>
    options.time?.() ??
    instant(startedAt + Math.round((timers.now() - startedAt) * speed) + clockBehindMs);
  const isOpen = () => alwaysOpen || !clock.isWeekend(now());
  const tell = (event: MarketEvent) => {
    for (const listener of listeners) listener(event);
  };

  function tick(symbol: string, bid: number, ask?: number): boolean {
    const its = terms.get(symbol);
    const history = histories.get(symbol);
    if (!its || !history) throw new ValueError(`${symbol} is not quoted by the simulated market`);
    if (!isOpen()) return false;
    const time = now();
    const spread = its.spread * (clock.isRollover(time) ? ROLLOVER_SPREAD : 1);
    const quote: SimulatedQuote = { bid, ask: ask ?? bid + spread, time };
    const ended = history.tick(clock.localMs(time), bid, Math.max(0, quote.ask - bid));
    quotes.set(symbol, quote);
    // The bar first: whoever decides on it meets this very quote.
    for (const { timeframe, bar } of ended) tell({ kind: 'bar', symbol, timeframe, bar });
    tell({ kind: 'tick', symbol, quote });
    return true;
  }

  return {
    clock,
    now,
    terms,
    quote: (symbol) => quotes.get(symbol),
    bars: (symbol) => histories.get(symbol),
    isOpen,
    tick,
    closeBar(symbol, timeframe) {
      const bar = histories.get(symbol)?.close(timeframe);
      if (bar) tell({ kind: 'bar', symbol, timeframe, bar });
    },
    hear(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}

/** Bars of one symbol in every timeframe, made of its ticks as MT5 makes them: of bids, closed by the next tick. */
type BarHistory = Readonly<{
  /**
   * @param localMs what the server's clock shows
   * @returns the bars that this tick has closed
   */
  tick(localMs: number, bid: number, spread: number): readonly ClosedBar[];
  /** Ends the bar in the making, as the next tick would. */
  close(timeframe: Timeframe): TerminalBar | undefined;
  /** Puts closed bars before everything that is there. Oldest first. */
  load(timeframe: Timeframe, bars: readonly TerminalBar[]): void;
  closed(timeframe: Timeframe): readonly TerminalBar[];
}>;

type ClosedBar = Readonly<{ timeframe: Timeframe; bar: TerminalBar }>;

/** As many as a terminal is asked for at most, several times over. */
const KEPT = 20_000;

function createBarHistory(): BarHistory {
  const closed = new Map<Timeframe, TerminalBar[]>(TIMEFRAMES.map((each) => [each, []]));
  const making = new Map<Timeframe, TerminalBar>();
  const barsOf = (timeframe: Timeframe) => closed.get(timeframe) ?? [];

  function close(timeframe: Timeframe): TerminalBar | undefined {
    const bar = making.get(timeframe);
    if (!bar) return undefined;
    making.delete(timeframe);
    const bars = barsOf(timeframe);
    bars.push(bar);
    if (bars.length > 2 * KEPT) bars.splice(0, KEPT);
    return bar;
  }

  return {
    tick(localMs, bid, spread) {
      const ended: ClosedBar[] = [];
      for (const timeframe of TIMEFRAMES) {
        const lengthMs = timeframeMs(timeframe);
        const opened = (Math.floor(localMs / lengthMs) * lengthMs) / 1_000;
        const bar = making.get(timeframe);
        if (bar?.[0] === opened) {
          const [, open, high, low, , volume, least] = bar;
          making.set(timeframe, [
            opened,
            open,
            Math.max(high, bid),
            Math.min(low, bid),
            bid,
            volume + 1,
            Math.min(least, spread),
          ]);
          continue;
        }
        const done = close(timeframe);
        if (done) ended.push({ timeframe, bar: done });
        making.set(timeframe, [opened, bid, bid, bid, bid, 1, spread]);
      }
      return ended;
    },
    close,
    load: (timeframe, bars) => closed.set(timeframe, [...bars, ...barsOf(timeframe)]),
    closed: barsOf,
  };
}

/** Which clock the trade server keeps. */
export type ServerZone = 'new-york-plus-7' | Readonly<{ hours: number }>;

/** The trade server's clock: milliseconds of what it shows, read as though it were UTC. */
type ServerClock = Readonly<{
  /** Runs at weekends too. */
  localMs(moment: Instant): number;
  /** What `TimeCurrent` shows: at a weekend the last second of Friday. */
  shownMs(moment: Instant): number;
  isWeekend(moment: Instant): boolean;
  /** From 23:55 to 01:00, when spreads are wide. */
  isRollover(moment: Instant): boolean;
}>;

/** Days from Thursday 1 January 1970 to the first Saturday. */
const FIRST_SATURDAY = 2;

/** @param runsOn whether it runs on at weekends, as that of a market that never closes */
export function createServerClock(zone: ServerZone, runsOn = false): ServerClock {
  const localMs = (moment: Instant): number =>
    zone === 'new-york-plus-7' ? serverTimeMs(moment) : moment + zone.hours * HOUR_MS;

  return {
    localMs,
    shownMs(moment) {
      const local = localMs(moment);
      if (runsOn) return local;
      const days = daysSinceSaturday(local);
      return days < 2 ? (Math.floor(local / DAY_MS) - days) * DAY_MS - 1_000 : local;
    },
    isWeekend: (moment) => daysSinceSaturday(localMs(moment)) < 2,
    isRollover(moment) {
      const minute = (localMs(moment) % DAY_MS) / 60_000;
      return minute < 60 || minute >= 24 * 60 - 5;
    },
  };
}

/** 0 on Saturdays, 1 on Sundays, … 6 on Fridays. */
function daysSinceSaturday(localMs: number): number {
  return (((Math.floor(localMs / DAY_MS) - FIRST_SATURDAY) % 7) + 7) % 7;
}
