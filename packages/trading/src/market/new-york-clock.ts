import type { Instant } from '@quorate/values/instant';
import { HOUR_MS, instant } from '@quorate/values/instant';

/** The span in which New York keeps one offset from UTC. */
type Span = { from: number; to: number; offsetMs: number };

const ZONE = 'America/New_York';
const FAR_MS = 8.64e15;
const spans: Span[] = [];
let latest: Span | undefined;

/**
 * New York's offset from UTC, daylight saving included: -5 h or -4 h.
 *
 * The time zone database answers once for each half year; a loop over bars asks it a handful of times,
 * because looking a zone up costs microseconds.
 *
 * @returns milliseconds to add to UTC
 */
export function newYorkOffsetMs(moment: Instant): number {
  if (latest && moment >= latest.from && moment < latest.to) return latest.offsetMs;
  latest = spans.find((span) => moment >= span.from && moment < span.to) ?? lookUp(moment);
  return latest.offsetMs;
}

function lookUp(moment: Instant): Span {
  const there = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(ZONE);
  // A transition at this very moment is reported as the next one's predecessor only from a millisecond on.
  const after = there.add({ milliseconds: 1 });
  const span = {
    from: after.getTimeZoneTransition('previous')?.epochMilliseconds ?? -FAR_MS,
    to: there.getTimeZoneTransition('next')?.epochMilliseconds ?? FAR_MS,
    offsetMs: there.offsetNanoseconds / 1e6,
  };
  spans.push(span);
  return span;
}

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
