import type { Instant } from '@quorate/values/instant';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '@quorate/values/instant';
import { instantFromServerTime, serverTimeMs } from './new-york-clock.ts';

/** Days from Thursday 1 January 1970 to the first Monday of the count. */
const FIRST_MONDAY = 4;

/**
 * The trading day of a moment, counted from 1970-01-01 by the server's calendar. It begins at the
 * server's midnight, 17:00 in New York.
 */
export function tradingDayOf(moment: Instant): number {
  if (moment >= latest.from && moment < latest.to) return latest.day;
  const day = Math.floor(serverTimeMs(moment) / DAY_MS);
  // Bars come in order: the next thousand moments are asked about lie in this day. Its ends are midnights of
  // the server, at which New York never changes its clocks.
  latest = { day, from: tradingDayStart(day), to: tradingDayStart(day + 1) };
  return day;
}

let latest = { day: Number.NaN, from: Number.NaN, to: Number.NaN };

/** The trading week, counted from that of Monday 5 January 1970. It begins on Monday 00:00 server time. */
export function tradingWeekOf(moment: Instant): number {
  return Math.floor((tradingDayOf(moment) - FIRST_MONDAY) / 7);
}

/** When a trading day begins, in UTC. @param day as `tradingDayOf` counts */
export function tradingDayStart(day: number): Instant {
  return instantFromServerTime(day * DAY_MS);
}

/** When a trading week begins, in UTC. @param week as `tradingWeekOf` counts */
export function tradingWeekStart(week: number): Instant {
  return tradingDayStart(week * 7 + FIRST_MONDAY);
}

/** Calendar day of a trading day. @example tradingDayName(tradingDayOf(moment)) // '2025-01-03' */
export function tradingDayName(day: number): string {
  return new Date(day * DAY_MS).toISOString().slice(0, 10);
}

/** 0 is Sunday, 1 Monday, … 6 Saturday, by the server's calendar. */
export function serverWeekday(moment: Instant): number {
  return weekdayOf(tradingDayOf(moment));
}

function weekdayOf(day: number): number {
  return (((day + FIRST_MONDAY) % 7) + 7) % 7;
}

/** Milliseconds since the server's midnight. */
export function serverTimeOfDayMs(moment: Instant): number {
  const time = serverTimeMs(moment) % DAY_MS;
  return time < 0 ? time + DAY_MS : time;
}

/** From Friday 23:00 server time to Monday 00:00: too close to the weekend's gap to open anything. */
export function isWeekendRisk(moment: Instant): boolean {
  const weekday = serverWeekday(moment);
  if (weekday === 6 || weekday === 0) return true;
  return weekday === 5 && serverTimeOfDayMs(moment) >= 23 * HOUR_MS;
}

/**
 * From 23:55 to 01:00 server time, when banks roll positions over: spreads are ten times as wide
 * (about 39 points on EURUSD against 3) and stops are hit by the spread alone.
 */
export function isRollover(moment: Instant): boolean {
  const time = serverTimeOfDayMs(moment);
  return time < HOUR_MS || time >= DAY_MS - 5 * MINUTE_MS;
}

const WEDNESDAY = 3;

/**
 * Nights of swap between two moments of a server's clock, as brokers charge them: one for each midnight from
 * Monday to Friday, and three for Wednesday's, which pays for the weekend.
 *
 * @param fromMs and toMs what the clock shows, read as though it were UTC
 * @example swapNights(serverTimeMs(tuesdayNoon), serverTimeMs(thursdayNoon)) // 4
 */
export function swapNights(fromMs: number, toMs: number): number {
  const last = Math.floor(toMs / DAY_MS);
  let nights = 0;
  for (let day = Math.floor(fromMs / DAY_MS); day < last; day += 1) {
    const weekday = weekdayOf(day);
    if (weekday !== 0 && weekday !== 6) nights += weekday === WEDNESDAY ? 3 : 1;
  }
  return nights;
}

/**
 * How long the forex market was open between two moments: all of it but server Saturdays and Sundays.
 *
 * @returns milliseconds, 0 when `to` is not after `from`
 */
export function openMarketMs(from: Instant, to: Instant): number {
  return Math.max(0, openMsUntil(serverTimeMs(to)) - openMsUntil(serverTimeMs(from)));
}

/**
 * The moment at which the market has been open for so long. What begins on a weekend begins on Monday.
 *
 * @example addOpenMarket(fridayEvening, 24 * HOUR_MS) // Monday evening
 */
export function addOpenMarket(from: Instant, openMs: number): Instant {
  const open = openMsUntil(serverTimeMs(from)) + openMs;
  const week = Math.floor(open / (5 * DAY_MS));
  const serverMs = (FIRST_MONDAY + 7 * week) * DAY_MS + (open - week * 5 * DAY_MS);
  return instantFromServerTime(serverMs);
}

/** New York changes its clocks on Sundays, so that every server week has the same 120 open hours. */
function openMsUntil(serverMs: number): number {
  const sinceMonday = serverMs - FIRST_MONDAY * DAY_MS;
  const week = Math.floor(sinceMonday / (7 * DAY_MS));
  return week * 5 * DAY_MS + Math.min(sinceMonday - week * 7 * DAY_MS, 5 * DAY_MS);
}
