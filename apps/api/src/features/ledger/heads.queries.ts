import { sql } from 'kysely';
import { acrossUsers } from '../../db/across-users.ts';
import type { Db } from '../../db/tables.ts';

export type KeptHead = Readonly<{
  user_id: string;
  day: string;
  records: number;
  hash: string;
  signed_at: Date;
  key_id: string;
  public_key: string;
  signature: string;
}>;

const COLUMNS = [
  'user_id',
  'day',
  'records',
  'hash',
  'signed_at',
  'key_id',
  'public_key',
  'signature',
] as const;

/**
 * Every head that was kept of a user's chain, the shortest first: days are not in order where a clock was
 * not. One that two services kept on either side of midnight is told once.
 */
export function listKeptHeads(db: Db, userId: string): Promise<KeptHead[]> {
  return db
    .selectFrom('ledger_heads')
    .distinctOn(['records', 'hash'])
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .orderBy('records')
    .orderBy('hash')
    .orderBy('day')
    .execute();
}

export function findLastKeptHead(db: Db, userId: string): Promise<KeptHead | undefined> {
  return db
    .selectFrom('ledger_heads')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .orderBy('records', 'desc')
    .orderBy('day', 'desc')
    .limit(1)
    .executeTakeFirst();
}

/** Chains that have grown since a head of theirs was kept, and of which none was kept today. */
export function listChainsToSign(
  db: Db,
  { day, after, limit }: { day: string; after: string | null; limit: number },
) {
  return db
    .selectFrom('ledger_chains as chain')
    .modifyFront(acrossUsers('a job signs the ends of all chains once a day'))
    .select(['chain.user_id', 'chain.records', 'chain.hash'])
    .where('chain.records', '>', 0)
    .$if(after !== null, (query) => query.where('chain.user_id', '>', after ?? ''))
    .where((row) =>
      row.not(
        row.exists(
          row
            .selectFrom('ledger_heads as head')
            .select('head.user_id')
            .whereRef('head.user_id', '=', 'chain.user_id')
            .where((head) =>
              head.or([
                head('head.day', '=', day),
                head('head.records', '>=', head.ref('chain.records')),
              ]),
            ),
        ),
      ),
    )
    .orderBy('chain.user_id')
    .limit(limit)
    .execute();
}

/** Keeps heads, unless another service has kept one of that day or the account is gone meanwhile. */
export async function keepHeads(db: Db, heads: readonly KeptHead[]): Promise<void> {
  const rows = JSON.stringify(heads);
  await sql`
    insert into ledger_heads (user_id, day, records, hash, signed_at, key_id, public_key, signature)
    select head.user_id, head.day, head.records, head.hash, head.signed_at, head.key_id, head.public_key,
      head.signature
    from jsonb_to_recordset(${rows}::jsonb) as head (user_id uuid, day text, records bigint, hash text,
      signed_at timestamptz, key_id text, public_key text, signature text)
    join users on users.id = head.user_id
    for key share of users
    on conflict (user_id, day) do nothing
  `.execute(db);
}
