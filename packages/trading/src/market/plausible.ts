import { HOUR_MS, instant, isoFromInstant } from '@quorate/values/instant';
import { type Timeframe, timeframeMs } from './candle.ts';
import type { RawBar } from './raw-bars.ts';

/** How far a bot's clock may be from the service's. */
export const CLOCKS_DIFFER_MS = 2 * 60_000;
/** Between two bars: beyond this no market has moved. */
const MOST_MOVE = 0.6;
/** Beyond this a bar is marked. The Swiss franc moved by 19.8% within an hour in January 2015. */
const MARKED_MOVE = 0.2;
/** Ticks between a bar's own and another feed's differ: a fill may lie outside by this part of an ATR. */
const SLACK_ATR = 0.5;

/** [open time in seconds, open, high, low, close] in whole points, as an outcome tells it. */
type PackedBar = readonly [number, number, number, number, number, number?];

/** When a decision was made: on the market of now, or on candles of the past. */
export type ClockClass = 'live' | 'replayed';

/**
 * Whether a snapshot is of the market of now, by the service's clock: its bar is the newest, or was until a
 * moment ago. What a bot says of itself counts for nothing.
 *
 * @example clockClassOf('H1', Date.parse('2026-03-02T10:00Z'), Date.parse('2026-03-02T10:59Z')) // 'live'
 */
export function clockClassOf(timeframe: Timeframe, asOf: number, now: number): ClockClass {
  return now - asOf <= liveForMs(timeframe) ? 'live' : 'replayed';
}

/** How long after its close a bar is of now: until the next one closes, for clocks that differ a little longer. */
export function liveForMs(timeframe: Timeframe): number {
  return timeframeMs(timeframe) + CLOCKS_DIFFER_MS;
}

/**
 * What is impossible about the moment a snapshot was made. Bars of up to an hour begin and end at multiples of
 * their length; longer ones follow their broker's midnight, which is a whole hour.
 *
 * @returns null where nothing is
 */
export function asOfFault(timeframe: Timeframe, asOf: number, now: number): string | null {
  const gridMs = gridOf(timeframe);
  if (asOf % gridMs !== 0)
    return `is ${iso(asOf)}: ${timeframe} bars close at multiples of ${gridMs / 60_000} minutes`;
  if (asOf > now + CLOCKS_DIFFER_MS)
    return `is ${iso(asOf)}, ahead of the service's clock, which says ${iso(now)}`;
  return null;
}

/** What is impossible about bars that have no time, [open, high, low, close] each. */
export function shapeFault(
  bars: readonly (readonly [number, number, number, number])[],
): string | null {
  for (const [index, [open, high, low, close]] of bars.entries()) {
    const fault = rangeFault(open, high, low, close);
    if (fault) return `bar ${index + 1}: ${fault}`;
  }
  return null;
}

/** What is impossible about bars, oldest first: their times, their range, or the step from one to the next. */
export function barsFault(
  timeframe: Timeframe,
  bars: readonly PackedBar[],
  now: number,
): string | null {
  for (const [index, bar] of bars.entries()) {
    const [seconds, open, high, low, close] = bar;
    const before = bars[index - 1];
    const fault =
      timeFault(timeframe, seconds * 1_000, now) ??
      (before && orderFault(seconds, before[0])) ??
      rangeFault(open, high, low, close) ??
      (low <= 0 ? `its low is ${low} points` : null) ??
      (before && moveOf(bar, before) > MOST_MOVE
        ? `it opens at ${open} points, the bar before it closed at ${before[4]}`
        : null);
    if (fault) return `bar ${index + 1} (${iso(seconds * 1_000)}): ${fault}`;
  }
  return null;
}

/**
 * What is impossible about the raw bars of a snapshot, oldest first: what `barsFault` says, a newest bar that
 * does not close at `asOf`, or one whose spread is below zero. An earlier crossed quote touches nothing.
 */
export function rawBarsFault(
  timeframe: Timeframe,
  bars: readonly RawBar[],
  { asOf, now }: Readonly<{ asOf: number; now: number }>,
): string | null {
  const newest = bars.at(-1);
  const fault = barsFault(timeframe, bars, now);
  if (fault !== null || !newest) return fault;
  const [seconds, , , , , spread] = newest;
  const name = `bar ${bars.length} (${iso(seconds * 1_000)})`;
  const closes = seconds * 1_000 + timeframeMs(timeframe);
  if (closes !== asOf)
    return `${name}: it closes at ${iso(closes)}, the snapshot is of ${iso(asOf)}`;
  return spread < 0 ? `${name}: its spread is ${spread} points` : null;
}

/**
 * What is impossible about the raw bars from a decision on, oldest first: what `barsFault` says, or a first
 * one that is not the decision's own.
 */
export function touchBarsFault(
  timeframe: Timeframe,
  bars: readonly RawBar[],
  { asOf, now }: Readonly<{ asOf: number; now: number }>,
): string | null {
  const first = bars[0];
  const closes = (first?.[0] ?? 0) * 1_000 + timeframeMs(timeframe);
  if (first && closes !== asOf)
    return `bar 1 closes at ${iso(closes)}, the decision is of ${iso(asOf)}`;
  return barsFault(timeframe, bars, now);
}

/** How many bars open beyond 20% from the close before: no fault, and worth a mark on what follows from them. */
export function countJumps(bars: readonly RawBar[]): number {
  return bars.filter((bar, index) => {
    const before = bars[index - 1];
    return before !== undefined && moveOf(bar, before) > MARKED_MOVE;
  }).length;
}

/** From the close of the bar before to the open, as a part of it. */
function moveOf([, open]: PackedBar, [, , , , close]: PackedBar): number {
  return Math.abs(open / close - 1);
}

function orderFault(seconds: number, before: number): string | null {
  if (seconds > before) return null;
  if (seconds === before) return 'it opens at the time of the bar before it';
  return `it is older than the bar before it, which opened at ${iso(before * 1_000)}`;
}

/**
 * Whether a fill lies outside of the bar it was made in; half an ATR and the spread is allowed for. Nothing
 * is said while that bar is not told.
 */
export function fillFault(
  { price, at }: Readonly<{ price: number; at: number }>,
  {
    timeframe,
    bars,
    digits,
  }: Readonly<{ timeframe: Timeframe; bars: readonly PackedBar[]; digits: number }>,
  { spread, atr }: Readonly<{ spread: number; atr: number }>,
): string | null {
  const index = bars.findLastIndex(([seconds]) => seconds * 1_000 <= at);
  const bar = bars[index];
  if (!bar) return null;
  const next = bars[index + 1];
  const ends = next ? next[0] * 1_000 : bar[0] * 1_000 + timeframeMs(timeframe);
  if (at >= ends) return null;
  const [low, high] = [bar[3] / 10 ** digits, bar[2] / 10 ** digits];
  const slack = spread + SLACK_ATR * atr;
  if (price >= low - slack && price <= high + slack) return null;
  return `is at ${price}, outside of its bar (${iso(bar[0] * 1_000)}), which went from ${low} to ${high}`;
}

function timeFault(timeframe: Timeframe, time: number, now: number): string | null {
  const gridMs = gridOf(timeframe);
  if (time % gridMs !== 0)
    return `${timeframe} bars open at multiples of ${gridMs / 60_000} minutes`;
  if (time + timeframeMs(timeframe) > now + CLOCKS_DIFFER_MS)
    return `it closes ahead of the service's clock, which says ${iso(now)}`;
  return null;
}

function rangeFault(open: number, high: number, low: number, close: number): string | null {
  if (low <= Math.min(open, close) && high >= Math.max(open, close)) return null;
  return `open ${open}, high ${high}, low ${low}, close ${close} do not fit together`;
}

function gridOf(timeframe: Timeframe): number {
  return Math.min(timeframeMs(timeframe), HOUR_MS);
}

function iso(ms: number): string {
  return isoFromInstant(instant(ms));
}
