import { type Expression, type ExpressionBuilder, type SqlBool, sql } from 'kysely';
import type { ProviderTaskKind } from '../../db/billing-tables.ts';
import type { Db, Tables } from '../../db/tables.ts';
import type { Clock } from '../../process/clock.ts';
import { currentAsker } from '../../process/telemetry/context.ts';

/**
 * Notes something that has to be asked of the provider or told to it, in the caller's transaction: it is
 * done, by a job, if and only if the caller's work was saved. One that waits already is done again, and no
 * later than it was due.
 *
 * @param afterMs how long to wait first
 */
export async function queueTask(
  tx: Db,
  clock: Clock,
  task: Readonly<{ kind: ProviderTaskKind; subject: string; reason?: string }>,
  afterMs = 0,
): Promise<void> {
  const now = new Date(clock.now());
  const due = new Date(clock.now() + afterMs);
  const asked_by = currentAsker();
  await tx
    .insertInto('provider_tasks')
    .values({ ...task, next_attempt_at: due, last_error: null, created_at: now, asked_by })
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'subject'])
        .doUpdateSet({
          next_attempt_at: sql<Date>`least(provider_tasks.next_attempt_at, excluded.next_attempt_at)`,
          attempts: 0,
          asked_by,
        })
        .where(mayBeginAnew),
    )
    .execute();
}

/**
 * Asking twice does no harm, and what was asked for again since is asked again. A refund that is under way is
 * left to whoever is at it: a second one beside it would find, too, that nothing has gone back yet. Its time
 * is the database's, as the clock of another copy of the service may be ahead.
 */
export function mayBeginAnew(
  row: ExpressionBuilder<Tables, 'provider_tasks'>,
): Expression<SqlBool> {
  return row.or([
    row('provider_tasks.kind', '<>', 'refund_transaction'),
    row('provider_tasks.claimed_until', 'is', null),
    row('provider_tasks.claimed_until', '<=', sql<Date>`now()`),
  ]);
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
