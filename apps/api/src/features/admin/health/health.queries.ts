import { sql } from 'kysely';
import { acrossUsers } from '../../../db/across-users.ts';
import type { TaskKind } from '../../../db/operations-tables.ts';
import type { Db } from '../../../db/tables.ts';
import { MAIL_ATTEMPTS_MAX } from '../../../mail/outbox.ts';
import { PROVIDER_TASKS } from '../../billing/record/provider-tasks.ts';

/** Copies and jobs are written by the database's clock, so that their ages are read by it, too. */
export async function findCopies(db: Db) {
  return db
    .selectFrom('service_instances')
    .selectAll()
    .select(sql<number>`extract(epoch from now() - seen_at)::double precision`.as('age_s'))
    .orderBy('started_at')
    .orderBy('id')
    .execute();
}

export async function findJobs(db: Db) {
  return db
    .selectFrom('service_jobs as job')
    .leftJoin('service_instances as holder', (join) =>
      join.onRef('holder.id', '=', 'job.held_by').on('job.held_until', '>', sql<Date>`now()`),
    )
    .select([
      'job.name',
      'job.outcome',
      'job.last_error',
      'job.started_at',
      'job.finished_at',
      'job.next_at',
      'job.runs',
      'job.failures',
      'holder.host',
      'holder.pid',
      sql<number>`extract(epoch from now() - job.next_at)::double precision`.as('late_s'),
    ])
    .orderBy('job.name')
    .execute();
}

export type DatabaseFacts = {
  version: string;
  size_bytes: number;
  schema: string | null;
  now: Date;
};

export async function readDatabase(db: Db): Promise<DatabaseFacts> {
  const { rows } = await sql<DatabaseFacts>`
    select current_setting('server_version') as version,
      pg_database_size(current_database())::bigint as size_bytes,
      (select max(name) from kysely_migration) as schema,
      clock_timestamp() as now
  `.execute(db);
  const [facts] = rows;
  if (!facts) throw new Error('the database says nothing of itself');
  return facts;
}

const TABLES_MAX = 10;

/** The largest ones; the partitions of one count as it. Rows are the planner's estimate. */
export async function findLargestTables(
  db: Db,
): Promise<{ name: string; size_bytes: number; rows: number | null }[]> {
  const { rows } = await sql<{ name: string; size_bytes: number; rows: number | null }>`
    select coalesce(whole.relname, part.relname)::text as name,
      sum(pg_total_relation_size(part.oid))::bigint as size_bytes,
      case when bool_or(part.reltuples < 0) then null else sum(part.reltuples)::bigint end as rows
    from pg_class as part
      left join pg_inherits on inhrelid = part.oid
      left join pg_class as whole on whole.oid = inhparent
    where part.relkind = 'r' and part.relnamespace = current_schema()::regnamespace
    group by 1 order by 2 desc, 1 limit ${TABLES_MAX}
  `.execute(db);
  return rows;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** A bot that has not been heard of for so long, and did not say that it ends. */
const SILENT_MS = 60_000;
/** Where the service stops being silent about a task. */
const TASK_ATTEMPTS = 10;
/** Enough to tell that it is more than somebody who mistypes. */
const FAILED_MAX = 10_000;

export type QueueFigures = Awaited<ReturnType<typeof readQueues>>;

/** How many wait where things wait, and since when the oldest does. @param now milliseconds */
export async function readQueues(db: Db, now: number) {
  const ago = (milliseconds: number) => new Date(now - milliseconds);
  const mails = await db
    .selectFrom('outbox')
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('attempts', '<', MAIL_ATTEMPTS_MAX).as('waiting'),
      fn.countAll<number>().filterWhere('attempts', '>=', MAIL_ATTEMPTS_MAX).as('given_up'),
      fn
        .min('created_at')
        .filterWhere('attempts', '<', MAIL_ATTEMPTS_MAX)
        // An address that does not exist keeps nobody else's mail waiting.
        .filterWhere('refused', '=', false)
        .as('oldest'),
      fn.max('last_error').as('error'),
    ])
    .where('sent_at', 'is', null)
    .executeTakeFirstOrThrow();
  const late = ago(5 * MINUTE_MS);
  const tasks = await db
    .selectFrom('tasks')
    .select(({ fn }) => [
      'kind',
      fn.countAll<number>().as('waiting'),
      fn.countAll<number>().filterWhere('attempts', '>', TASK_ATTEMPTS).as('failing'),
      fn.countAll<number>().filterWhere('last_error', 'is not', null).as('failed'),
      fn.min('created_at').as('oldest'),
      fn.min('run_at').filterWhere('run_at', '<', late).as('overdue'),
    ])
    .groupBy('kind')
    .execute();
  const sumOf = (kinds: readonly TaskKind[]) => {
    const rows = tasks.filter(({ kind }) => kinds.includes(kind));
    const sum = (name: 'waiting' | 'failing' | 'failed') =>
      rows.reduce((all, row) => all + row[name], 0);
    const first = (name: 'oldest' | 'overdue') => {
      const times = rows.flatMap((row) => row[name] ?? []);
      return times.toSorted((one, other) => one.getTime() - other.getTime())[0] ?? null;
    };
    return {
      waiting: sum('waiting'),
      failing: sum('failing'),
      failed: sum('failed'),
      oldest: first('oldest'),
      overdue: first('overdue'),
    };
  };
  const events = await db
    .selectFrom('webhook_events')
    .select(({ fn }) => ['outcome', fn.countAll<number>().as('count')])
    .where('received_at', '>', ago(HOUR_MS))
    .groupBy('outcome')
    .orderBy('outcome')
    .execute();
  const bots = await db
    .selectFrom('bots')
    .modifyFront(acrossUsers('how many bots run and how many are offline, for the health page'))
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('last_heartbeat_at', '>', ago(SILENT_MS)).as('running'),
      fn.countAll<number>().filterWhere('last_heartbeat_at', '<=', ago(SILENT_MS)).as('silent'),
    ])
    .where('ended_at', 'is', null)
    .where('last_heartbeat_at', '>', ago(DAY_MS))
    .executeTakeFirstOrThrow();
  const signIns = await countFailedSignIns(db, ago(HOUR_MS));
  const messages = await db
    .selectFrom('contact_messages')
    .select(({ fn }) => [fn.countAll<number>().as('open'), fn.min('created_at').as('oldest')])
    .where('handled_at', 'is', null)
    .executeTakeFirstOrThrow();
  const counted = Object.fromEntries(events.map(({ outcome, count }) => [outcome, count]));
  return {
    mails,
    requests: sumOf(['mail_request']),
    notices: sumOf(['push']),
    tasks: sumOf(PROVIDER_TASKS),
    events: counted,
    bots,
    signIns,
    messages,
  };
}

async function countFailedSignIns(db: Db, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    ${acrossUsers('sign-ins that failed in the last hour, for the health page')}
    select count(*)::integer as count from (
      select 1 from security_events
      where kind = 'sign_in_failed' and at > ${since} limit ${FAILED_MAX}
    ) as failed
  `.execute(db);
  return rows[0]?.count ?? 0;
}
