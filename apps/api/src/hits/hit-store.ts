import type { Clock } from '../clock.ts';
import type { Db } from '../db/tables.ts';
import { type Counted, countWithin, type RateLimit, whenRoom } from '../rate-limit.ts';

/** The limit is reached; in so many milliseconds there is room for one more, 0 when there is by now. */
export type Full = Readonly<{ waitMs: number }>;

/** Where calls are counted that come so often that counting them is work. */
export type HitStore = Readonly<{
  /**
   * Counts one more unless the limit is reached: then nothing is counted. In no stretch of the limit's
   * window more are counted than the limit, however many copies of the service count at once.
   *
   * @param who an id; only its hash is stored
   */
  count(limit: RateLimit, who: string): Promise<Counted | Full>;
}>;

export function isFull(outcome: Counted | Full): outcome is Full {
  return 'waitMs' in outcome;
}

/** Counts in the database: exact also across a restart, and what every installation has. */
export function hitsInDatabase(deps: Readonly<{ db: Db; clock: Clock }>): HitStore {
  return {
    async count(limit, who) {
      const counted = await countWithin(deps, limit, who);
      if (counted) return counted;
      const roomAt = await whenRoom(deps, limit, who);
      return { waitMs: Math.max(0, roomAt - deps.clock.now()) };
    },
  };
}
