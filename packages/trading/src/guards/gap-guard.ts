import { HOUR_MS, instant } from '@quorate/values/instant';
import { type CandleSeries, timeframeMs } from '../candle.ts';
import type { CandleFault } from '../candle-faults.ts';
import { serverTimeOfDayMs } from '../trading-day.ts';
import { EXAMPLES, type GuardFinding } from './guard-finding.ts';
import { unexplainedMs } from './holidays.ts';
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
