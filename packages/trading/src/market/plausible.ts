import { HOUR_MS, instant, isoFromInstant } from '@quorate/values/instant';
import { type Timeframe, timeframeMs } from './candle.ts';

/** How far a bot's clock may be ahead of the service's. */
const CLOCKS_DIFFER_MS = 2 * 60_000;
/** Between two bars. The Swiss franc moved by 20% within an hour in January 2015. */
const MOST_MOVE = 0.6;
/** Ticks between a bar's own and another feed's differ: a fill may lie outside by this part of an ATR. */
const SLACK_ATR = 0.5;

/** [open time in seconds, open, high, low, close] in whole points, as an outcome tells it. */
type PackedBar = readonly [number, number, number, number, number];

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
  let before: number | null = null;
  for (const [index, [seconds, open, high, low, close]] of bars.entries()) {
    const fault =
      timeFault(timeframe, seconds * 1_000, now) ??
      rangeFault(open, high, low, close) ??
      (low <= 0 ? `its low is ${low} points` : null) ??
      (before !== null && Math.abs(open / before - 1) > MOST_MOVE
        ? `it opens at ${open} points, the bar before it closed at ${before}`
        : null);
    if (fault) return `bar ${index + 1} (${iso(seconds * 1_000)}): ${fault}`;
    before = close;
  }
  return null;
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
