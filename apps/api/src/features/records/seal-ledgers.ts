import { sql } from 'kysely';
import { acrossUsers } from '../../db/across-users.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import type { Db } from '../../db/tables.ts';
import type { Clock } from '../../process/clock.ts';
import { appendEvents, type RecordEvent } from './append-events.ts';

type SealDeps = Readonly<{ db: Db; clock: Clock }>;

const BATCH = 200;

/**
 * Takes into the record what there was before it: each ledger of version 1 as one entry, which says how long it is and
 * with which hash it ends. Whatever stands in a ledger is older than that entry, and is not believed to be more. A copy of
 * the version before may still add to a ledger; then it is sealed once more. Safe to run twice.
 */
export async function sealLedgers({ db, clock }: SealDeps): Promise<void> {
  for (;;) {
    const sealed = await inTransaction(db, async (tx) => {
      const ledgers = await lockUnsealed(tx);
      await appendEvents(
        tx,
        ledgers.map(({ user_id: userId, records, hash }): RecordEvent => {
          const body = { format: 'quorate ledger 1', records, hash };
          return { userId, subjectId: userId, kind: 'sealed', at: new Date(clock.now()), body };
        }),
      );
      return ledgers.length;
    });
    if (sealed === 0) return;
  }
}

type Unsealed = Readonly<{ user_id: string; records: number; hash: string }>;

async function lockUnsealed(tx: Db): Promise<Unsealed[]> {
  const unsealed = sql`chain.records > coalesce((
    select max((entry.body::jsonb ->> 'records')::bigint) from record_entries as entry
    where entry.user_id = chain.user_id and entry.subject_id = chain.user_id and entry.kind = 'sealed'
  ), 0)`;
  const found = await sql<{ user_id: string }>`
    ${acrossUsers('ledgers of before the record are looked for once an hour')}
    select user_id from ledger_chains as chain where ${unsealed} order by user_id limit ${BATCH} for update
  `.execute(tx);
  // Checked again: another copy may have sealed it while we waited for its row.
  const { rows } = await sql<Unsealed>`
    ${acrossUsers('ledgers of before the record are looked for once an hour')}
    select user_id, records, hash from ledger_chains as chain
    where user_id = any(${found.rows.map(({ user_id }) => user_id)}::uuid[]) and ${unsealed}
    order by user_id
  `.execute(tx);
  return rows;
}
