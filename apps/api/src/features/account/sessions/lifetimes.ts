import type { SessionLimits } from './sessions.queries.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Without a request for so many days a session ends. A bot may rest over a holiday. */
export const IDLE_DAYS = { browser: 7, device: 60 } as const;
/** After so many it ends in any case. */
export const ABSOLUTE_DAYS = { browser: 30, device: 365 } as const;

/** Use is written down at most this often: a busy session must not mean a write for every read. */
export const TOUCH_MS = 5 * MINUTE_MS;
/** From another address it is written down sooner. */
export const MOVED_MS = MINUTE_MS;

export function expiryOf(kind: 'browser' | 'bot' | 'desktop', now: Date): Date {
  return new Date(
    now.getTime() + ABSOLUTE_DAYS[kind === 'browser' ? 'browser' : 'device'] * DAY_MS,
  );
}

export function limitsAt(now: Date): SessionLimits {
  return {
    now,
    browserIdleSince: new Date(now.getTime() - IDLE_DAYS.browser * DAY_MS),
    deviceIdleSince: new Date(now.getTime() - IDLE_DAYS.device * DAY_MS),
  };
}
