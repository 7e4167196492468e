import { DAY_MS, HOUR_MS, type Instant, instant } from '@quorate/values/instant';
import { type CandleSeries, timeframeMs } from '../candle.ts';
import type { CandleFault } from '../candle-faults.ts';
import { openMarketMs, serverTimeOfDayMs, tradingDayOf, tradingDayStart } from '../trading-day.ts';
import { EXAMPLES, type GuardFinding } from './guard-finding.ts';
import { momentText } from './moment-text.ts';

/** So much of an open market without a bar is a hole; a quiet night or half a holiday is less. */
const HOLE_MS = 8 * HOUR_MS;
/** A daily break of the market lasts between these; a minute without a quote is none. */
const BREAK_LEAST_MS = HOUR_MS / 4;
const BREAK_MS = 2 * HOUR_MS;

/** The gaps of a series, told apart by the trading calendar: holes, the market's daily break, and the rest. */
export function gapFindings(series: CandleSeries, gaps: readonly CandleFault[]): GuardFinding[] {
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
