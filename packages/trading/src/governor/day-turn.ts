import type { Instant } from '@quorate/values/instant';
import { DAY_MS, HOUR_MS, instant, MINUTE_MS } from '@quorate/values/instant';
import { zoneOffset } from '../market/zone-clock.ts';
import type { TurnsAt } from './rule-set.ts';

/** The day that was asked about last: the next thousand bars lie in it, too. */
type Clock = { from: number; to: number; turn: number; readonly timeMs: number };

/** Rule sets live as long as a run; two with the same zone and time need not share a clock. */
const clocks = new WeakMap<TurnsAt, Clock>();

/**
 * The day of a rule that a moment lies in, as the calendar of its zone counts it (days since 1970-01-01).
 * A day that begins at noon or later is the next calendar day's: Monday begins on Sunday at 17:00 in New York.
 *
 * @throws RangeError when the zone is not known
 * @example turnOf(instantFromIso('2025-03-30T22:00:00Z'), { time: '00:00', zone: 'Europe/Prague' }) // 20178
 */
export function turnOf(moment: Instant, turnsAt: TurnsAt): number {
  return clockAt(moment, turnsAt).turn;
}

/** When the day ends that the moment lies in. A day may have 23 or 25 hours. */
export function nextTurn(moment: Instant, turnsAt: TurnsAt): Instant {
  return instant(clockAt(moment, turnsAt).to);
}

/** The day that the moment lies in, and its ends; `to` is no longer of it. */
export function turnSpan(
  moment: Instant,
  turnsAt: TurnsAt,
): Readonly<{ turn: number; from: number; to: number }> {
  const { turn, from, to } = clockAt(moment, turnsAt);
  return { turn, from, to };
}

/** When a day begins, or where the clock skips that time, right after. @param turn as `turnOf` counts */
export function turnStart(turn: number, turnsAt: TurnsAt): Instant {
  return instant(startOf(turn, timeOf(turnsAt.time), turnsAt.zone));
}

/** The week of a day, counted from that of Monday 5 January 1970; it begins with Monday. */
export function weekOfTurn(turn: number): number {
  return Math.floor((turn - FIRST_MONDAY) / 7);
}

/** When the week after the one of this day begins. */
export function nextWeekTurn(moment: Instant, turnsAt: TurnsAt): Instant {
  const week = weekOfTurn(turnOf(moment, turnsAt)) + 1;
  return turnStart(week * 7 + FIRST_MONDAY, turnsAt);
}

/** Days from Thursday 1 January 1970 to the first Monday of the count. */
const FIRST_MONDAY = 4;

function clockAt(moment: Instant, turnsAt: TurnsAt): Clock {
  const clock = clocks.get(turnsAt);
  if (clock && moment >= clock.from && moment < clock.to) return clock;
  const timeMs = clock?.timeMs ?? timeOf(turnsAt.time);
  const found = lookUp(moment, timeMs, turnsAt.zone);
  // Written in place: a replay asks about thousands of days.
  if (clock) return Object.assign(clock, found);
  clocks.set(turnsAt, found);
  return found;
}

function lookUp(moment: Instant, timeMs: number, zone: string): Clock {
  const shown = Math.floor((moment + zoneOffset(zone)(moment)) / DAY_MS);
  const named = timeMs >= NOON_MS ? shown + 1 : shown;
  const start = startOf(named, timeMs, zone);
  const turn = moment < start ? named - 1 : named;
  const from = moment < start ? startOf(turn, timeMs, zone) : start;
  return { from, to: startOf(turn + 1, timeMs, zone), turn, timeMs };
}

const NOON_MS = 12 * HOUR_MS;

/** Of a time that the clock shows twice the first is meant; one that it skips counts on from before. */
function startOf(turn: number, timeMs: number, zone: string): number {
  const offsetMs = zoneOffset(zone);
  const shown = (timeMs >= NOON_MS ? turn - 1 : turn) * DAY_MS + timeMs;
  const before = offsetMs(instant(shown - 36 * HOUR_MS));
  const start = shown - before;
  const after = offsetMs(instant(start));
  if (after === before || offsetMs(instant(shown - after)) !== after) return start;
  return shown - after;
}

function timeOf(time: string): number {
  const [hours, minutes] = time.split(':').map(Number);
  if (hours === undefined || minutes === undefined || !TIME.test(time))
    throw new RangeError(`'${time}' is not a time such as 17:00`);
  return hours * HOUR_MS + minutes * MINUTE_MS;
}

const TIME = /^([01]\d|2[0-3]):[0-5]\d$/;

/**
 * Whether this is a time of day in a zone that has a name, as the time zone database writes it; `+03:00` has none,
 * `Etc/GMT-3` has.
 */
export function turnsAtIsKnown({ time, zone }: TurnsAt): boolean {
  if (!TIME.test(time) || !/^[A-Z]/.test(zone)) return false;
  try {
    return Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(zone).timeZoneId === zone;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
