import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';

/** Leaves decisions to the board's next count, in the transaction that has their outcome agreed. */
export async function waitForBoard(
  db: Db,
  userId: string,
  decisionIds: readonly string[],
): Promise<void> {
  if (decisionIds.length === 0) return;
  await sql`
    insert into board_waiting (user_id, decision_id)
    select ${userId}::uuid, id from unnest(${[...decisionIds].sort()}::uuid[]) as each (id)
    on conflict do nothing
  `.execute(db);
}
