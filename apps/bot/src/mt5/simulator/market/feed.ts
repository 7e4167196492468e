import {
  type Candle,
  type CandleSeries,
  TIMEFRAMES,
  timeframeMs,
} from '@quorate/trading/market/candle';
import { generateMarket } from '@quorate/trading/market/market-generator';
import { createNormal, createRandom } from '@quorate/trading/market/random';
import { type Instant, instant } from '@quorate/values/instant';
import type { Timers } from '../../../timers.ts';
import type { TerminalBar } from '../../bridge/records.ts';
import type { SimulatedTerminal } from '../simulated-terminal.ts';

const HISTORY_BARS = 1_000;
const WALK_MS = 1_000;
/** Of one second's move, as a share of the price. */
const WALK_DEVIATION = 0.000_02;
const STEPS_A_LEG = 4;

/** `setTime` moves the market's clock; `done` is told when the last bar was played. */
type PlayHooks = Readonly<{ setTime(moment: Instant): void; done(): void }>;

type FeedDeps = Readonly<{ terminal: SimulatedTerminal; timers: Timers; speed: number }>;

/**
 * Lets every symbol of the terminal walk at random, once a second of the market's time, after a made-up
 * past in every timeframe. The same seed walks the same way.
 *
 * @returns ends it
 */
export function walk({ terminal, timers, speed }: FeedDeps, seed: number): () => void {
  const { market } = terminal;
  const normal = createNormal(createRandom(seed));
  const prices = new Map<string, number>();
  let shift = 0;
  for (const { symbol, digits, spread } of market.terms.values()) {
    shift += 1;
    let last: number | undefined;
    for (const timeframe of TIMEFRAMES) {
      const end = instant(market.now() - timeframeMs(timeframe));
      const bars = HISTORY_BARS;
      const made = { symbol, timeframe, digits, bars, end, seed: seed + shift };
      const series = generateMarket({ ...made, typicalSpreadPoints: spread });
      const closed = series.close[series.length - 1] ?? 0;
      last ??= closed;
      terminal.loadBars(symbol, timeframe, terminalBars(terminal, series, last - closed));
    }
    prices.set(symbol, last ?? 0);
  }

  let callOff = () => {};
  function step(): void {
    for (const [symbol, price] of prices) {
      const next = price + price * WALK_DEVIATION * normal();
      prices.set(symbol, next);
      terminal.tick(symbol, Math.round(next));
    }
    callOff = timers.after(WALK_MS / speed, step);
  }
  step();
  return () => callOff();
}

/**
 * Plays a candle file as though it happened now: its first bars become the past, up to this moment, and
 * the others follow. The market's time is theirs, so that each bar is to the point what the file has.
 *
 * @returns ends it
 */
export function play(
  { terminal, timers, speed }: FeedDeps,
  series: CandleSeries,
  { setTime, done }: PlayHooks,
): () => void {
  const { symbol, timeframe } = series;
  const lengthMs = timeframeMs(timeframe);
  const past = Math.min(HISTORY_BARS, Math.floor(series.length / 2));
  const { market } = terminal;
  // Bars of the past end where the bar of this moment begins.
  const localMs = market.clock.localMs(market.now());
  const begins = Math.floor(localMs / lengthMs) * lengthMs;
  const beginsUtc = market.now() - (localMs - begins);
  const bars: TerminalBar[] = [];
  for (let index = 0; index < past; index += 1) {
    bars.push(barAt(series, index, (begins - (past - index) * lengthMs) / 1_000, 0));
  }
  terminal.loadBars(symbol, timeframe, bars);

  let index = past;
  let path = candlePath(candleAt(series, index), STEPS_A_LEG);
  let at = 0;
  let callOff = () => {};
  const stepMs = lengthMs / speed / path.length;

  function step(): void {
    const point = path[at];
    setTime(
      instant(beginsUtc + (index - past) * lengthMs + Math.floor((at * lengthMs) / path.length)),
    );
    if (point) terminal.tick(symbol, point.bid, point.ask);
    at += 1;
    if (at === path.length) {
      index += 1;
      at = 0;
      if (index === series.length) {
        terminal.closeBar(symbol, timeframe);
        done();
        return;
      }
      path = candlePath(candleAt(series, index), STEPS_A_LEG);
    }
    callOff = timers.after(stepMs, step);
  }

  step();
  return () => callOff();
}

function terminalBars(
  terminal: SimulatedTerminal,
  series: CandleSeries,
  shift: number,
): TerminalBar[] {
  const bars: TerminalBar[] = [];
  for (let index = 0; index < series.length; index += 1) {
    const opened = terminal.market.clock.localMs(instant(series.time[index] ?? 0));
    bars.push(barAt(series, index, opened / 1_000, shift));
  }
  return bars;
}

function barAt(series: CandleSeries, index: number, opened: number, shift: number): TerminalBar {
  const { open, high, low, close, askOpen } = candleAt({ ...series }, index);
  const spread = Math.max(0, askOpen - open);
  return [opened, open + shift, high + shift, low + shift, close + shift, 1, spread];
}

/** Both sides in points. */
type PathPoint = Readonly<{ bid: number; ask: number }>;

/**
 * A way that a price may have gone through a bar: from the open to the nearer end, to the other one, to the
 * close. It reaches exactly the bar's four bids; the spread goes from the open's to the close's.
 *
 * @param steps of each of the three legs, at least 1
 * @example candlePath(candle, 4).length // 13
 */
export function candlePath(
  candle: Pick<Candle, 'open' | 'high' | 'low' | 'close' | 'askOpen' | 'askClose'>,
  steps: number,
): readonly PathPoint[] {
  const { open, high, low, close } = candle;
  const corners = high - open < open - low ? [open, high, low, close] : [open, low, high, close];
  const first = candle.askOpen - open;
  const last = candle.askClose - close;
  const path: PathPoint[] = [];
  const whole = 3 * steps;
  for (let at = 0; at <= whole; at += 1) {
    const leg = Math.min(2, Math.floor(at / steps));
    const from = corners[leg] ?? open;
    const to = corners[leg + 1] ?? close;
    const bid = Math.round(from + ((to - from) * (at - leg * steps)) / steps);
    path.push({ bid, ask: bid + Math.round(first + ((last - first) * at) / whole) });
  }
  return path;
}

/** One bar of a series. */
type CandleColumns = Readonly<
  Record<'open' | 'high' | 'low' | 'close' | 'askOpen' | 'askClose', ArrayLike<number>>
>;

function candleAt(series: CandleColumns, index: number) {
  const of = (column: ArrayLike<number>) => column[index] ?? 0;
  return {
    open: of(series.open),
    high: of(series.high),
    low: of(series.low),
    close: of(series.close),
    askOpen: of(series.askOpen),
    askClose: of(series.askClose),
  };
}
