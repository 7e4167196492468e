import { type Selectable, sql } from 'kysely';
import type { ProviderTaskKind, ProviderTasksTable } from '../../../db/billing-tables.ts';
import type { Db } from '../../../db/tables.ts';

export type Task = Selectable<ProviderTasksTable>;
export type TaskKey = Readonly<{ kind: ProviderTaskKind; subject: string }>;

/** Claims the task that is due longest, by moving its next attempt on: whoever dies leaves it to the next. */
export async function claimDueTask(
  db: Db,
  { now, until }: { now: Date; until: Date },
): Promise<Task | undefined> {
  return db
    .updateTable('provider_tasks')
    .set({ attempts: sql<number>`attempts + 1`, next_attempt_at: until })
    .where((row) =>
      row(
        row.refTuple('kind', 'subject'),
        // Not `in`: the planner may run that anew for each row, and claim more than one.
        '=',
        row
          .selectFrom('provider_tasks')
          .select(['kind', 'subject'])
          .where('next_attempt_at', '<=', now)
          .orderBy('next_attempt_at')
          .orderBy('created_at')
          .limit(1)
          .forUpdate()
          .skipLocked()
          .$asTuple('kind', 'subject'),
      ),
    )
    .returningAll()
    .executeTakeFirst();
}

/** Claims one that is due, or that nobody has tried. */
export async function claimTask(
  db: Db,
  { kind, subject }: TaskKey,
  { now, until }: { now: Date; until: Date },
): Promise<Task | undefined> {
  return db
    .updateTable('provider_tasks')
    .set({ attempts: sql<number>`attempts + 1`, next_attempt_at: until })
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where((row) => row.or([row('next_attempt_at', '<=', now), row('attempts', '=', 0)]))
    .returningAll()
    .executeTakeFirst();
}

export async function isTaskThere(db: Db, { kind, subject }: TaskKey): Promise<boolean> {
  const task = await db
    .selectFrom('provider_tasks')
    .select('kind')
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .executeTakeFirst();
  return task !== undefined;
}

/** Ends a claimed task, unless it was asked for again since: then the answer may be older than the question. */
export async function endTask(db: Db, task: Task): Promise<void> {
  await db
    .deleteFrom('provider_tasks')
    .where('kind', '=', task.kind)
    .where('subject', '=', task.subject)
    .where('attempts', '=', task.attempts)
    .where('next_attempt_at', '=', task.next_attempt_at)
    .execute();
}

/** Puts a claimed task off, unless it was asked for again since. */
export async function postponeTask(
  db: Db,
  task: Task,
  { until, error }: { until: Date; error: string },
): Promise<void> {
  await db
    .updateTable('provider_tasks')
    .set({ next_attempt_at: until, last_error: error })
    .where('kind', '=', task.kind)
    .where('subject', '=', task.subject)
    .where('attempts', '=', task.attempts)
    .where('next_attempt_at', '=', task.next_attempt_at)
    .execute();
}
