import type { Db } from '../../db/tables.ts';
import type { Clock } from '../../process/clock.ts';
import { queueTask } from '../../process/tasks.ts';

/**
 * Has everything that a user pays for ended at the provider, in the transaction that deletes the account:
 * nobody is charged for an account that is gone. What was paid stays in the books, without a name.
 */
export async function endSubscriptions(
  { clock }: { clock: Clock },
  tx: Db,
  userId: string,
): Promise<void> {
  const living = await tx
    .updateTable('subscriptions')
    .set({ cancel_requested: 'now', cancel_requested_at: new Date(clock.now()) })
    .where('user_id', '=', userId)
    .where('status', '<>', 'canceled')
    .returning('id')
    .execute();
  for (const { id } of living) await queueTask(tx, clock, { kind: 'cancel_now', subject: id });
}
