import { type RawBuilder, sql } from 'kysely';
import { acrossUsers } from '../../../db/across-users.ts';
import type { Db } from '../../../db/tables.ts';

/** What stands in the database: the same whichever copy is asked. Ages are in seconds, 0 where nothing waits. */
export type State = Readonly<{
  mails_waiting: number;
  mails_oldest_s: number;
  mails_given_up: number;
  notices_waiting: number;
  tasks_waiting: number;
  tasks_oldest_s: number;
  bots_running: number;
  bots_silent: number;
  copies_running: number;
  /** Seconds since 1970; 0 where no backup is known of. */
  last_backup_s: number;
  schema: string;
  database_ms: number;
}>;

const DAY_S = 86_400;
const COPY_GONE_S = 30;

/** One statement over what waits and what runs; the indexes of both hold nothing else. */
export async function readState(
  db: Db,
  { now, silentAfterS, mailAttempts }: { now: Date; silentAfterS: number; mailAttempts: number },
): Promise<State> {
  const since = (seconds: number) => new Date(now.getTime() - seconds * 1_000);
  const age = (moment: RawBuilder<unknown>) =>
    sql`greatest(0, coalesce(extract(epoch from (${now}::timestamptz - ${moment})), 0))::float8`;
  const { rows } = await sql<State>`${acrossUsers('figures for operators')}
    select mails.*, notices.*, tasks.*, bots.*, copies.*,
      coalesce((select extract(epoch from max(ended_at)) from backups_made), 0)::float8 as last_backup_s,
      coalesce((select max(name) from kysely_migration), '') as schema,
      (extract(epoch from clock_timestamp()) * 1000)::float8 as database_ms
    from
      (select count(*) filter (where attempts < ${mailAttempts}) as mails_waiting,
        count(*) filter (where attempts >= ${mailAttempts}) as mails_given_up,
        ${age(sql`min(created_at) filter (where attempts < ${mailAttempts} and not refused)`)} as mails_oldest_s
        from outbox where sent_at is null) as mails,
      (select count(*) as notices_waiting from push_outbox where expires_at > ${now}) as notices,
      (select count(*) as tasks_waiting, ${age(sql`min(created_at)`)} as tasks_oldest_s
        from provider_tasks) as tasks,
      (select count(*) filter (where last_heartbeat_at > ${since(silentAfterS)}) as bots_running,
        count(*) filter (where last_heartbeat_at <= ${since(silentAfterS)}) as bots_silent
        from bots where ended_at is null and last_heartbeat_at > ${since(DAY_S)}) as bots,
      (select count(*) as copies_running from service_instances
        where seen_at > clock_timestamp() - ${COPY_GONE_S} * interval '1 second') as copies
  `.execute(db);
  const [state] = rows;
  if (!state) throw new Error('the database gave no row of figures');
  return state;
}
