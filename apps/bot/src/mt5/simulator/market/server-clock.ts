import { serverTimeMs } from '@quorate/trading/market/new-york-clock';
import { DAY_MS, HOUR_MS, type Instant } from '@quorate/values/instant';

/** Which clock the trade server keeps. */
export type ServerZone = 'new-york-plus-7' | Readonly<{ hours: number }>;

/** The trade server's clock: milliseconds of what it shows, read as though it were UTC. */
export type ServerClock = Readonly<{
  /** Runs at weekends too. */
  localMs(moment: Instant): number;
  /** What `TimeCurrent` shows: at a weekend the last second of Friday. */
  shownMs(moment: Instant): number;
  isWeekend(moment: Instant): boolean;
  /** From 23:55 to 01:00, when spreads are wide. */
  isRollover(moment: Instant): boolean;
}>;

/** Days from Thursday 1 January 1970 to the first Saturday. */
const FIRST_SATURDAY = 2;

/** @param runsOn whether it runs on at weekends, as that of a market that never closes */
export function createServerClock(zone: ServerZone, runsOn = false): ServerClock {
  const localMs = (moment: Instant): number =>
    zone === 'new-york-plus-7' ? serverTimeMs(moment) : moment + zone.hours * HOUR_MS;

  return {
    localMs,
    shownMs(moment) {
      const local = localMs(moment);
      if (runsOn) return local;
      const days = daysSinceSaturday(local);
      return days < 2 ? (Math.floor(local / DAY_MS) - days) * DAY_MS - 1_000 : local;
    },
    isWeekend: (moment) => daysSinceSaturday(localMs(moment)) < 2,
    isRollover(moment) {
      const minute = (localMs(moment) % DAY_MS) / 60_000;
      return minute < 60 || minute >= 24 * 60 - 5;
    },
  };
}

/** 0 on Saturdays, 1 on Sundays, … 6 on Fridays. */
function daysSinceSaturday(localMs: number): number {
  return (((Math.floor(localMs / DAY_MS) - FIRST_SATURDAY) % 7) + 7) % 7;
}
