import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { AppError } from './app-error.ts';
import type { Clock } from './clock.ts';
import type { Db } from './db/tables.ts';

export type RateLimit = Readonly<{
  /** What is limited, as it stands in the table: 'contact'. */
  what: string;
  limit: number;
  windowMs: number;
  /** The limit in words: '5 messages an hour'. */
  words: string;
}>;

const DAY_MS = 86_400_000;

/**
 * Counts one more for somebody, and refuses once the window's limit is passed. Windows are fixed and
 * the count is one statement, so that it is exact however many services run.
 *
 * @param who an address or an id; only its hash is stored
 * @throws AppError rate_limited, with the seconds until the window ends
 */
export async function countAgainst(
  { db, clock }: { db: Db; clock: Clock },
  { what, limit, windowMs, words }: RateLimit,
  who: string,
): Promise<void> {
  const now = clock.now();
  const start = now - (now % windowMs);
  const row = await db
    .insertInto('rate_counters')
    .values({ key: keyOf(what, who), window_start: new Date(start), count: 1 })
    .onConflict((conflict) =>
      conflict
        .columns(['key', 'window_start'])
        .doUpdateSet({ count: sql<number>`rate_counters.count + 1` }),
    )
    .returning('count')
    .executeTakeFirstOrThrow();
  if (row.count <= limit) return;
  const retry_after_s = Math.ceil((start + windowMs - now) / 1_000);
  throw new AppError('rate_limited', { details: { limit: words, retry_after_s } });
}

/** No window is longer than a day. */
export async function removeOldCounters({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  await db
    .deleteFrom('rate_counters')
    .where('window_start', '<', new Date(clock.now() - 2 * DAY_MS))
    .execute();
}

function keyOf(what: string, who: string): string {
  return `${what}:${createHash('sha256').update(who).digest('base64url')}`;
}
