import type { Instant } from '@quorate/values/instant';
import { HOUR_MS } from '@quorate/values/instant';
import { isRollover, serverTimeOfDayMs } from './trading-day.ts';

/** In the order of the trading day, the rollover last. */
export const SESSIONS = ['asia', 'europe', 'america', 'overlap', 'rollover'] as const;

/** Which financial centres are awake. `overlap`: London and New York both. */
export type Session = (typeof SESSIONS)[number];

/**
 * The session by the server's clock, which follows New York: Asia until 10:00 (8:00 in London), Europe
 * until 15:00 (8:00 in New York), both until 19:00, America until the rollover. In the few weeks when
 * London and New York disagree about summer, London's hours are off by one.
 */
export function sessionAt(moment: Instant): Session {
  if (isRollover(moment)) return 'rollover';
  const hour = serverTimeOfDayMs(moment) / HOUR_MS;
  if (hour < 10) return 'asia';
  if (hour < 15) return 'europe';
  return hour < 19 ? 'overlap' : 'america';
}
