import { tradingDayOf, tradingDayStart } from '@quorate/trading/market/trading-day';
import { addMilliseconds, type Instant } from '@quorate/values/instant';

/** A stretch of the curve as it is drawn: levels in minor units of the account's currency. */
export type CurvePoint = Readonly<{
  at: Instant;
  lowest: number;
  highest: number;
  equity: number;
  balance: number;
}>;

export type EquityRecord = Readonly<{
  /** Every level at which the equity changed, oldest first. */
  levels: Float64Array;
  /** At the end of each trading day with a candle; the first is the start. */
  daily: readonly number[];
  /** The trading days of `daily`, without the start. */
  days: readonly number[];
  curve: readonly CurvePoint[];
}>;

export type EquityRecorder = Readonly<{
  /** Told of every bar in order. */
  bar(asOf: Instant, equityMinor: number, balanceMinor: number): void;
  record(): EquityRecord;
}>;

/** Points that a curve is drawn through. */
const CURVE_POINTS = 600;

/**
 * Keeps the equity of a run small: levels only where they change, the end of each day, and a curve of a
 * few hundred points that loses neither a peak nor a trough.
 *
 * @param bars how many there will be
 */
export function createEquityRecorder(startMinor: number, bars: number): EquityRecorder {
  const barsPerPoint = Math.max(1, Math.ceil(bars / CURVE_POINTS));
  let levels = new Float64Array(1_024);
  let changes = 0;
  let level = startMinor;
  const daily = [startMinor];
  const days: number[] = [];
  let day = Number.NaN;
  let dayEnds = Number.NEGATIVE_INFINITY;
  const curve: CurvePoint[] = [];
  let seen = 0;
  let lowest = startMinor;
  let highest = startMinor;
  let lastAt: Instant | null = null;
  let balance = startMinor;

  function changeTo(equityMinor: number): void {
    if (changes === levels.length) {
      const more = new Float64Array(levels.length * 2);
      more.set(levels);
      levels = more;
    }
    levels[changes] = equityMinor;
    changes += 1;
    level = equityMinor;
  }

  function beginDay(asOf: Instant): void {
    if (!Number.isNaN(day)) {
      daily.push(level);
      days.push(day);
    }
    // A bar that closes at midnight belongs to the day that ends there.
    day = tradingDayOf(addMilliseconds(asOf, -1));
    dayEnds = tradingDayStart(day + 1);
  }

  function endPoint(): void {
    if (lastAt !== null) curve.push({ at: lastAt, lowest, highest, equity: level, balance });
    lowest = level;
    highest = level;
    seen = 0;
  }

  return {
    bar(asOf, equityMinor, balanceMinor) {
      if (asOf > dayEnds) beginDay(asOf);
      if (equityMinor !== level) changeTo(equityMinor);
      if (equityMinor < lowest) lowest = equityMinor;
      if (equityMinor > highest) highest = equityMinor;
      seen += 1;
      lastAt = asOf;
      balance = balanceMinor;
      if (seen === barsPerPoint) endPoint();
    },
    record() {
      if (seen > 0) endPoint();
      const open = !Number.isNaN(day);
      return {
        levels: levels.slice(0, changes),
        daily: open ? [...daily, level] : daily,
        days: open ? [...days, day] : days,
        curve,
      };
    },
  };
}

/** Curves one after the other as one. @example joinCurves([first, second]).length */
export function joinCurves(curves: readonly (readonly CurvePoint[])[]): readonly CurvePoint[] {
  const all = curves.flat();
  const perPoint = Math.ceil(all.length / CURVE_POINTS);
  if (perPoint <= 1) return all;
  const joined: CurvePoint[] = [];
  for (let at = 0; at < all.length; at += perPoint) {
    const part = all.slice(at, at + perPoint);
    const newest = part.at(-1);
    if (!newest) continue;
    const lowest = part.reduce((least, point) => Math.min(least, point.lowest), newest.lowest);
    const highest = part.reduce((most, point) => Math.max(most, point.highest), newest.highest);
    joined.push({ ...newest, lowest, highest });
  }
  return joined;
}
