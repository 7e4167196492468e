import { verifierKeyText } from '@quorate/tlog/note';
import { sql } from 'kysely';
import type { WitnessSettings } from '../../../config/witnesses.ts';
import { acrossUsers } from '../../../db/across-users.ts';
import type { Db } from '../../../db/tables.ts';
import { type LogKey, originOf, verifierKeyOf } from './log-key.ts';

/** How the log does, for operators. */
export type LogState = Readonly<{
  /** null before its first entry. */
  origin: string | null;
  size: number;
  /** Entries that are not in the log yet; counted up to WAITING_COUNTED. */
  waiting: number;
  /** When the oldest of them was made. */
  waiting_since: Date | null;
  checkpoint_size: number | null;
  checkpoint_at: Date | null;
  /** What it is signed with; null before its first entry. */
  key: string | null;
}>;

/** While the service may not sign, entries of weeks may wait: more are not counted each time. */
export const WAITING_COUNTED = 100_000;

export async function readLogState(db: Db): Promise<LogState> {
  const { rows } = await sql<LogState>`${acrossUsers('entries of everybody wait for the log')}
    select
      (select origin from log_state) as origin,
      coalesce((select size from log_state), 0)::bigint as size,
      (select count(*) from (select from log_outbox limit ${WAITING_COUNTED}) as counted)::integer as waiting,
      (
        -- A change of the key is no JSON: its time is the second line.
        select (case when left(leaf, 1) = '{' then leaf::json ->> 'at' else split_part(leaf, chr(10), 2) end)::timestamptz
        from log_outbox order by id limit 1
      ) as waiting_since,
      newest.size as checkpoint_size, newest.signed_at as checkpoint_at,
      (select key from log_keys order by id desc limit 1) as key
    from (select 1) as one
    left join (select size, signed_at from log_checkpoints order by id desc limit 1) as newest on true
  `.execute(db);
  const [state] = rows;
  if (!state) throw new Error('the database gave no row of the log');
  return state;
}

/** The key that this service would sign with, as people hand it on. */
export function ownKeyText(
  { origin }: Pick<LogState, 'origin'>,
  { logKey, publicUrl }: Readonly<{ logKey: LogKey; publicUrl: string }>,
): string {
  return verifierKeyText(verifierKeyOf(logKey, origin ?? originOf(publicUrl)));
}

export type WitnessState = Readonly<{
  name: string;
  url: string;
  /** The largest tree that it has cosigned; null: none yet. */
  size: number | null;
  cosigned_at: Date | null;
  /** Since it last cosigned; null where it does what it should. */
  failed_at: Date | null;
  failure: string | null;
}>;

/** Those that are configured, in their order. What others said before they were taken out is left alone. */
export async function readWitnesses(
  db: Db,
  witnesses: readonly WitnessSettings[],
): Promise<WitnessState[]> {
  if (witnesses.length === 0) return [];
  const rows = await db.selectFrom('log_witnesses').selectAll().execute();
  return witnesses.map(({ key: { name }, url }) => {
    const row = rows.find((each) => each.name === name);
    const { size = null, cosigned_at = null, failed_at = null, failure = null } = row ?? {};
    return { name, url, size: cosigned_at ? size : null, cosigned_at, failed_at, failure };
  });
}
