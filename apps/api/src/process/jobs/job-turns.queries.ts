import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../db/tables.ts';

/** A job that is held, and in how many ms its next turn is due; below 0: it was due before. */
export type HeldJob = Readonly<{ name: string; due_in_ms: number }>;

/** What happened to a job since it was last saved. Moments are ms from now, as no two clocks agree. */
export type SavedTurns = Readonly<{
  name: string;
  runs: number;
  failures: number;
  started_ago_ms: number;
  finished_ago_ms: number;
  outcome: 'ok' | 'failed';
  error: string | null;
  next_in_ms: number;
}>;

/** Above what any release gives: copies of two releases work side by side. */
const LONGEST_LEASE_MS = 120_000;

/** Makes the rows of jobs that have none; their first turn is due once their pace is over. */
export async function addJobs(
  db: Db,
  jobs: readonly Readonly<{ name: string; every_ms: number }>[],
): Promise<void> {
  await sql`
    insert into service_jobs (name, next_at)
    select name, now() + every_ms * interval '1 millisecond'
    from jsonb_to_recordset(${JSON.stringify(jobs)}::jsonb) as job (name text, every_ms bigint)
    order by name
    on conflict (name) do nothing
  `.execute(db);
}

/**
 * Takes what is free and keeps what is held already, for `leaseMs` from now. One statement for all jobs;
 * rows that another copy is just taking are passed over. Only the database's clock is read: copies whose
 * clocks disagree do not fight over a job. Where that clock was put back, a lease seems to last for long: one
 * that lasts longer than any is given has no holder, who would have taken it again.
 *
 * @param sole nobody else can be on this database: whoever held a job has died
 */
export async function takeJobs(
  db: Db,
  asked: Readonly<{ self: string; names: readonly string[]; leaseMs: number; sole: boolean }>,
): Promise<HeldJob[]> {
  const free: RawBuilder<unknown> = asked.sole
    ? sql`true`
    : sql`(held_by = ${asked.self} or held_until is null or held_until <= now()
        or held_until > now() + ${LONGEST_LEASE_MS}::bigint * interval '1 millisecond')`;
  const { rows } = await sql<HeldJob>`
    update service_jobs set
      held_by = ${asked.self}, held_until = now() + ${asked.leaseMs}::bigint * interval '1 millisecond'
    where name in (
      select name from service_jobs
      where name in (select jsonb_array_elements_text(${JSON.stringify(asked.names)}::jsonb)) and ${free}
      order by name for update skip locked
    )
    returning name, round(extract(epoch from next_at - now()) * 1000)::bigint as due_in_ms
  `.execute(db);
  return rows;
}

/** Keeps outcomes. A copy that has lost a job meanwhile does not move its next turn to an earlier time. */
export async function saveTurns(db: Db, turns: readonly SavedTurns[]): Promise<void> {
  await sql`
    update service_jobs as job set
      runs = job.runs + saved.runs,
      failures = job.failures + saved.failures,
      started_at = now() - saved.started_ago_ms * interval '1 millisecond',
      finished_at = now() - saved.finished_ago_ms * interval '1 millisecond',
      outcome = saved.outcome,
      succeeded_at = case when saved.failures < saved.runs
        then now() - saved.finished_ago_ms * interval '1 millisecond' else job.succeeded_at end,
      last_error = coalesce(saved.error, job.last_error),
      next_at = greatest(job.next_at, now() + saved.next_in_ms * interval '1 millisecond')
    from (
      select * from jsonb_to_recordset(${JSON.stringify(turns)}::jsonb) as turn (
        name text, runs bigint, failures bigint, started_ago_ms double precision,
        finished_ago_ms double precision, outcome text, error text, next_in_ms double precision
      )
    ) as saved
    where job.name = saved.name
  `.execute(db);
}

/** Lets go of jobs, so that another copy takes them at its next look. */
export async function releaseJobs(db: Db, self: string, names: readonly string[]): Promise<void> {
  await sql`
    update service_jobs set held_by = null, held_until = null
    where held_by = ${self}
      and name in (select jsonb_array_elements_text(${JSON.stringify(names)}::jsonb))
  `.execute(db);
}
