import { type Instant, instant } from '@quorate/values/instant';

/** The span in which a zone keeps one offset from UTC. */
type Span = Readonly<{ from: number; to: number; offsetMs: number }>;

const FAR_MS = 8.64e15;
const clocks = new Map<string, (moment: Instant) => number>();

/**
 * A zone's offset from UTC, summer time included.
 *
 * The time zone database answers once for each span between two changes; a loop over bars asks it a handful of
 * times, because looking a zone up costs microseconds.
 *
 * @returns a function that gives the milliseconds to add to UTC
 * @throws RangeError when the zone is not known
 * @example zoneOffset('Europe/Prague')(instantFromIso('2025-07-01T12:00:00Z')) // 7_200_000
 */
export function zoneOffset(zone: string): (moment: Instant) => number {
  const found = clocks.get(zone);
  if (found) return found;
  // Asked at once, so that a zone that is not known is not kept.
  let latest = lookUp(zone, instant(0));
  /** In the order of time: a replay of a century walks through hundreds. */
  const spans = [latest];
  const clock = (moment: Instant): number => {
    if (moment >= latest.from && moment < latest.to) return latest.offsetMs;
    let low = 0;
    let high = spans.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((spans[middle]?.to ?? 0) > moment) high = middle;
      else low = middle + 1;
    }
    const next = spans[low];
    latest = next && moment >= next.from ? next : lookUp(zone, moment);
    if (latest !== next) spans.splice(low, 0, latest);
    return latest.offsetMs;
  };
  clocks.set(zone, clock);
  return clock;
}

function lookUp(zone: string, moment: Instant): Span {
  const there = Temporal.Instant.fromEpochMilliseconds(moment).toZonedDateTimeISO(zone);
  // A transition at this very moment is reported as the next one's predecessor only from a millisecond on.
  const after = there.add({ milliseconds: 1 });
  return {
    from: after.getTimeZoneTransition('previous')?.epochMilliseconds ?? -FAR_MS,
    to: there.getTimeZoneTransition('next')?.epochMilliseconds ?? FAR_MS,
    offsetMs: there.offsetNanoseconds / 1e6,
  };
}
