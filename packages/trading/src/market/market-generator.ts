import type { Instant } from '@quorate/values/instant';
import { HOUR_MS, instant } from '@quorate/values/instant';
import { ValueError } from '@quorate/values/value-error';
import type { CandleSeries, Timeframe } from './candle.ts';
import { timeframeMs } from './candle.ts';
import { createCandleBuilder } from './candle-builder.ts';
import { instantFromServerTime, serverTimeMs } from './new-york-clock.ts';
import { createNormal, createRandom } from './random.ts';
import { type Session, sessionAt } from './session.ts';
import { serverWeekday } from './trading-day.ts';

/** What a made-up market is to be like. */
export type GeneratedMarket = Readonly<{
  symbol: string;
  timeframe: Timeframe;
  digits: number;
  /** How many bars. */
  bars: number;
  /** No bar closes after it. */
  end: Instant;
  seed: number;
  /** Where the price begins, in points; by default 1.10000, 150.000 or 2000.00 by the digits. */
  startPoints?: number;
  typicalSpreadPoints?: number;
}>;

/** Prices within one bar. */
const STEPS_A_BAR = 12;
/** Deviation of an hour's return when nothing is going on: about 8% a year. */
export const HOURLY_DEVIATION = 0.00105;
const MEAN_REGIME_BARS = 60;

/** How much prices move in a session, in usual deviations. */
export const ACTIVITY: Readonly<Record<Session, number>> = {
  asia: 0.7,
  europe: 1.2,
  overlap: 1.5,
  america: 0.9,
  rollover: 0.5,
};
/** How wide the spread is, in typical ones. */
export const SPREAD: Readonly<Record<Session, number>> = {
  asia: 1.1,
  europe: 0.9,
  overlap: 0.8,
  america: 1,
  rollover: 10,
};

/**
 * A made-up market that behaves like one: trends and ranges that take turns, quiet and wild times that
 * cluster, busy and sleepy hours, closed weekends with a gap after them, spreads that widen at the
 * rollover. It knows nothing of the analysts, and is not made for them to win.
 *
 * The same settings give the same bars, to the point, on every machine.
 *
 * @throws ValueError for a number of bars that is not a whole number above 0
 * @example
 * generateMarket({ symbol: 'EURUSD', timeframe: 'H1', digits: 5, bars: 1500, end, seed: 7 });
 */
export function generateMarket(settings: GeneratedMarket): CandleSeries {
  const { symbol, timeframe, digits, bars, typicalSpreadPoints = 12 } = settings;
  if (!Number.isSafeInteger(bars) || bars < 1)
    throw new ValueError(`${bars} is not a number of bars`);
  const random = createRandom(settings.seed);
  const normal = createNormal(random);
  const nextRegime = createRegimes(random);
  const start = settings.startPoints ?? defaultStart(digits);
  const quiet = start * HOURLY_DEVIATION * Math.sqrt(timeframeMs(timeframe) / HOUR_MS);
  const builder = createCandleBuilder({ symbol, timeframe, digits }, bars);

  let price = start;
  let turbulence = 1;
  let before: Instant | undefined;
  for (const time of openTimes(timeframe, bars, settings.end)) {
    // Of the bar's middle: a daily bar opens at the rollover and is not all rollover.
    const session = sessionAt(instant(time + timeframeMs(timeframe) / 2));
    turbulence = clamp(0.94 * turbulence + 0.06 + 0.12 * normal(), 0.4, 2.5);
    const deviation = quiet * turbulence * ACTIVITY[session];
    if (before !== undefined && time - before > 24 * HOUR_MS) price += 2 * deviation * normal();
    before = time;
    const regime = nextRegime(price);
    const open = Math.round(price);
    let high = open;
    let low = open;
    for (let step = 0; step < STEPS_A_BAR; step += 1) {
      const pull = regime.drift * deviation + (regime.anchor - price) * regime.pull;
      price += pull / STEPS_A_BAR + (deviation / Math.sqrt(STEPS_A_BAR)) * normal();
      // Far below where any forex pair trades, so that a long run cannot reach zero.
      price = Math.max(price, start / 4);
      high = Math.max(high, Math.round(price));
      low = Math.min(low, Math.round(price));
    }
    const spread = Math.round(typicalSpreadPoints * SPREAD[session] * (0.8 + 0.5 * random()));
    builder.pushBid({ time, open, high, low, close: Math.round(price) }, Math.max(1, spread));
  }
  return builder.series;
}

/** What moves the price: a trend's drift in deviations a bar, or the pull of a range towards its middle. */
type Regime = Readonly<{ drift: number; anchor: number; pull: number }>;

function createRegimes(random: () => number): (price: number) => Regime {
  let regime: Regime | undefined;
  return (price) => {
    if (regime && random() >= 1 / MEAN_REGIME_BARS) return regime;
    const kind = random();
    const strength = 0.04 + 0.12 * random();
    if (kind < 0.3) regime = { drift: strength, anchor: price, pull: 0 };
    else if (kind < 0.6) regime = { drift: -strength, anchor: price, pull: 0 };
    else regime = { drift: 0, anchor: price, pull: 0.06 };
    return regime;
  };
}

/** Opening times of the last bars of the server's calendar that have closed by `end`, oldest first. */
function openTimes(timeframe: Timeframe, bars: number, end: Instant): Instant[] {
  const lengthMs = timeframeMs(timeframe);
  const times: Instant[] = [];
  let localMs = Math.floor(serverTimeMs(end) / lengthMs) * lengthMs;
  while (times.length < bars) {
    localMs -= lengthMs;
    const time = instantFromServerTime(localMs);
    const weekday = serverWeekday(time);
    if (weekday !== 0 && weekday !== 6) times.push(instant(time));
  }
  return times.reverse();
}

function defaultStart(digits: number): number {
  if (digits === 3) return 150_000;
  return digits === 2 ? 200_000 : Math.round(1.1 * 10 ** digits);
}

function clamp(value: number, least: number, most: number): number {
  return Math.min(most, Math.max(least, value));
}
