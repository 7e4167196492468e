import type { EventKind } from '@quorate/record/leaf';
import type { Db } from '../../src/db/tables.ts';

type Recorded = Readonly<{
  user_id: string;
  subject_id: string;
  position: number;
  kind: EventKind;
  at: Date;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into documents of every kind.
  body: any;
  // biome-ignore lint/suspicious/noExplicitAny: the same.
  private: any;
}>;

/** Entries of the record in the order of their streams, with what they say. @param kinds all, where none is named */
export async function recorded(db: Db, ...kinds: readonly EventKind[]): Promise<Recorded[]> {
  const rows = await db
    .selectFrom('record_entries')
    .selectAll()
    .$if(kinds.length > 0, (query) => query.where('kind', 'in', kinds))
    .orderBy('user_id')
    .orderBy('subject_id')
    .orderBy('position')
    .execute();
  return rows.map(({ body, private: kept, ...row }) => ({
    ...row,
    body: body === null ? null : JSON.parse(body),
    private: kept === null ? null : JSON.parse(kept),
  }));
}
