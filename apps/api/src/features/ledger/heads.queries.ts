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
