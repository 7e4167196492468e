import { sql } from 'kysely';
import type { Db } from '../../../db/tables.ts';

export type StampState = Readonly<{
  /** Of the newest stamp, and the entries of the log that it is about; null before the first. */
  stamped_at: Date | null;
  size: number | null;
  /** Of what went wrong last, unless a later stamp came; null where nothing is wrong. */
  failed_at: Date | null;
  failure: string | null;
}>;

/** How the log is being stamped, for operators. @returns null where no authority was ever asked */
export async function findStampState(db: Db): Promise<StampState | null> {
  const state = await db
    .selectFrom('log_stamping')
    .select(['failed_at', 'failure'])
    .executeTakeFirst();
  if (!state) return null;
  const [newest] = await listStamped(db, { upTo: Number.MAX_SAFE_INTEGER, limit: 1 });
  return { stamped_at: newest?.stamped_at ?? null, size: newest?.size ?? null, ...state };
}

export type StampedCheckpoint = Readonly<{
  size: number;
  note: string;
  stamp: Uint8Array;
  stamped_at: Date | null;
}>;

/** Checkpoints that were stamped, of trees of at most so many entries, the newest first. */
export async function listStamped(
  db: Db,
  { upTo, limit }: Readonly<{ upTo: number; limit: number }>,
): Promise<StampedCheckpoint[]> {
  const rows = await db
    .selectFrom('log_checkpoints')
    .select(['size', 'note', 'stamp', 'stamped_at'])
    .where('stamp', 'is not', null)
    .where('size', '<=', upTo)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
  return rows.flatMap(({ stamp, ...row }) => (stamp ? { ...row, stamp } : []));
}

export type UnstampedCheckpoint = Readonly<{
  id: number;
  size: number;
  note: string;
  signed_at: Date;
}>;

/** The newest checkpoint, if the log has grown since the last stamp. */
export async function findUnstamped(db: Db): Promise<UnstampedCheckpoint | undefined> {
  const [stamped] = await listStamped(db, { upTo: Number.MAX_SAFE_INTEGER, limit: 1 });
  const newest = await db
    .selectFrom('log_checkpoints')
    .select(['id', 'size', 'note', 'signed_at'])
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst();
  return newest && newest.size > (stamped?.size ?? 0) ? newest : undefined;
}

/**
 * Whether the authority may be asked now. Nobody else asks it until then.
 *
 * @param until when the next one may ask if this one is never heard of again
 */
export async function takeTurn(db: Db, now: Date, until: Date): Promise<boolean> {
  const taken = await db
    .insertInto('log_stamping')
    .values({ one: true, next_at: until, failures: 0, failed_at: null, failure: null })
    .onConflict((conflict) =>
      conflict
        .column('one')
        .doUpdateSet({ next_at: until })
        .where('log_stamping.next_at', '<=', now),
    )
    .returning('one')
    .executeTakeFirst();
  return taken !== undefined;
}

/**
 * Keeps a stamp. While the authority was asked, a checkpoint of the same minute may have taken the place of the one that was
 * stamped: it comes back where it stood.
 */
export async function storeStamp(
  db: Db,
  { id, size, note, signed_at }: UnstampedCheckpoint,
  { stamp, at }: Readonly<{ stamp: Uint8Array; at: Date }>,
): Promise<void> {
  await sql`
    insert into log_checkpoints (id, size, note, signed_at, stamp, stamped_at)
    overriding system value
    values (${id}, ${size}, ${note}, ${signed_at}, ${stamp}, ${at})
    on conflict (id) do update set stamp = excluded.stamp, stamped_at = excluded.stamped_at
  `.execute(db);
}

export async function noteTurn(
  db: Db,
  turn: Readonly<{ next_at: Date; failed_at: Date | null; failure: string | null }>,
  { hasStamp }: Readonly<{ hasStamp: boolean }>,
): Promise<void> {
  await db
    .updateTable('log_stamping')
    .set((row) => ({ ...turn, failures: hasStamp ? 0 : row('failures', '+', 1) }))
    .execute();
}

/** How often in a row the authority has failed. */
export async function countFailures(db: Db): Promise<number> {
  const state = await db.selectFrom('log_stamping').select('failures').executeTakeFirst();
  return state?.failures ?? 0;
}
