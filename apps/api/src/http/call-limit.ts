import { msg } from '@lingui/core/runtime-macro';
import type { Endpoint } from '@quorate/contract/endpoint';
import type { Limits } from '../config/limits.ts';
import type { Clock } from '../process/clock.ts';
import { rateLimited } from './rate-limit.ts';

const MINUTE_MS = 60_000;
/** Users of a minute. Beyond them all begin again: whoever floods has to have so many accounts first. */
const MOST_REMEMBERED = 50_000;
/** Of a range of addresses, where no watcher has just asked the same: several times what a page of the demo asks. */
const DEMO_READS = 600;

const WORDS = {
  changes: (limit: number) => msg`${{ limit }} changes a minute`,
  heartbeats: (limit: number) => msg`${{ limit }} heartbeats a minute`,
  'demo reads': (limit: number) => msg`${{ limit }} demo reads a minute`,
} as const;

export type CallLimit = Readonly<{
  /** @param userId or, of the demo's reads, a range of addresses. @throws AppError rate_limited, with the seconds until the next minute */
  count(userId: string, kind: NonNullable<Endpoint['counted']> | 'demo reads'): void;
}>;

/**
 * What one user may ask in a minute of the calls that nothing else counts. Each copy of the service counts for
 * itself, in memory: it is there to stop a program that has run wild, and costs a call no statement.
 */
export function createCallLimit({
  clock,
  limits,
}: Readonly<{ clock: Clock; limits: Limits }>): CallLimit {
  const most = {
    changes: limits.changesPerUser,
    heartbeats: limits.heartbeatsPerUser,
    'demo reads': DEMO_READS,
  };
  let minute = 0;
  let counts = new Map<string, number>();
  return {
    count(userId, kind) {
      const now = clock.now();
      const current = Math.floor(now / MINUTE_MS);
      if (current !== minute || counts.size >= MOST_REMEMBERED) {
        minute = current;
        counts = new Map();
      }
      const key = `${kind} ${userId}`;
      const count = (counts.get(key) ?? 0) + 1;
      if (count > most[kind])
        throw rateLimited({ words: WORDS[kind](most[kind]) }, (minute + 1) * MINUTE_MS - now);
      counts.set(key, count);
    },
  };
}
