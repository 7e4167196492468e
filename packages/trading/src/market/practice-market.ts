import { DAY_MS, HOUR_MS, type Instant, instant, MINUTE_MS } from '@quorate/values/instant';
import type { CandleSeries } from './candle.ts';
import { createCandleBuilder } from './candle-builder.ts';
import { ACTIVITY, HOURLY_DEVIATION, SPREAD } from './market-generator.ts';
import { createNormal, createRandom } from './random.ts';
import { sessionAt } from './session.ts';
import { serverWeekday, tradingDayOf, tradingDayStart } from './trading-day.ts';

/** What is really going on in a practice market: who follows trends, or fades them, is right more often in it. */
export type PracticeRegime = 'rise' | 'fall' | 'range' | 'chance';

/** A release of made-up news: the price jumps at that moment, and the spread is wide around it. */
export type PracticeNews = Readonly<{ at: Instant; importance: 'high' | 'medium' }>;

/** A market that never ends, made up as time goes by. */
export type PracticeMarket = Readonly<{
  /** Closed five-minute bars, oldest first; one object for its whole life. */
  series: CandleSeries;
  /** Makes the bars that have closed by then. @returns how many */
  advance(now: Instant): number;
  /** What was going on in a bar. */
  regimeAt(index: number): PracticeRegime;
  /** Made-up news of a trading day, known beforehand as real news is. @param day as `tradingDayOf` counts */
  newsOf(day: number): readonly PracticeNews[];
}>;

export type PracticeSettings = Readonly<{
  symbol: string;
  digits: number;
  /** The market opens with the first bar that is not before. */
  from: Instant;
  seed: number;
  startPoints: number;
  typicalSpreadPoints: number;
}>;

const BAR_MS = 5 * MINUTE_MS;
const STEPS_A_BAR = 6;

/** Each a quarter of the time, for so many hours in the middle, and never less than a day. */
const REGIMES: readonly PracticeRegime[] = ['rise', 'fall', 'range', 'chance'];
const MEAN_HOURS = 90;
const LEAST_HOURS = 24;
/** What a trend goes in an hour, and how much of the way back to its middle a range goes, in deviations of an hour. */
const TREND_AN_HOUR = 0.18;
const RANGE_PULL_AN_HOUR = 0.07;
/** Of the way back to the first price, in a bar: a fifth in a year. */
const HOME_A_BAR = 3e-6;

/**
 * A made-up market for practice, with the rhythm of a real one: sessions, quiet and wild times that cluster, spreads
 * that widen at the rollover and around news, weekends with a gap after them, and releases that make it jump. In
 * three quarters of its time it trends or ranges, so that who follows trends, or fades them, is right about 60 times
 * of 100 there; in the rest nobody can know anything. Whoever shows its figures says so.
 *
 * The same settings give the same bars on every machine, in whatever steps time goes by.
 *
 * @example
 * const market = createPracticeMarket(settings);
 * market.advance(clock.now()); // 288 bars a day
 */
export function createPracticeMarket(settings: PracticeSettings): PracticeMarket {
  const { symbol, digits, seed, startPoints, typicalSpreadPoints } = settings;
  const random = createRandom(seed);
  const normal = createNormal(random);
  const builder = createCandleBuilder({ symbol, timeframe: 'M5', digits }, 4_096);
  const regimes: PracticeRegime[] = [];
  const quiet = startPoints * HOURLY_DEVIATION * Math.sqrt(BAR_MS / HOUR_MS);
  const hourly = startPoints * HOURLY_DEVIATION;
  let price = startPoints;
  let turbulence = 1;
  let before: number | null = null;
  let opensAt = nextOpen(Math.ceil(settings.from / BAR_MS) * BAR_MS);
  let regime: PracticeRegime = 'chance';
  let anchor = price;
  let regimeBars = 0;

  function nextRegime(): void {
    regime = REGIMES[Math.floor(random() * REGIMES.length)] ?? 'chance';
    anchor = price;
    const more = -Math.log(1 - random()) * (MEAN_HOURS - LEAST_HOURS);
    regimeBars = Math.round(((LEAST_HOURS + more) * HOUR_MS) / BAR_MS);
  }

  function push(time: number): void {
    if (regimeBars === 0) nextRegime();
    regimeBars -= 1;
    const opened = instant(time);
    const session = sessionAt(opened);
    turbulence = Math.min(2.5, Math.max(0.4, 0.99 * turbulence + 0.01 + 0.035 * normal()));
    const deviation = quiet * turbulence * ACTIVITY[session];
    if (before !== null && time - before > DAY_MS) price += 12 * deviation * normal();
    before = time;
    const news = newsOf(tradingDayOf(opened)).find(({ at }) => at === time);
    if (news) price += (news.importance === 'high' ? 9 : 5) * deviation * normal();
    // Over years a price comes back to where its pair trades.
    price += (startPoints - price) * HOME_A_BAR;
    const open = Math.round(price);
    let high = open;
    let low = open;
    for (let step = 0; step < STEPS_A_BAR; step += 1) {
      price += pullAn(STEPS_A_BAR) + (deviation / Math.sqrt(STEPS_A_BAR)) * normal();
      high = Math.max(high, Math.round(price));
      low = Math.min(low, Math.round(price));
    }
    const wide = news ? 4 : 1;
    const spread = Math.round(
      typicalSpreadPoints * SPREAD[session] * wide * (0.8 + 0.5 * random()),
    );
    builder.pushBid(
      { time: opened, open, high, low, close: Math.round(price) },
      Math.max(1, spread),
    );
    regimes.push(regime);
  }

  function pullAn(steps: number): number {
    const share = BAR_MS / HOUR_MS / steps;
    if (regime === 'rise') return TREND_AN_HOUR * hourly * share;
    if (regime === 'fall') return -TREND_AN_HOUR * hourly * share;
    return regime === 'range' ? (anchor - price) * RANGE_PULL_AN_HOUR * share : 0;
  }

  function newsOf(day: number): readonly PracticeNews[] {
    const chance = createRandom(seed ^ Math.imul(day, 0x9e3779b1));
    const starts = tradingDayStart(day);
    const all: PracticeNews[] = [];
    // 10:00 and 15:30 of the server: late morning in Europe, and when figures of the United States come.
    if (chance() < 0.25) all.push({ at: instant(starts + 10 * HOUR_MS), importance: 'medium' });
    if (chance() < 0.3)
      all.push({ at: instant(starts + 15 * HOUR_MS + 30 * MINUTE_MS), importance: 'high' });
    return all;
  }

  return {
    series: builder.series,
    advance(now) {
      const had = builder.series.length;
      while (opensAt + BAR_MS <= now) {
        push(opensAt);
        opensAt = nextOpen(opensAt + BAR_MS);
      }
      return builder.series.length - had;
    },
    regimeAt: (index) => regimes[index] ?? 'chance',
    newsOf,
  };
}

/** The market is shut on the server's Saturday and Sunday. */
function nextOpen(time: number): number {
  const weekday = serverWeekday(instant(time));
  if (weekday !== 6 && weekday !== 0) return time;
  const day = tradingDayOf(instant(time));
  return tradingDayStart(day + (weekday === 6 ? 2 : 1));
}
