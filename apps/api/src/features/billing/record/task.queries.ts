import { type Selectable, sql } from 'kysely';
import type { ProviderTaskKind, ProviderTasksTable } from '../../../db/billing-tables.ts';
import type { Db } from '../../../db/tables.ts';
import { mayBeginAnew } from '../provider-tasks.ts';

export type Task = Selectable<ProviderTasksTable>;
export type TaskKey = Readonly<{ kind: ProviderTaskKind; subject: string }>;

/** By the service's clock. */
type ClaimTimes = Readonly<{ now: Date; leaseMs: number }>;

function claimed({ now, leaseMs }: ClaimTimes) {
  return {
    attempts: sql<number>`attempts + 1`,
    next_attempt_at: new Date(now.getTime() + leaseMs),
    claimed_until: sql<Date>`now() + ${leaseMs} * interval '1 millisecond'`,
  };
}

/** Claims the task that is due longest, by moving its next attempt on: whoever dies leaves it to the next. */
export async function claimDueTask(db: Db, times: ClaimTimes): Promise<Task | undefined> {
  return db
    .updateTable('provider_tasks')
    .set(claimed(times))
    .where((row) =>
      row(
        row.refTuple('kind', 'subject'),
        // Not `in`: the planner may run that again for each row, and claim more than one.
        '=',
        row
          .selectFrom('provider_tasks')
          .select(['kind', 'subject'])
          .where('next_attempt_at', '<=', times.now)
          .where(mayBeginAnew)
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
  times: ClaimTimes,
): Promise<Task | undefined> {
  return db
    .updateTable('provider_tasks')
    .set(claimed(times))
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where((row) => row.or([row('next_attempt_at', '<=', times.now), row('attempts', '=', 0)]))
    .where(mayBeginAnew)
    .returningAll()
    .executeTakeFirst();
}

export async function findTask(db: Db, { kind, subject }: TaskKey): Promise<Task | undefined> {
  return db
    .selectFrom('provider_tasks')
    .selectAll()
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .executeTakeFirst();
}

export async function isTaskThere(db: Db, key: TaskKey): Promise<boolean> {
  return (await findTask(db, key)) !== undefined;
}

/** Makes a task due at once, as if it had not been tried. @returns whether it was there */
export async function hastenTask(db: Db, key: TaskKey, now: Date): Promise<boolean> {
  const task = await db
    .updateTable('provider_tasks')
    .set({ next_attempt_at: now, attempts: 0 })
    .where('kind', '=', key.kind)
    .where('subject', '=', key.subject)
    .where(mayBeginAnew)
    .returning('kind')
    .executeTakeFirst();
  return task !== undefined || isTaskThere(db, key);
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
    .set({ next_attempt_at: until, last_error: error, claimed_until: null })
    .where('kind', '=', task.kind)
    .where('subject', '=', task.subject)
    .where('attempts', '=', task.attempts)
    .where('next_attempt_at', '=', task.next_attempt_at)
    .execute();
}
