import type { Db } from '../../db/tables.ts';

/**
 * Handles waiting rows one by one, each in a transaction of its own, so that one that fails holds up no
 * other and is there again at the next turn.
 *
 * @returns how many were handled
 * @throws Error when some failed, with the first one's fault as its cause
 */
export async function eachWaiting(
  db: Db,
  rows: readonly { id: string }[],
  handle: (tx: Db, id: string) => Promise<void>,
): Promise<number> {
  const faults: unknown[] = [];
  for (const { id } of rows) {
    try {
      await db.transaction().execute((tx) => handle(tx, id));
    } catch (fault) {
      faults.push(fault);
    }
  }
  if (faults.length > 0)
    throw new Error(`${faults.length} of ${rows.length} could not be handled`, {
      cause: faults[0],
    });
  return rows.length;
}
