import type { Db } from '../../../db/tables.ts';
import type { Clock } from '../../../process/clock.ts';
import { limitsAt } from './lifetimes.ts';
import { deleteExpiredSessions } from './sessions.queries.ts';

/** An expired session is refused whether or not its row is gone. */
export function removeExpiredSessions(deps: { db: Db; clock: Clock }): Promise<void> {
  return deleteExpiredSessions(deps.db, limitsAt(new Date(deps.clock.now())));
}
