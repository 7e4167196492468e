import {
  type CandleSeries,
  closeTimeAt,
  firstAtOrAfter,
  timeframeMs,
} from '@quorate/trading/market/candle';
import { serverWeekday } from '@quorate/trading/market/trading-day';
import { DAY_MS, HOUR_MS, type Instant, instant, MINUTE_MS } from '@quorate/values/instant';

/** Bars before the first that is traded on, from which the indicators are read. */
const READ_BEFORE = 1_000;
/** In fast time an hour of the market passes in a second. */
const FAST_HOUR_MS = 1_000;

/** The bars of an account in the order in which they close; several of one moment come in the order of the series. */
export type HostedBars = Readonly<{
  readFrom: readonly number[];
  warmUp: readonly number[];
  /** The next bar that has closed; null where none has. */
  peek(): Readonly<{ series: number; index: number; closes: Instant; more: boolean }> | null;
  /** When the next bar closes by the market's clock, though nobody has it yet. */
  nextClose(): Instant;
  take(series: number): void;
}>;

/** @param after close of the newest bar that was traded on, or when the account began */
export function createHostedBars(series: readonly CandleSeries[], after: Instant): HostedBars {
  const next = series.map((bars) => firstAtOrAfter(bars, after - timeframeMs(bars.timeframe) + 1));
  const warmUp = [...next];
  const readFrom = warmUp.map((index) => Math.max(0, index - READ_BEFORE));
  const shortest = Math.min(...series.map(({ timeframe }) => timeframeMs(timeframe)));
  let newest = after;

  return {
    warmUp,
    readFrom,
    peek() {
      let found: { series: number; index: number; closes: Instant } | null = null;
      let more = false;
      for (const [at, bars] of series.entries()) {
        const index = next[at] ?? 0;
        if (index >= bars.length) continue;
        const closes = closeTimeAt(bars, index);
        if (!found || closes < found.closes) {
          found = { series: at, index, closes };
          more = false;
        } else if (closes === found.closes) more = true;
      }
      return found && { ...found, more };
    },
    nextClose() {
      let opens = Math.floor(newest / shortest) * shortest;
      while (isWeekend(opens)) opens += shortest;
      return instant(opens + shortest);
    },
    take(at) {
      const index = next[at] ?? 0;
      const bars = series[at];
      if (bars) newest = closeTimeAt(bars, index);
      next[at] = index + 1;
    },
  };
}

/** The market is shut on the server's Saturday and Sunday. */
function isWeekend(at: number): boolean {
  const weekday = serverWeekday(instant(at));
  return weekday === 0 || weekday === 6;
}

/**
 * When a bar is due by the clock, of an account in fast time: so long after the bar before it as its part of an hour
 * is of a second. A closed market takes no longer than an hour does.
 */
export function fastDueAt(
  lastDue: Instant,
  before: Instant,
  closes: Instant,
  hourMs = FAST_HOUR_MS,
): Instant {
  const step = Math.min(HOUR_MS, Math.max(0, closes - before));
  return instant(Math.round(lastDue + (step / HOUR_MS) * hourMs));
}

/** The demo goes through its first weeks in fast time: whoever comes finds a record. */
const DEMO_FILLED_MS = 28 * DAY_MS;
const DEMO_BAR_MS = 5 * MINUTE_MS;

/**
 * When a bar of the live demo is due by the clock: in fast time at first, then a minute for five of its market. Not
 * even a weekend takes longer than a bar.
 */
export function demoDueAt(
  lastDue: Instant,
  before: Instant,
  closes: Instant,
  { began, fastHourMs }: Readonly<{ began: Instant; fastHourMs: number | undefined }>,
): Instant {
  if (closes - began < DEMO_FILLED_MS) return fastDueAt(lastDue, before, closes, fastHourMs);
  const step = Math.min(DEMO_BAR_MS, Math.max(0, closes - before));
  return instant(Math.round(lastDue + (step / DEMO_BAR_MS) * MINUTE_MS));
}
