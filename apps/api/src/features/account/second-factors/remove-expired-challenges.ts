import type { Db } from '../../../db/tables.ts';
import type { Clock } from '../../../process/clock.ts';
import { deleteExpiredChallenges } from './challenges.queries.ts';

/** An expired challenge is refused whether or not its row is gone. */
export function removeExpiredChallenges({ db, clock }: { db: Db; clock: Clock }): Promise<void> {
  return deleteExpiredChallenges(db, new Date(clock.now()));
}
