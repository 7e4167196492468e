import type { Db } from '../../../db/tables.ts';
import type { Clock } from '../../../process/clock.ts';
import { dropPositions, findPosition, savePosition } from '../record/reconcile.queries.ts';

/** Beside how far the provider's record was read: that an operator wants it read now. */
const ASKED = 'reconcile_asked';
const READ = 'events';

/** Has the comparison with the provider's record run at its next turn, on whichever copy comes first. */
export async function askReconcile(tx: Db, clock: Clock): Promise<void> {
  await savePosition(tx, ASKED, new Date(clock.now()));
}

/** @returns whether it was asked for; of several copies that look at once, one hears that */
export function takeReconcileRequest(db: Db): Promise<boolean> {
  return dropPositions(db, [ASKED]);
}

/** Up to when everything was taken in, and whether somebody waits for more. */
export async function reconcileState(db: Db): Promise<{ until: Date | null; waiting: boolean }> {
  const [until, asked] = await Promise.all([findPosition(db, READ), findPosition(db, ASKED)]);
  return { until: until ?? null, waiting: asked !== undefined };
}
