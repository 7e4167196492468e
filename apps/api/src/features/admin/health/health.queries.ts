import { sql } from 'kysely';
import type { Db } from '../../../db/tables.ts';

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
