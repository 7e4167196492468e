import {
  type Expression,
  type ExpressionBuilder,
  type Selectable,
  type SqlBool,
  sql,
} from 'kysely';
import type { TaskKind, TasksTable } from '../db/operations-tables.ts';
import type { Db, Tables } from '../db/tables.ts';
import type { Clock } from './clock.ts';
import { askedBy, currentAsker, inAttempt } from './telemetry/context.ts';

export type Task = Selectable<TasksTable>;

/** `subject` is what it is about: one task of a kind waits for each. */
export type TaskKey = Readonly<{ kind: TaskKind; subject: string }>;

export type NewTask = TaskKey &
  Readonly<{
    /** What JSON can hold. */
    payload?: Readonly<Record<string, unknown>>;
    /** Whose it is: it goes when their account does. */
    userId?: string;
    /** Of several that are due, a higher one goes first. */
    rank?: number;
    /** After this nobody needs it. */
    expiresAt?: Date;
  }>;

/**
 * What became of a task. `dropped`: nobody tries again. `error` is for the operator. `stop`: the others of
 * this turn would fail in the same way, and are left for the next.
 */
export type TaskOutcome =
  | 'done'
  | 'dropped'
  | Readonly<{ retryAt: Date; error: string; stop?: boolean }>;

/** How tasks of some kinds are worked through. */
export type TaskWorker = Readonly<{
  kinds: readonly TaskKind[];
  /** Claimed in one statement. */
  batch: number;
  /** Of these worked on at the same time. */
  atOnce: number;
  /** Longer than a batch takes: after it, another copy may claim what a copy that died had claimed. */
  leaseMs: number;
  /** Longer than one task takes: none is begun that might outlast its lease. */
  longestMs?: number;
  /** @throws whatever is a fault of ours: the task is tried again, and the turn fails at its end */
  run(task: Task): Promise<TaskOutcome>;
}>;

type Deps = Readonly<{ db: Db; clock: Clock }>;

/** A turn begins no further batch after this. */
const TURN_MS = 10_000;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 3_600_000;

/** @param attempts how many were made, from 1 */
export function backoffMs(attempts: number): number {
  return Math.min(LONGEST_RETRY_MS, FIRST_RETRY_MS * 2 ** Math.min(attempts - 1, 30));
}

/**
 * Notes something to be done, in the caller's transaction: it is done, by a job, if and only if the caller's
 * work was saved. One that waits already is done again, and no later than it was due.
 *
 * @param afterMs how long to wait first
 */
export function queueTask(db: Db, clock: Clock, task: NewTask, afterMs = 0): Promise<void> {
  return queueTasks(db, clock, [task], afterMs);
}

/** The same for many, in one statement. Of several with the same key the last counts. */
export async function queueTasks(
  db: Db,
  clock: Clock,
  tasks: readonly NewTask[],
  afterMs = 0,
): Promise<void> {
  if (tasks.length === 0) return;
  const now = clock.now();
  const asked_by = currentAsker();
  const rows = tasks.map(({ kind, subject, payload = {}, userId, rank = 0, expiresAt }) => ({
    kind,
    subject,
    payload: JSON.stringify(payload),
    user_id: userId ?? null,
    rank,
    run_at: new Date(now + afterMs),
    expires_at: expiresAt ?? null,
    last_error: null,
    created_at: new Date(now),
    asked_by,
  }));
  const byKey = new Map(rows.map((row) => [`${row.kind} ${row.subject}`, row]));
  await db
    .insertInto('tasks')
    .values([...byKey.values()])
    .onConflict((conflict) =>
      conflict
        .columns(['kind', 'subject'])
        .doUpdateSet({
          payload: sql<string>`tasks.payload || excluded.payload`,
          run_at: sql<Date>`least(tasks.run_at, excluded.run_at)`,
          expires_at: sql<Date>`excluded.expires_at`,
          attempts: 0,
          asked_by,
        })
        .where(mayBeginAnew),
    )
    .execute();
}

/** These are never done twice at once, even when they are asked for again meanwhile. */
const ALONE: readonly TaskKind[] = ['refund_transaction'];

/**
 * A task that is queued again runs again, beside the run under way. A refund under way is left alone: a
 * second one would find, too, that nothing has gone back yet. Its lease goes by the database's clock, as the
 * clock of another copy of the service may be ahead.
 */
function mayBeginAnew(row: ExpressionBuilder<Tables, 'tasks'>): Expression<SqlBool> {
  return row.or([
    row('tasks.kind', 'not in', ALONE),
    row('tasks.leased_until', 'is', null),
    row('tasks.leased_until', '<=', sql<Date>`now()`),
  ]);
}

/**
 * Works through what is due: each task once, over all copies of the service.
 *
 * @param isEnding asked before each batch: a process that ends begins no more
 * @returns how many were done
 * @throws Error when the work itself failed, with the first fault as its cause
 */
export async function runTasks(
  deps: Deps,
  worker: TaskWorker,
  isEnding: () => boolean = () => false,
): Promise<number> {
  const begun = performance.now();
  const faults: unknown[] = [];
  let done = 0;
  while (!isEnding()) {
    const claimed = await claimDueTasks(deps, worker);
    const outcomes = await runBatch(deps, worker, claimed, faults);
    done += outcomes.filter((outcome) => outcome === 'done').length;
    const goesOn = outcomes.some((outcome) => typeof outcome === 'string' || !outcome.stop);
    if (claimed.length < worker.batch || !goesOn || performance.now() - begun > TURN_MS) break;
  }
  if (faults.length > 0) throw new Error(`${faults.length} tasks failed`, { cause: faults[0] });
  return done;
}

/**
 * Tries one task right away, so that the caller sees what became of it.
 *
 * @returns `waiting` when it goes on by itself: it could not be done now, or somebody else is at it
 */
export async function tryTask(
  deps: Deps,
  worker: TaskWorker,
  key: TaskKey,
): Promise<'done' | 'waiting'> {
  const task = await claimTask(deps, worker, key);
  if (!task) return (await findTask(deps.db, key)) ? 'waiting' : 'done';
  const faults: unknown[] = [];
  const [outcome] = await runBatch(deps, worker, [task], faults);
  if (faults.length > 0) throw faults[0];
  return typeof outcome === 'string' ? 'done' : 'waiting';
}

async function runBatch(
  deps: Deps,
  worker: TaskWorker,
  claimed: readonly Task[],
  faults: unknown[],
): Promise<TaskOutcome[]> {
  const { leaseMs, longestMs = 0, atOnce } = worker;
  const since = deps.clock.now();
  const left = claimed.values();
  const outcomes: TaskOutcome[] = [];
  const lane = async () => {
    for (const task of left) {
      if (deps.clock.now() - since > leaseMs - longestMs) return;
      outcomes.push(await runOne(deps, worker, task, faults));
    }
  };
  const lanes = await Promise.allSettled(Array.from({ length: atOnce }, lane));
  for (const ended of lanes) if (ended.status === 'rejected') throw ended.reason;
  return outcomes;
}

/** What became of it is noted at once: another of its batch may wait long for its answer. */
async function runOne(
  { db, clock }: Deps,
  worker: TaskWorker,
  task: Task,
  faults: unknown[],
): Promise<TaskOutcome> {
  let outcome: TaskOutcome;
  try {
    outcome = await askedBy(task.asked_by, () => inAttempt(task.attempts, () => worker.run(task)));
  } catch (fault) {
    faults.push(fault);
    outcome = { retryAt: new Date(clock.now() + backoffMs(task.attempts)), error: 'broken' };
  }
  if (typeof outcome === 'string') await endTask(db, task);
  else await postpone(db, task, outcome);
  return outcome;
}

/** In the order in which they go. Each is claimed by moving the time of its next attempt on. */
async function claimDueTasks(
  { db, clock }: Deps,
  { kinds, batch, leaseMs }: TaskWorker,
): Promise<Task[]> {
  const now = new Date(clock.now());
  const claimed = await db
    .with('due', (query) =>
      query
        .selectFrom('tasks')
        .select(['kind', 'subject'])
        .where('kind', 'in', kinds)
        .where('run_at', '<=', now)
        .where((row) => row.or([row('expires_at', 'is', null), row('expires_at', '>', now)]))
        .where(mayBeginAnew)
        .orderBy('rank', 'desc')
        .orderBy('run_at')
        .orderBy('created_at')
        .limit(batch)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('tasks')
    .from('due')
    .set(leased(now, leaseMs))
    .whereRef('tasks.kind', '=', 'due.kind')
    .whereRef('tasks.subject', '=', 'due.subject')
    .returningAll('tasks')
    .execute();
  return claimed.toSorted(
    (one, other) => other.rank - one.rank || one.created_at.getTime() - other.created_at.getTime(),
  );
}

/** Claims one that is due, or that nobody has tried. */
async function claimTask(
  { db, clock }: Deps,
  { leaseMs }: TaskWorker,
  key: TaskKey,
): Promise<Task | undefined> {
  const now = new Date(clock.now());
  return db
    .updateTable('tasks')
    .set(leased(now, leaseMs))
    .where(ofKey(key))
    .where((row) => row.or([row('run_at', '<=', now), row('attempts', '=', 0)]))
    .where(mayBeginAnew)
    .returningAll()
    .executeTakeFirst();
}

function leased(now: Date, leaseMs: number) {
  return {
    attempts: sql<number>`attempts + 1`,
    run_at: new Date(now.getTime() + leaseMs),
    leased_until: sql<Date>`now() + ${leaseMs} * interval '1 millisecond'`,
  };
}

/**
 * Ends a claimed task, unless it was asked for again since: then the answer may be older than the question.
 *
 * @returns whether it was still there as it was claimed
 */
export async function endTask(db: Db, task: Task): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('tasks')
    .where(asClaimed(task))
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

async function postpone(
  db: Db,
  task: Task,
  { retryAt, error }: Exclude<TaskOutcome, string>,
): Promise<void> {
  await db
    .updateTable('tasks')
    .set({ run_at: retryAt, last_error: error.slice(0, 500), leased_until: null })
    .where(asClaimed(task))
    .execute();
}

function asClaimed({ kind, subject, attempts, run_at }: Task) {
  return (row: ExpressionBuilder<Tables, 'tasks'>) => row.and({ kind, subject, attempts, run_at });
}

function ofKey({ kind, subject }: TaskKey) {
  return (row: ExpressionBuilder<Tables, 'tasks'>) => row.and({ kind, subject });
}

export function findTask(db: Db, key: TaskKey): Promise<Task | undefined> {
  return db.selectFrom('tasks').selectAll().where(ofKey(key)).executeTakeFirst();
}

export async function dropTask(db: Db, key: TaskKey): Promise<void> {
  await db.deleteFrom('tasks').where(ofKey(key)).execute();
}

/** Makes a task due at once, as if it had not been tried. @returns whether it was there */
export async function hastenTask(db: Db, clock: Clock, key: TaskKey): Promise<boolean> {
  const task = await db
    .updateTable('tasks')
    .set({ run_at: new Date(clock.now()), attempts: 0 })
    .where(ofKey(key))
    .where(mayBeginAnew)
    .returning('kind')
    .executeTakeFirst();
  return task !== undefined || (await findTask(db, key)) !== undefined;
}

/** Forgets what nobody needs any more. */
export async function removeExpiredTasks({ db, clock }: Deps): Promise<void> {
  await db.deleteFrom('tasks').where('expires_at', '<=', new Date(clock.now())).execute();
}
