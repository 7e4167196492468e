import type { LogEvent } from 'kysely';
import { queryDone } from '../process/telemetry/happenings.ts';

/** Tells of a statement and how long it took; its parameters are nobody's business. */
export function noteQuery({ level, query, queryDurationMillis }: LogEvent): void {
  if (!queryDone.isHeard()) return;
  queryDone.tell({
    sql: query.sql,
    seconds: queryDurationMillis / 1_000,
    failed: level === 'error',
  });
}
