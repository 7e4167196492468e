import { sql } from 'kysely';
import type { Db } from '../db/tables.ts';
import type { Clock } from './clock.ts';

/** More than this apart, and one of the two clocks is wrong; webhooks are refused from 5 s on. */
const CLOCK_SKEW_MS = 2_000;

type ClockCheckDeps = Readonly<{
  db: Db;
  clock: Clock;
  log: { error: (details: object, message: string) => void };
}>;

/**
 * Compares the service's clock with the database's, and says so where they differ. Sessions, links, limits
 * and periods go by the service's; several services with clocks apart would not agree on any of them.
 *
 * @returns by how many milliseconds the service is ahead; negative when it is behind
 */
export async function checkClock({ db, clock, log }: ClockCheckDeps): Promise<number> {
  const asked = clock.now();
  const { rows } = await sql<{ now: Date }>`select clock_timestamp() as now`.execute(db);
  const answered = clock.now();
  // What the database said was true at some time between the two.
  const now = rows[0]?.now.getTime() ?? answered;
  const skewMs = now < asked ? asked - now : Math.min(0, answered - now);
  if (Math.abs(skewMs) > CLOCK_SKEW_MS) {
    log.error(
      { code: 'clock_skew', skew_ms: skewMs },
      `the service's clock is ${Math.abs(skewMs)} ms ${skewMs > 0 ? 'ahead of' : 'behind'} the database's; set both by NTP`,
    );
  }
  return skewMs;
}
