import { sql } from 'kysely';
import { z } from 'zod';
import { newId } from './ids.ts';
import type { Db } from './tables.ts';

/** More than two months of nightly ones; who wants to know more keeps the files. */
export const BACKUPS_NOTED = 100;

const backupMade = z.object({
  taken_at: z.iso.datetime(),
  file: z.string(),
  host: z.string(),
  rows: z.number().int(),
  bytes: z.number().int(),
});

/** A backup that is whole and has its name. */
export type BackupMade = z.output<typeof backupMade>;

/** @throws ZodError or SyntaxError for anything else */
export function readBackupMade(words: string): BackupMade {
  return backupMade.parse(JSON.parse(words));
}

/** Writes down that a backup was made, and forgets the oldest. */
export async function noteBackup(db: Db, made: BackupMade): Promise<void> {
  await db
    .insertInto('backups_made')
    .values({
      ...made,
      id: newId(),
      taken_at: new Date(made.taken_at),
      ended_at: sql<Date>`clock_timestamp()`,
    })
    .execute();
  await sql`
    delete from backups_made
    where id not in (select id from backups_made order by ended_at desc, id desc limit ${BACKUPS_NOTED})
  `.execute(db);
}

/** @returns the newest and how many seconds ago it ended, by the database's clock; null without one */
export async function findLastBackup(db: Db) {
  const row = await db
    .selectFrom('backups_made')
    .selectAll()
    .select(sql<number>`extract(epoch from now() - ended_at)::double precision`.as('age_s'))
    .orderBy('ended_at', 'desc')
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}
