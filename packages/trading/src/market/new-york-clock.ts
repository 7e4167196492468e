import type { Instant } from '@quorate/values/instant';
import { HOUR_MS, instant } from '@quorate/values/instant';
import { zoneOffset } from './zone-clock.ts';

/**
 * New York's offset from UTC, daylight saving included: -5 h or -4 h.
 *
 * @returns milliseconds to add to UTC
 */
export function newYorkOffsetMs(moment: Instant): number {
  newYork ??= zoneOffset('America/New_York');
  return newYork(moment);
}

/** Made at the first question: pages load this file in browsers that know no `Temporal`. */
let newYork: ((moment: Instant) => number) | undefined;

/**
 * Broker servers of the forex market run at New York + 7 h, so that the trading day changes at 17:00
 * New York: UTC+2, and UTC+3 while the USA keep daylight saving.
 *
 * @returns milliseconds to add to UTC
 */
export function serverOffsetMs(moment: Instant): number {
  return newYorkOffsetMs(moment) + 7 * HOUR_MS;
}

/**
 * The server's clock as a number: what it shows, read as though it were UTC.
 *
 * @example serverTimeMs(instantFromIso('2025-01-02T22:00:00Z')) // Date.UTC(2025, 0, 3, 0, 0)
 */
export function serverTimeMs(moment: Instant): number {
  return moment + serverOffsetMs(moment);
}

/**
 * Turns a time of the server's clock, such as an MT5 bar's, into UTC. Of an hour that the clock shows
 * twice the first is meant; an hour that it skips counts on from the time before. Both happen on a
 * Sunday morning when the market is closed.
 *
 * @param localMs what the server's clock shows, read as though it were UTC
 * @example instantFromServerTime(Date.UTC(2025, 0, 2, 0, 0)) // 2025-01-01T22:00:00Z
 */
export function instantFromServerTime(localMs: number): Instant {
  const summer = instant(localMs - 3 * HOUR_MS);
  if (serverTimeMs(summer) === localMs) return summer;
  return instant(localMs - 2 * HOUR_MS);
}
