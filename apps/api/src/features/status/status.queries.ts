import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';

/** From here on a part is not as it should be. */
export const SLOW_DATABASE_MS = 1_000;
export const LATE_MAIL_S = 900;
/** Minutes: a copy that is replaced by a newer one is no incident. */
const INCIDENT_MINUTES = 3;

const FINE = sql<boolean>`database_ms <= ${sql.lit(SLOW_DATABASE_MS)} and mail_late_s <= ${sql.lit(LATE_MAIL_S)}`;

export async function findNewestMinute(db: Db) {
  return db
    .selectFrom('service_minutes')
    .selectAll()
    .orderBy('minute', 'desc')
    .limit(1)
    .executeTakeFirst();
}

export type Counted = { first: Date | null; fine: number };

/** How many minutes from `from` to before `to` were measured and fine, and the first of them all. */
export async function countMinutes(db: Db, from: Date, to: Date): Promise<Counted> {
  return db
    .selectFrom('service_minutes')
    .select(({ fn }) => [
      fn.min('minute').as('first'),
      sql<number>`(count(*) filter (where ${FINE}))::integer`.as('fine'),
    ])
    .where('minute', '>=', from)
    .where('minute', '<', to)
    .executeTakeFirstOrThrow();
}

export async function readDatabaseTimes(db: Db, from: Date) {
  return db
    .selectFrom('service_minutes')
    .select([
      sql<number | null>`percentile_cont(0.5) within group (order by database_ms)`.as('median'),
      sql<number | null>`percentile_cont(0.95) within group (order by database_ms)`.as('slow'),
    ])
    .where('minute', '>=', from)
    .executeTakeFirstOrThrow();
}

/** Each UTC day with how many of its minutes from `from` to before `to` were fine. */
export async function findDays(
  db: Db,
  from: Date,
  to: Date,
): Promise<{ day: string; fine: number }[]> {
  const { rows } = await sql<{ day: string; fine: number }>`
    select to_char(minute at time zone 'UTC', 'YYYY-MM-DD') as day,
      (count(*) filter (where ${FINE}))::integer as fine
    from service_minutes where minute >= ${from} and minute < ${to} group by 1 order by 1
  `.execute(db);
  return rows;
}

export type IncidentRow = {
  part: 'service' | 'database' | 'mail';
  from: Date;
  until: Date | null;
};

/** The newest run of minutes that are missing, or that were measured and not fine. */
export async function findLastIncident(
  db: Db,
  { from, now }: Readonly<{ from: Date; now: Date }>,
): Promise<IncidentRow | undefined> {
  const long = sql`make_interval(mins => ${sql.lit(INCIDENT_MINUTES)})`;
  const { rows } = await sql<IncidentRow>`
    with minutes as (
      select minute, database_ms > ${sql.lit(SLOW_DATABASE_MS)} as slow,
        mail_late_s > ${sql.lit(LATE_MAIL_S)} as late,
        coalesce(lead(minute) over (order by minute), ${now}::timestamptz) as next,
        lead(minute) over (order by minute) is null as is_newest
      from service_minutes where minute >= ${from}
    ), gaps as (
      select 'service' as part, minute + interval '1 minute' as "from",
        case when is_newest then null else next end as until
      from minutes where next - minute > ${long} + interval '1 minute'
    ), runs as (
      select part, minute, next, is_newest,
        minute - (row_number() over (partition by part order by minute)) * interval '1 minute' as run
      from minutes cross join lateral
        (values ('database', slow), ('mail', late)) as each (part, bad)
      where bad
    ), faults as (
      select part, min(minute) as "from", case when bool_or(is_newest) then null else max(minute) + interval '1 minute' end as until
      from runs group by part, run
      having count(*) >= ${sql.lit(INCIDENT_MINUTES)}
    )
    select * from (select * from gaps union all select * from faults) as incidents
    order by "from" desc limit 1
  `.execute(db);
  return rows[0];
}
