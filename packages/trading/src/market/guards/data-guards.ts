import { DAY_MS, HOUR_MS, instant } from '@quorate/values/instant';
import { type CandleSeries, timeframeMs } from '../candle.ts';
import { candleFaults } from '../candle-faults.ts';
import { instantFromServerTime, serverTimeMs } from '../new-york-clock.ts';
import { serverTimeOfDayMs, serverWeekday, tradingWeekOf } from '../trading-day.ts';
import { gapFindings } from './gap-guard.ts';
import { EXAMPLES, type GuardFinding, type GuardKind } from './guard-finding.ts';
import { momentText } from './moment-text.ts';

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
