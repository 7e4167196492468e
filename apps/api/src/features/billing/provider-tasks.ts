import type { Clock } from '../../clock.ts';
import type { ProviderTaskKind } from '../../db/billing-tables.ts';
import type { Db } from '../../db/tables.ts';

/**
 * Notes something that has to be asked of the provider or told to it, in the caller's transaction: it is
 * done, by a job, if and only if the caller's work was saved. One that waits already is done soon again.
 *
 * @param afterMs how long to wait first
 */
export async function queueTask(
  tx: Db,
  clock: Clock,
  task: Readonly<{ kind: ProviderTaskKind; subject: string }>,
  afterMs = 0,
): Promise<void> {
  const now = new Date(clock.now());
  const due = new Date(clock.now() + afterMs);
  await tx
    .insertInto('provider_tasks')
    .values({ ...task, next_attempt_at: due, last_error: null, created_at: now })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'subject']).doUpdateSet({ next_attempt_at: due, attempts: 0 }),
    )
    .execute();
}

export async function dropTask(
  tx: Db,
  task: Readonly<{ kind: ProviderTaskKind; subject: string }>,
): Promise<void> {
  await tx
    .deleteFrom('provider_tasks')
    .where('kind', '=', task.kind)
    .where('subject', '=', task.subject)
    .execute();
}
