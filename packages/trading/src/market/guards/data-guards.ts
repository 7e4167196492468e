import { DAY_MS, HOUR_MS, type Instant, instant } from '@quorate/values/instant';
import { type CandleSeries, timeframeMs } from '../candle.ts';
import { type CandleFault, candleFaults } from '../candle-faults.ts';
import { instantFromServerTime, serverTimeMs } from '../new-york-clock.ts';
import {
  openMarketMs,
  serverTimeOfDayMs,
  serverWeekday,
  tradingDayOf,
  tradingDayStart,
  tradingWeekOf,
} from '../trading-day.ts';
import { EXAMPLES, type GuardFinding, type GuardKind } from './guard-finding.ts';

/**
 * Looks a series over before anything is traded on it: holes against the trading calendar, crossed
 * quotes, broken bars, a clock that does not fit, bars unlike their neighbours.
 *
 * @param zone how the times were read; the other one is suggested where it fits better
 * @param whole the series that it is a part of: whether the clock fits shows over many weeks
 * @returns nothing for a clean series
 * @example guardSeries(series, 'utc').map(({ message }) => message)
 */
export function guardSeries(
  series: CandleSeries,
  zone: 'server' | 'utc',
  whole = series,
): GuardFinding[] {
  const faults = candleFaults(series);
  const crossed = faults.filter(({ kind }) => kind === 'crossed-quote');
  const broken = faults.filter(({ kind }) => kind !== 'gap' && kind !== 'crossed-quote');
  return [
    ...clockFindings(whole, zone),
    ...gapFindings(
      series,
      faults.filter(({ kind }) => kind === 'gap'),
    ),
    ...bars('crossed-quotes', crossed, 'have an ask below their bid; nothing is traded on them'),
    ...bars('broken-bars', broken, 'repeat, run backwards or contradict themselves'),
    ...outlierFindings(series),
  ];

  function bars(kind: GuardKind, found: readonly { time: number }[], what: string): GuardFinding[] {
    const [first] = found;
    const last = found.at(-1);
    if (!first || !last) return [];
    const span =
      found.length === 1
        ? momentText(first.time)
        : `from ${momentText(first.time)} to ${momentText(last.time)}`;
    const message = `${series.symbol}: ${found.length} of ${series.length} bars ${what} (${span}).`;
    return [{ kind, level: 'warning', count: found.length, message }];
  }
}

/** A bar this many times as high as its neighbours have been is looked at. */
const FACTOR = 25;
/** Bars that the average remembers. */
const MEMORY = 100;

/**
 * Bars whose range is many times that of the bars before them: news, or a wrong price. They are told and
 * traded on, because the worst moments of a market look like this, too.
 */
function outlierFindings(series: CandleSeries): GuardFinding[] {
  const { high, low, time, length, symbol } = series;
  const found: number[] = [];
  let average = 0;
  for (let index = 0; index < length; index += 1) {
    const range = (high[index] ?? 0) - (low[index] ?? 0);
    if (index >= MEMORY && range > FACTOR * Math.max(1, average)) found.push(index);
    const weight = index < MEMORY ? 1 / (index + 1) : 1 / MEMORY;
    // An outlier must not hide the next one.
    average +=
      weight * (Math.min(range, index < MEMORY ? range : 5 * Math.max(1, average)) - average);
  }
  if (found.length === 0) return [];
  const named = found
    .toSorted((a, b) => rangeAt(b) - rangeAt(a) || a - b)
    .slice(0, EXAMPLES)
    .map((index) => `${momentText(time[index] ?? 0)}: ${rangeAt(index)} points`);
  const message =
    `${symbol}: ${found.length} ${found.length === 1 ? 'bar is' : 'bars are'} more than ${FACTOR} times as high as the ` +
    `${MEMORY} before (${named.join('; ')}${found.length > EXAMPLES ? '; …' : ''}).`;
  return [{ kind: 'outliers', level: 'note', count: found.length, message }];

  function rangeAt(index: number): number {
    return (high[index] ?? 0) - (low[index] ?? 0);
  }
}

type Zone = 'server' | 'utc';

/** Weeks that begin at another hour than most: more than this share means another clock, not a holiday. */
const ODD_WEEKS = 0.1;

/**
 * Whether the clock fits the market: no bar on a weekend, and every week begun at the same hour. A file
 * read on the wrong clock has its Friday nights on Saturday, or its Sunday evenings on Sunday; one whose
 * clock changes with Europe's summer begins some weeks an hour off.
 */
function clockFindings(series: CandleSeries, zone: Zone): GuardFinding[] {
  // Bars of a day say nothing about hours.
  if (series.length === 0 || timeframeMs(series.timeframe) >= DAY_MS) return [];
  const weekend = weekendBars(series, (time) => time);
  const starts = weekStartFindings(series);
  // A clock an hour late now and then leaves an hour of some Fridays on Saturday, too.
  if (weekend <= Math.max(2, series.length * 0.0005)) return starts;
  const { fits, finding } = weekendFinding(series, zone, weekend);
  return fits || starts.length === 0 ? [finding] : starts;
}

/** Whether the other zone fits, and the sentence on it. */
function weekendFinding(
  series: CandleSeries,
  zone: Zone,
  weekend: number,
): { fits: boolean; finding: GuardFinding } {
  const other: Zone = zone === 'utc' ? 'server' : 'utc';
  const reread =
    zone === 'utc'
      ? (time: number) => instantFromServerTime(time)
      : (time: number) => serverTimeMs(instant(time));
  const otherwise = weekendBars(series, reread);
  const fits = otherwise < weekend / 10;
  const advice = fits
    ? `read as ${other} there are ${otherwise}: try --zone ${other}`
    : `read as ${other} there are ${otherwise}, so the file is on a third clock`;
  const message = `${series.symbol}: ${weekend} of ${series.length} bars fall on a weekend when times are read as ${zone}; ${advice}.`;
  return { fits, finding: { kind: 'weekend-bars', level: 'warning', count: weekend, message } };
}

function weekendBars(series: CandleSeries, read: (time: number) => number): number {
  let found = 0;
  for (let index = 0; index < series.length; index += 1) {
    const weekday = serverWeekday(instant(read(series.time[index] ?? 0)));
    if (weekday === 0 || weekday === 6) found += 1;
  }
  return found;
}

function weekStartFindings(series: CandleSeries): GuardFinding[] {
  const hours = new Map<number, number>();
  let week = Number.NaN;
  let weeks = 0;
  for (let index = 0; index < series.length; index += 1) {
    const time = instant(series.time[index] ?? 0);
    const own = tradingWeekOf(time);
    if (own === week) continue;
    week = own;
    // The first week may begin anywhere, and one that begins on Tuesday had a holiday.
    if (index === 0 || serverWeekday(time) !== 1) continue;
    const hour = Math.floor(serverTimeOfDayMs(time) / HOUR_MS);
    hours.set(hour, (hours.get(hour) ?? 0) + 1);
    weeks += 1;
  }
  const ranked = [...hours].toSorted((a, b) => b[1] - a[1]);
  const [usual, odd] = ranked;
  if (!usual || !odd || weeks < 8 || odd[1] < Math.max(2, weeks * ODD_WEEKS)) return [];
  const clock = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
  const message =
    `${series.symbol}: ${usual[1]} weeks begin at ${clock(usual[0])} server time and ${odd[1]} at ${clock(odd[0])}; ` +
    'the clock of the file changes on other dates than New York.';
  return [{ kind: 'week-start', level: 'warning', count: odd[1], message }];
}

/** A moment in UTC to the minute. @example momentText(0) // '1970-01-01 00:00 UTC' */
export function momentText(moment: number): string {
  return `${new Date(moment).toISOString().slice(0, 16).replace('T', ' ')} UTC`;
}

/** So much of an open market without a bar is a hole; a quiet night or half a holiday is less. */
const HOLE_MS = 8 * HOUR_MS;
/** A daily break of the market lasts between these; a minute without a quote is none. */
const BREAK_LEAST_MS = HOUR_MS / 4;
const BREAK_MS = 2 * HOUR_MS;

/** The gaps of a series, told apart by the trading calendar: holes, the market's daily break, and the rest. */
function gapFindings(series: CandleSeries, gaps: readonly CandleFault[]): GuardFinding[] {
  const stepMs = timeframeMs(series.timeframe);
  const holes: { from: number; to: number; missing: number }[] = [];
  const short: { from: number; missing: number; hour: number }[] = [];
  for (const { index, time } of gaps) {
    const from = instant((series.time[index - 1] ?? 0) + stepMs);
    const missingMs = unexplainedMs(from, time);
    const missing = Math.floor(missingMs / stepMs);
    if (missing < 1) continue;
    if (missingMs >= HOLE_MS) holes.push({ from, to: time, missing });
    else {
      const hour =
        missingMs >= BREAK_LEAST_MS && missingMs <= BREAK_MS
          ? Math.floor(serverTimeOfDayMs(from) / HOUR_MS)
          : -1;
      short.push({ from, missing, hour });
    }
  }
  const breakHour = commonBreak(series, short);
  const breaks = short.filter(({ hour }) => breakHour !== null && hour === breakHour);
  const rest = short.filter(({ hour }) => breakHour === null || hour !== breakHour);
  return [
    ...holes.slice(0, EXAMPLES * 3).map(({ from, to, missing }): GuardFinding => {
      const message = `${series.symbol}: a hole of ${missing} ${series.timeframe} bars, ${momentText(from)} to ${momentText(to)}.`;
      return { kind: 'hole', level: 'warning', count: missing, message };
    }),
    ...moreHoles(series, holes.slice(EXAMPLES * 3)),
    ...(breaks.length > 0 ? [breakNote(series, breaks.length, breakHour ?? 0)] : []),
    ...shortNote(series, rest),
  ];
}

/** The hour of the server's day at which most short gaps begin, where it is a daily habit. */
function commonBreak(series: CandleSeries, short: readonly { hour: number }[]): number | null {
  const counts = new Map<number, number>();
  for (const { hour } of short) if (hour >= 0) counts.set(hour, (counts.get(hour) ?? 0) + 1);
  const [best] = [...counts].toSorted((a, b) => b[1] - a[1]);
  const spanMs = (series.time[series.length - 1] ?? 0) - (series.time[0] ?? 0);
  const weekdays = (spanMs / (24 * HOUR_MS)) * (5 / 7);
  return best && best[1] >= 20 && best[1] >= weekdays * 0.3 ? best[0] : null;
}

function moreHoles(series: CandleSeries, left: readonly { missing: number }[]): GuardFinding[] {
  if (left.length === 0) return [];
  const missing = left.reduce((sum, hole) => sum + hole.missing, 0);
  const message = `${series.symbol}: ${left.length} more holes, ${missing} ${series.timeframe} bars in all.`;
  return [{ kind: 'hole', level: 'warning', count: missing, message }];
}

function breakNote(series: CandleSeries, count: number, hour: number): GuardFinding {
  const clock = `${String(hour).padStart(2, '0')}:00`;
  const message = `${series.symbol}: ${count} short gaps in the hour of ${clock} server time: the market's daily break.`;
  return { kind: 'daily-break', level: 'note', count, message };
}

function shortNote(
  series: CandleSeries,
  rest: readonly { from: number; missing: number }[],
): GuardFinding[] {
  const longest = rest.reduce<(typeof rest)[number] | null>(
    (most, gap) => (most === null || gap.missing > most.missing ? gap : most),
    null,
  );
  if (!longest) return [];
  const missing = rest.reduce((sum, gap) => sum + gap.missing, 0);
  const message =
    `${series.symbol}: ${rest.length} short ${rest.length === 1 ? 'gap' : 'gaps'}, ${missing} ${series.timeframe} ${missing === 1 ? 'bar' : 'bars'} in all; ` +
    `the longest is of ${longest.missing}, from ${momentText(longest.from)}.`;
  return [{ kind: 'short-gaps', level: 'note', count: rest.length, message }];
}

/** Month and day of server days on which the market is shut or all but empty, the days around included. */
const QUIET_DAYS = new Set(['12-24', '12-25', '12-26', '12-31', '01-01', '01-02']);

/** Whether nobody wonders about missing bars on this trading day: Christmas, New Year, Good Friday. */
function isHoliday(day: number): boolean {
  const date = new Date(day * DAY_MS);
  return (
    QUIET_DAYS.has(date.toISOString().slice(5, 10)) || day === goodFriday(date.getUTCFullYear())
  );
}

/** Time of an open market between two moments that no holiday explains, in milliseconds. */
function unexplainedMs(from: Instant, to: Instant): number {
  let open = openMarketMs(from, to);
  const last = tradingDayOf(to);
  for (let day = tradingDayOf(from); day <= last; day += 1) {
    // A hole of years is one whatever its holidays; there is no need to count them all.
    if (day - tradingDayOf(from) > 400) break;
    if (!isHoliday(day)) continue;
    const begins = Math.max(from, tradingDayStart(day));
    const ends = Math.min(to, tradingDayStart(day + 1));
    open -= openMarketMs(instant(begins), instant(ends));
  }
  return open;
}

/**
 * Good Friday as a count of days from 1970, by the rule for Easter in the Gregorian calendar: the Sunday
 * after the full moon on or after 21 March, the moon reckoned in cycles of 19 years.
 */
function goodFriday(year: number): number {
  const golden = year % 19;
  const century = Math.floor(year / 100);
  const solar = century - Math.floor(century / 4) - Math.floor((8 * century + 13) / 25);
  const epact = (((solar + 19 * golden + 15) % 30) + 30) % 30;
  const late = epact === 29 || (epact === 28 && golden > 10) ? 1 : 0;
  const fullMoon = Date.UTC(year, 2, 21 + epact - late) / DAY_MS;
  // 1970-01-01 was a Thursday: day 3 of the count is the first Sunday.
  const daysToSunday = 7 - ((((fullMoon - 3) % 7) + 7) % 7);
  return fullMoon + daysToSunday - 2;
}
