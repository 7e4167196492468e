import type { SessionLimits } from './sessions.queries.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** Without a request for so long a session ends. A bot may rest over a holiday. */
const IDLE_MS = { browser: 7 * DAY_MS, device: 60 * DAY_MS } as const;
/** After so long it ends in any case. */
const ABSOLUTE_MS = { browser: 30 * DAY_MS, device: 365 * DAY_MS } as const;

/** Use is written down at most this often: a busy session must not mean a write for every read. */
export const TOUCH_MS = 5 * MINUTE_MS;
/** From another address it is written down sooner. */
export const MOVED_MS = MINUTE_MS;

export function expiryOf(kind: 'browser' | 'bot' | 'desktop', now: Date): Date {
  return new Date(now.getTime() + ABSOLUTE_MS[kind === 'browser' ? 'browser' : 'device']);
}

export function limitsAt(now: Date): SessionLimits {
  return {
    now,
    browserIdleSince: new Date(now.getTime() - IDLE_MS.browser),
    deviceIdleSince: new Date(now.getTime() - IDLE_MS.device),
  };
}
