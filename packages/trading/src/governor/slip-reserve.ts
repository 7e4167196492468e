import { DAY_MS, HOUR_MS, type Instant, instant, MINUTE_MS } from '@quorate/values/instant';
import { type CandleSeries, timeframeMs } from '../market/candle.ts';
import { SESSIONS } from '../market/session.ts';
import { tradingDayOf, tradingDayStart } from '../market/trading-day.ts';

/** What exits of one symbol may be worse than their stops, as far as its past bars tell. */
export type SlipReserve = Readonly<{
  /**
   * Points by which an exit may miss its stop within a day of trading, seen from the close of that bar. No later
   * bar is looked at.
   *
   * @param index of the newest closed bar; never smaller than before
   * @returns 0 before the first bar
   */
  pointsAt(index: number): number;
  /**
   * Points that an opening after a weekend missed the close before it by at most in 99 of 100 past weekends; 0
   * before there were 100 of them.
   */
  overWeekend(): number;
  /**
   * Points that an exit may slip at its very worst: the farthest that any past bar opened beyond the close before
   * it, weekends included: eight usual ranges at least, twenty at most.
   */
  worst(): number;
  /** How far a bar usually moves, in points, seen from the newest bar that was asked about. */
  usualRange(): number;
  /** Hypothetical stops of the past, by class of hour. */
  samples(): Readonly<Record<HourClass, number>>;
}>;

/** Hours that slip alike: sessions by the server's clock. */
export type HourClass = (typeof SESSIONS)[number];

/** Stops of fewer bars than this tell nothing about one in a thousand. */
export const LEAST_STOPS = 3_000;
const QUANTILE = 0.999;

/** What an exit may slip while its class of hour has too few bars, in usual ranges. */
const ASSUMED: Readonly<Record<HourClass, number>> = {
  asia: 0.4,
  europe: 0.3,
  america: 0.4,
  overlap: 0.3,
  rollover: 0.6,
};

/** Of what price moves in a minute, the part that a stop slips inside a bar, by class: thin hours slip more. */
const MINUTE_SHARE: Readonly<Record<HourClass, number>> = {
  asia: 0.15,
  europe: 0.1,
  america: 0.15,
  overlap: 0.1,
  rollover: 0.3,
};

/** Weekends that have to be known before their own gaps count. */
const LEAST_WEEKENDS = 100;
const WEEKEND_QUANTILE = 0.99;

/** The least that a slip at its very worst is taken for, in usual ranges: ten years of six symbols had 7 to 17. */
const LEAST_WORST = 8;
/** What lies beyond is rather a wrong price of the file. */
const MOST_WORST = 20;

const BUCKETS = 512;
/** A bucket is a fiftieth of the usual range; what lies beyond the last counts as the last. */
const PER_RANGE = 50;
/** The quantiles are read again after so many bars: they hardly move, and reading them costs more than a bar. */
const READ_EVERY = 240;
const RANGE_BARS = 14;

/** Class of each hour of the server's day: `sessionAt` by the hour, the hours of rollover as a whole. */
const CLASS_OF_HOUR = Uint8Array.from({ length: 24 }, (_, hour) => {
  if (hour === 0 || hour === 23) return SESSIONS.indexOf('rollover');
  if (hour < 10) return SESSIONS.indexOf('asia');
  if (hour < 15) return SESSIONS.indexOf('europe');
  return SESSIONS.indexOf(hour < 19 ? 'overlap' : 'america');
});

/**
 * Learns from a symbol's bars how far an exit may miss its stop: on every past bar a stop is imagined where
 * the bar before it closed, on both sides. What the open missed it by, and what a stop slips inside a bar of such
 * a range, goes into a histogram of its class of hour, in usual ranges, so that years of calm and of storm can
 * be pooled. The reserve is the highest of the classes' 99.9th percentiles, for a position lives through all of
 * them. The gap of a weekend is no such sample: it has a factor of its own, and its own past.
 *
 * Bars are read when somebody asks, each once: about 20 ns.
 *
 * @example createSlipReserve(series).pointsAt(5_000) // 38.2
 */
export function createSlipReserve(series: CandleSeries): SlipReserve {
  const counts = new Uint32Array(SESSIONS.length * BUCKETS);
  const samples = new Uint32Array(SESSIONS.length);
  /** The highest bucket of each class that holds anything. */
  const highest = new Uint32Array(SESSIONS.length);
  const inMinutes = Math.sqrt(timeframeMs(series.timeframe) / MINUTE_MS);
  const inside = Float64Array.from(SESSIONS, (each) => MINUTE_SHARE[each] / inMinutes);
  const barMs = timeframeMs(series.timeframe);
  const weekends = createSorted();
  let next = 0;
  let range = 0;
  let farthest = LEAST_WORST;
  let share = Math.max(...Object.values(ASSUMED));
  /** Bars that were known when the quantiles were read: always a whole number of `READ_EVERY`. */
  let readAt = 0;
  /** The server's day of the newest bar. */
  let dayFrom = 0;
  let dayTo = 0;

  function beginDay(opened: Instant): void {
    const day = tradingDayOf(opened);
    dayFrom = tradingDayStart(day);
    dayTo = tradingDayStart(day + 1);
  }

  /** Bars from the next one to `last`. One loop over plain variables: a call for each bar would box its figures. */
  function readTo(last: number): void {
    const { time, open, high, low, close, askOpen, askClose } = series;
    let ranged = range;
    let before = close[next - 1] ?? 0;
    let openedBefore = time[next - 1] ?? 0;
    for (let at = next; at <= last; at += 1) {
      const top = high[at] ?? 0;
      const bottom = low[at] ?? 0;
      const opened = time[at] ?? 0;
      if (at === 0) ranged = top - bottom;
      else {
        const askGap = (askOpen[at] ?? 0) - (askClose[at - 1] ?? 0);
        const gap = Math.max(0, before - (open[at] ?? 0), askGap);
        const isReopening = opened - openedBefore > DAY_MS + barMs;
        if (ranged > 0 && gap > farthest * ranged) farthest = Math.min(MOST_WORST, gap / ranged);
        if (ranged > 0 && isReopening) weekends.insert(gap / ranged);
        if (ranged > 0 && !isReopening) {
          if (opened >= dayTo || opened < dayFrom) beginDay(instant(opened));
          const kind = CLASS_OF_HOUR[Math.floor((opened - dayFrom) / HOUR_MS)] ?? 0;
          const slip = (gap + (inside[kind] ?? 0) * (top - bottom)) / ranged;
          const bucket = Math.min(BUCKETS - 1, Math.ceil(slip * PER_RANGE));
          counts[kind * BUCKETS + bucket] = (counts[kind * BUCKETS + bucket] ?? 0) + 1;
          samples[kind] = (samples[kind] ?? 0) + 1;
          if (bucket > (highest[kind] ?? 0)) highest[kind] = bucket;
        }
        const moved = Math.max(top, before) - Math.min(bottom, before);
        ranged += (moved - ranged) / Math.min(at + 1, RANGE_BARS);
      }
      before = close[at] ?? 0;
      openedBefore = opened;
    }
    range = ranged;
    next = last + 1;
  }

  function highestShare(): number {
    let most = 0;
    for (const [kind, name] of SESSIONS.entries()) {
      const known = samples[kind] ?? 0;
      const own = known < LEAST_STOPS ? ASSUMED[name] : quantile(kind, known);
      if (own > most) most = own;
    }
    return most;
  }

  /** The upper end of the bucket in which the quantile lies. */
  function quantile(kind: number, known: number): number {
    let beyond = Math.floor(known * (1 - QUANTILE));
    for (let bucket = highest[kind] ?? 0; bucket > 0; bucket -= 1) {
      beyond -= counts[kind * BUCKETS + bucket] ?? 0;
      if (beyond < 0) return bucket / PER_RANGE;
    }
    return 0;
  }

  return {
    pointsAt(index) {
      // By the bar alone, and not by when somebody asked: an account that goes on elsewhere has the same reserve.
      const mark = index + 1 - ((index + 1) % READ_EVERY);
      if (mark > readAt) {
        if (next < mark) readTo(mark - 1);
        share = highestShare();
        readAt = mark;
      }
      if (next <= index) readTo(index);
      return share * range;
    },
    overWeekend() {
      if (weekends.count() < LEAST_WEEKENDS) return 0;
      return weekends.at(Math.floor(weekends.count() * WEEKEND_QUANTILE)) * range;
    },
    worst: () => farthest * range,
    usualRange: () => range,
    samples: () =>
      Object.fromEntries(SESSIONS.map((name, kind) => [name, samples[kind] ?? 0])) as Record<
        HourClass,
        number
      >,
  };
}

/**
 * Reserves of many accounts on the same series: those that are at its newest bars read each bar once for all of them.
 * Whoever is behind, in fast time, reads alone until it has caught up.
 *
 * @returns gives each account its own view
 */
export function shareSlipReserves(): (series: CandleSeries) => SlipReserve {
  const shared = new WeakMap<CandleSeries, { reserve: SlipReserve; reached: number }>();

  return (series) => {
    let own: SlipReserve | null = null;
    let seen = { weekend: 0, worst: 0, range: 0 };

    function reserveAt(index: number): SlipReserve {
      let all = shared.get(series);
      if (!all) {
        all = { reserve: createSlipReserve(series), reached: -1 };
        shared.set(series, all);
      }
      if (index < all.reached) {
        own ??= createSlipReserve(series);
        return own;
      }
      all.reached = index;
      own = null;
      return all.reserve;
    }

    return {
      pointsAt(index) {
        const reserve = reserveAt(index);
        const points = reserve.pointsAt(index);
        // Kept: by the next question others may have led the reserve on.
        seen = {
          weekend: reserve.overWeekend(),
          worst: reserve.worst(),
          range: reserve.usualRange(),
        };
        return points;
      },
      overWeekend: () => seen.weekend,
      worst: () => seen.worst,
      usualRange: () => seen.range,
      samples: () => (own ?? shared.get(series)?.reserve ?? createSlipReserve(series)).samples(),
    };
  };
}

/** Gaps of past weekends in usual ranges, the largest last: moved as a block, for decades have thousands. */
function createSorted() {
  let figures = new Float64Array(256);
  let count = 0;
  return {
    count: () => count,
    at: (index: number) => figures[index] ?? 0,
    insert(figure: number): void {
      if (count === figures.length) {
        const longer = new Float64Array(2 * count);
        longer.set(figures);
        figures = longer;
      }
      let low = 0;
      let high = count;
      while (low < high) {
        const middle = (low + high) >> 1;
        if ((figures[middle] ?? 0) > figure) high = middle;
        else low = middle + 1;
      }
      figures.copyWithin(low + 1, low, count);
      figures[low] = figure;
      count += 1;
    },
  };
}

/** The least part of a stop's distance that is kept for slips, whatever the past says. */
export const LEAST_SHARE = 0.25;
/** A position that stays over the weekend, or across a listed event, may slip so many times as far. */
export const WEEKEND_TIMES = 3;
export const NEWS_TIMES = 2;

/** Points kept for one exit: never less than twice the spread of now. */
export function reservePoints(known: number, spread: number, times: number): number {
  return Math.max(known * times, 2 * spread);
}
