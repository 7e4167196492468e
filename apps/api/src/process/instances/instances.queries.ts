import type { InstanceFigures } from '@quorate/contract/admin-health';
import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';

export type Instance = Readonly<{ id: string; host: string; pid: number; version: string }>;

/** Says that a copy of the service is there. By the database's clock: copies' own need not agree. */
export async function noteInstance(
  db: Db,
  { id, host, pid, version }: Instance,
  figures: InstanceFigures,
): Promise<void> {
  await sql`
    insert into service_instances (id, host, pid, version, started_at, seen_at, figures)
    values (${id}, ${host}, ${pid}, ${version},
      now() - ${figures.uptime_s}::double precision * interval '1 second', now(),
      ${JSON.stringify(figures)}::jsonb)
    on conflict (id) do update set seen_at = excluded.seen_at, figures = excluded.figures
  `.execute(db);
}

export async function removeInstance(db: Db, id: string): Promise<void> {
  await db.deleteFrom('service_instances').where('id', '=', id).execute();
}

/** Forgets copies that were not heard of for ten minutes: they were killed, or their machine was. */
export async function removeGoneInstances({ db }: { db: Db }): Promise<void> {
  await sql`
    delete from service_instances where seen_at < now() - interval '10 minutes'
  `.execute(db);
}
