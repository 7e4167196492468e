import type { LogEvent } from 'kysely';
import { queryFinished } from '../process/telemetry/events.ts';

/** Tells of a statement and how long it took; its parameters are nobody's business. */
export function publishQuery({ level, query, queryDurationMillis }: LogEvent): void {
  if (!queryFinished.hasSubscribers()) return;
  queryFinished.publish({
    sql: query.sql,
    seconds: queryDurationMillis / 1_000,
    failed: level === 'error',
  });
}
