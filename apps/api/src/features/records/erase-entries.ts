import { sql } from 'kysely';
import type { Db } from '../../db/tables.ts';
import { appendEvents, type RecordEvent } from './append-events.ts';

type Owner = Pick<RecordEvent, 'userId' | 'subjectId' | 'at'>;

/** What goes when something is deleted. */
const GONE = { body: null, body_salt: null, private: null, private_salt: null } as const;

/**
 * Erases what the entries of an account say, with what their hashes were salted with: nobody can tell any more what
 * stood there. That they stood there, and were erased, stays on record. What was public of it is not any more.
 */
export async function eraseAccount(db: Db, owner: Owner): Promise<void> {
  const { userId, subjectId, at } = owner;
  await db
    .deleteFrom('public_records')
    .where('user_id', '=', userId)
    .where('account_id', '=', subjectId)
    .execute();
  const { numUpdatedRows } = await db
    .updateTable('record_entries')
    .set({ ...GONE, erased_at: at })
    .where('user_id', '=', userId)
    .where('subject_id', '=', subjectId)
    .where('erased_at', 'is', null)
    .executeTakeFirst();
  const erased = Number(numUpdatedRows);
  if (erased > 0) await appendEvents(db, [deletionEvent(owner, { of: 'account', erased })]);
}

/** The same of trades that were uploaded, and are taken back. */
export async function eraseImport(db: Db, owner: Owner, importId: string): Promise<void> {
  const { userId, subjectId, at } = owner;
  const erased = await db
    .updateTable('record_entries')
    .set({ ...GONE, erased_at: at })
    .where('user_id', '=', userId)
    .where('subject_id', '=', subjectId)
    .where('kind', '=', 'import')
    .where(sql<boolean>`body::jsonb ->> 'import_id' = ${importId}`)
    .returning('position')
    .execute();
  if (erased.length === 0) return;
  const positions = erased.map(({ position }) => position).sort((a, b) => a - b);
  const told = { of: 'import', import_id: importId, erased: positions.length, positions };
  await appendEvents(db, [deletionEvent(owner, told)]);
}

/** The same of entries that a plan keeps no longer. */
export async function eraseOld(
  db: Db,
  owner: Owner,
  { days, positions }: Readonly<{ days: number; positions: readonly number[] }>,
): Promise<void> {
  const { userId, subjectId, at } = owner;
  if (positions.length === 0) return;
  await db
    .updateTable('record_entries')
    .set({ ...GONE, erased_at: at })
    .where('user_id', '=', userId)
    .where('subject_id', '=', subjectId)
    .where('position', 'in', positions)
    .execute();
  const told = { of: 'age', days, erased: positions.length, positions: [...positions] };
  await appendEvents(db, [deletionEvent(owner, told)]);
}

/** Notes in every stream of a user that the user goes, just before all entries go with the user. */
export async function noteLeaving(db: Db, userId: string, at: Date): Promise<void> {
  const streams = await db
    .selectFrom('record_streams')
    .select(['subject_id', 'entries'])
    .where('user_id', '=', userId)
    .orderBy('subject_id')
    .execute();
  await appendEvents(
    db,
    streams.map(({ subject_id: subjectId, entries }) =>
      deletionEvent({ userId, subjectId, at }, { of: 'user', erased: entries }),
    ),
  );
}

function deletionEvent(owner: Owner, body: RecordEvent['body']): RecordEvent {
  return { ...owner, kind: 'deletion', body };
}
