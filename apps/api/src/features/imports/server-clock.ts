import type { ServerClock } from '@quorate/contract/trade-import';
import { instantFromServerTime, serverOffsetMs } from '@quorate/trading/new-york-clock';
import { instant, MINUTE_MS } from '@quorate/values/instant';

/** What the trading server's clock shows. */
export type ClockChoice = Readonly<
  { kind: 'new_york_plus_7' } | { kind: 'fixed'; offsetMinutes: number }
>;

export const USUAL_CLOCK: ClockChoice = { kind: 'new_york_plus_7' };

export function clockOf(query: {
  clock: ServerClock;
  offset_minutes?: number | undefined;
}): ClockChoice {
  return query.clock === 'fixed'
    ? { kind: 'fixed', offsetMinutes: query.offset_minutes ?? 0 }
    : USUAL_CLOCK;
}

/** @param serverMs what the clock showed, as though it were UTC. @returns milliseconds of UTC */
export function utcFromServer(serverMs: number, clock: ClockChoice): number {
  return clock.kind === 'fixed'
    ? serverMs - clock.offsetMinutes * MINUTE_MS
    : instantFromServerTime(serverMs);
}

/** A moment known from the bot, and what the report says the server's clock showed then. */
export type ClockSample = Readonly<{ utcMs: number; serverMs: number }>;

/** Seconds are cut off in places. */
const TOLERANCE_MS = 2_000;
const OFFSET_STEP_MINUTES = 15;
/** A few rows may be wrong in other ways. */
const AGREEMENT = 0.95;

/**
 * The clock on which a report and the bot agree about the same trades; null when they tell nothing. Its
 * usual form is tried first: in half a year a fixed clock looks the same.
 */
export function measureClock(samples: readonly ClockSample[]): ClockChoice | null {
  const agree = (clock: ClockChoice) =>
    samples.filter(
      ({ utcMs, serverMs }) => Math.abs(serverMs - utcMs - offsetOf(clock, utcMs)) <= TOLERANCE_MS,
    ).length;
  const needed = Math.max(1, Math.ceil(samples.length * AGREEMENT));
  if (agree(USUAL_CLOCK) >= needed) return USUAL_CLOCK;
  const offsets = new Set(
    samples.map(
      ({ utcMs, serverMs }) =>
        Math.round((serverMs - utcMs) / MINUTE_MS / OFFSET_STEP_MINUTES) * OFFSET_STEP_MINUTES,
    ),
  );
  for (const offsetMinutes of offsets) {
    const clock: ClockChoice = { kind: 'fixed', offsetMinutes };
    if (Math.abs(offsetMinutes) <= 720 && agree(clock) >= needed) return clock;
  }
  return null;
}

function offsetOf(clock: ClockChoice, utcMs: number): number {
  return clock.kind === 'fixed'
    ? clock.offsetMinutes * MINUTE_MS
    : serverOffsetMs(instant(Math.trunc(utcMs)));
}
