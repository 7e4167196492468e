import type { MarketData } from '@quorate/trading/loop/ports';
import {
  type BidCandle,
  type CandleSeries,
  type Timeframe,
  timeframeMs,
} from '@quorate/trading/market/candle';
import { type CandleBuilder, createCandleBuilder } from '@quorate/trading/market/candle-builder';
import type { Instant } from '@quorate/values/instant';
import type { EventMessage } from '../mt5/bridge/messages.ts';
import type { TerminalBar } from '../mt5/bridge/records.ts';
import type { TerminalLink } from '../mt5/bridge/terminal-link.ts';
import type { Timers } from '../timers.ts';
import type { ServerClock } from './server-clock.ts';

/** Why a market came to its end. `again`: its series have grown long, or lie at other times; they begin again with a warm-up. */
type MarketEnd = 'stopped' | 'again';

export type LiveMarket = MarketData &
  Readonly<{
    hear(event: EventMessage): void;
    /** A session was reconciled: what closed meanwhile is fetched. */
    reconnected(): void;
    /** Lets the loop look after what is open at once. */
    nudge(): void;
    end(why: MarketEnd): void;
    ended(): MarketEnd | null;
  }>;

type LiveMarketDeps = Readonly<{
  link: Pick<TerminalLink, 'request'>;
  timers: Timers;
  serverClock: ServerClock;
  notify(line: string): void;
  /** Resolves once a session is reconciled; at once where one is. */
  ready(): Promise<void>;
}>;

type LiveMarketOptions = Readonly<{
  /** As the broker names them. */
  symbols: readonly Readonly<{ symbol: string; digits: number }>[];
  timeframe: Timeframe;
  /** Bars that the series of one market hold at most, all together. */
  maxBars?: number;
}>;

/** Enough for every indicator to forget where it began. */
const WARM_UP = 500;
const BETWEEN_MS = 1_000;
const LOADING_MS = 1_000;
const MAX_BARS = 50_000;

/**
 * Several symbols of a terminal as one market: bars as they close, those that closed while the connection
 * was broken in their order, and about once a second a moment between bars.
 *
 * @returns undefined when it was ended before the terminal's history was there
 */
export async function openLiveMarket(
  deps: LiveMarketDeps,
  options: LiveMarketOptions,
  signal: AbortSignal,
): Promise<LiveMarket | undefined> {
  const { timers, serverClock, link, notify } = deps;
  const { timeframe, maxBars = MAX_BARS } = options;
  const lengthMs = timeframeMs(timeframe);
  const builders: CandleBuilder[] = [];
  for (const each of options.symbols) {
    const builder = createCandleBuilder({ ...each, timeframe }, 2 * WARM_UP);
    const bars = await firstBars(deps, { symbol: each.symbol, timeframe, count: WARM_UP }, signal);
    if (!bars) return undefined;
    for (const { candle, spreadPoints } of bars) builder.pushBid(candle, spreadPoints);
    builders.push(builder);
  }
  const warmUp = builders.map(({ series }) => series.length);
  /** Opening of the newest bar of each symbol that is known, delivered or waiting. */
  const newest = builders.map(({ series }) => series.time[series.length - 1] ?? 0);
  const waiting: { at: number; bar: LiveBar }[] = [];
  const catchingUp = new Set<number>();
  let ended: MarketEnd | null = null;
  let lookDue = false;
  let wake: (() => void) | null = null;

  const rouse = () => {
    wake?.();
    wake = null;
  };

  function take(at: number, bars: readonly LiveBar[]): void {
    for (const bar of bars) {
      if (bar.candle.time <= (newest[at] ?? 0)) continue;
      newest[at] = bar.candle.time;
      waiting.push({ at, bar });
    }
    // Bars that close together come in the order of the series, as in a replay.
    waiting.sort((a, b) => a.bar.candle.time - b.bar.candle.time || a.at - b.at);
    rouse();
  }

  async function catchUp(at: number): Promise<void> {
    const symbol = options.symbols[at]?.symbol ?? '';
    if (catchingUp.has(at)) return;
    catchingUp.add(at);
    try {
      const missing = Math.ceil((timers.now() - (newest[at] ?? 0)) / lengthMs) + 2;
      const count = Math.max(2, Math.min(missing, BARS_MAX));
      const asked = await askBars(link, serverClock, { symbol, timeframe, count });
      if (asked.kind === 'loading') timers.after(LOADING_MS, () => void catchUp(at));
      if (asked.kind !== 'bars') return;
      const oldest = asked.bars[0];
      // A hole that one answer does not close is no hole for an indicator to step over.
      if (count === BARS_MAX && oldest && oldest.candle.time > (newest[at] ?? 0)) end('again');
      else take(at, asked.bars);
    } finally {
      catchingUp.delete(at);
    }
  }

  function end(why: MarketEnd): void {
    ended ??= why;
    rouse();
  }

  function beat(): void {
    if (ended) return;
    lookDue = true;
    rouse();
    timers.after(BETWEEN_MS, beat);
  }

  signal.addEventListener('abort', () => end('stopped'), { once: true });
  if (signal.aborted) end('stopped');
  timers.after(BETWEEN_MS, beat);

  let between: Instant | null = null;
  let seriesIndex = -1;
  let barIndex = -1;
  let openedAt = Number.NaN;
  /** Another bar of the newest one's moment has arrived. */
  const moreAtOnce = () => between === null && waiting[0]?.bar.candle.time === openedAt;
  return {
    series: builders.map(({ series }): CandleSeries => series),
    warmUp,
    get between() {
      return between;
    },
    get seriesIndex() {
      return seriesIndex;
    },
    get barIndex() {
      return barIndex;
    },
    get moreAtOnce() {
      return moreAtOnce();
    },
    async advance() {
      for (;;) {
        if (ended && !moreAtOnce()) return false;
        const next = waiting.shift();
        const builder = next && builders[next.at];
        if (next && builder) {
          builder.pushBid(next.bar.candle, next.bar.spreadPoints);
          between = null;
          seriesIndex = next.at;
          barIndex = builder.series.length - 1;
          openedAt = next.bar.candle.time;
          if (builders.reduce((sum, { series }) => sum + series.length, 0) >= maxBars) end('again');
          return true;
        }
        if (lookDue) {
          lookDue = false;
          between = timers.now();
          return true;
        }
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
      }
    },
    hear(event) {
      if (event.name === 'deal') {
        lookDue = true;
        rouse();
      }
      if (event.name !== 'bar' || event.body.tf !== timeframe) return;
      const at = options.symbols.findIndex(({ symbol }) => symbol === event.body.symbol);
      if (at < 0) return;
      const bar = liveBarOf(event.body.bar, serverClock);
      if (bar.candle.time > (newest[at] ?? 0) + lengthMs) void catchUp(at);
      else take(at, [bar]);
    },
    reconnected() {
      for (const at of builders.keys()) void catchUp(at);
    },
    nudge() {
      lookDue = true;
      rouse();
    },
    end,
    ended: () => ended,
  };

  async function firstBars(
    { ready }: LiveMarketDeps,
    question: Readonly<{ symbol: string; timeframe: Timeframe; count: number }>,
    stop: AbortSignal,
  ): Promise<readonly LiveBar[] | undefined> {
    let told = false;
    for (;;) {
      await ready();
      if (stop.aborted) return undefined;
      const asked = await askBars(link, serverClock, question);
      if (asked.kind === 'bars' && asked.bars.length > 0) return asked.bars;
      if (!told) notify(`The terminal still loads the history of ${question.symbol}; waiting.`);
      told = true;
      await new Promise<void>((resolve) => void timers.after(LOADING_MS, resolve));
    }
  }
}

/** A closed bar of the terminal with its spread in points. */
type LiveBar = Readonly<{ candle: BidCandle; spreadPoints: number }>;

/** Answers of the terminal to a question for bars; `loading`: its own history is not there yet. */
type AskedBars =
  | Readonly<{ kind: 'bars'; bars: readonly LiveBar[] }>
  | Readonly<{ kind: 'loading' }>
  | Readonly<{ kind: 'away' }>;

/** As many as the terminal gives in one answer. */
const BARS_MAX = 1_000;

/** @param clock turns the opening on the server's clock into UTC */
function liveBarOf(
  [opened, open, high, low, close, , spreadPoints]: TerminalBar,
  clock: Pick<ServerClock, 'toUtc'>,
): LiveBar {
  return { candle: { time: clock.toUtc(opened * 1_000), open, high, low, close }, spreadPoints };
}

/** The newest so many closed bars, oldest first. */
async function askBars(
  link: Pick<TerminalLink, 'request'>,
  clock: Pick<ServerClock, 'toUtc'>,
  question: Readonly<{ symbol: string; timeframe: Timeframe; count: number }>,
): Promise<AskedBars> {
  const { symbol, timeframe: tf, count } = question;
  const outcome = await link.request('bars', { symbol, tf, count: Math.min(count, BARS_MAX) });
  if (outcome.kind === 'error' && outcome.code === 'not_ready') return { kind: 'loading' };
  if (outcome.kind !== 'ok') return { kind: 'away' };
  if (!outcome.answer.ready) return { kind: 'loading' };
  return { kind: 'bars', bars: outcome.answer.bars.map((bar) => liveBarOf(bar, clock)) };
}
