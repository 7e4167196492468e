import { publicName } from '@quorate/contract/public-records';
import type { EventKind } from '@quorate/record/leaf';
import type { AccountClass } from '@quorate/record/standing';
import type { UserId } from '@quorate/values/ids';
import { type Selectable, sql } from 'kysely';
import { acrossUsers } from '../../db/across-users.ts';
import type { PublicRecordsTable } from '../../db/record-tables.ts';
import type { Db } from '../../db/tables.ts';

export type PublicRow = Omit<Selectable<PublicRecordsTable>, 'user_id' | 'name_key' | 'looks'> &
  Readonly<{ user_id: UserId }>;

/** The record of that name, whatever its case; none of an account that is gone. */
export async function findPublicRecord(db: Db, name: string): Promise<PublicRow | undefined> {
  // Whatever else an address holds is nobody's name, and some of it no text of the database.
  if (!publicName.safeParse(name).success) return undefined;
  const row = await shownRecords(db)
    .modifyFront(acrossUsers('a public record is found by its name'))
    .where('public_records.name_key', '=', name.toLowerCase())
    .executeTakeFirst();
  return row as PublicRow | undefined;
}

function shownRecords(db: Db) {
  return db
    .selectFrom('public_records')
    .innerJoin('trading_accounts', (join) =>
      join
        .onRef('trading_accounts.user_id', '=', 'public_records.user_id')
        .onRef('trading_accounts.id', '=', 'public_records.account_id'),
    )
    .select([
      'public_records.user_id',
      'public_records.account_id',
      'public_records.name',
      'public_records.shows_open',
      'public_records.shows_money',
      'public_records.listed',
      'public_records.published_at',
      'public_records.changed_at',
    ]);
}

export async function findAccountClass(
  db: Db,
  { user_id, account_id }: Pick<PublicRow, 'user_id' | 'account_id'>,
): Promise<(AccountClass & Readonly<{ currency: string }>) | undefined> {
  const row = await db
    .selectFrom('trading_accounts')
    .select(['account_type', 'paper', 'currency'])
    .where('user_id', '=', user_id)
    .where('id', '=', account_id)
    .executeTakeFirst();
  return row && { type: row.account_type, paper: row.paper, currency: row.currency };
}

export type OwnerCounts = Readonly<{ accounts: number; deleted: number; resets: number }>;

/** Every account that a user ever had here: one that was deleted still has its stream. A life after a reset is none of its own. */
export async function countAccounts(db: Db, userId: UserId): Promise<OwnerCounts> {
  const { rows } = await sql<OwnerCounts>`
    with streams as (
      select account.id is null as deleted
      from record_streams as stream
      left join trading_accounts as account on account.user_id = stream.user_id and account.id = stream.subject_id
      where stream.user_id = ${userId}::uuid and stream.subject_id <> ${userId}::uuid
    ), resets as (
      select coalesce(sum(resets), 0)::integer as count from hosted_accounts where user_id = ${userId}::uuid
    )
    select greatest(1, (select count(*) from streams)::integer - resets.count) as accounts,
      (select count(*) filter (where deleted) from streams)::integer as deleted, resets.count as resets
    from resets
  `.execute(db);
  return rows[0] ?? { accounts: 1, deleted: 0, resets: 0 };
}

export type ReadEntry = Readonly<{
  position: number;
  kind: EventKind;
  at: Date;
  /** Of it only what figures are made of. */
  body: string | null;
  private: string | null;
  /** Its body names the account as its owner does. */
  named: boolean;
}>;

/** Entries of a stream by position, without what no figure needs: a snapshot has thousands of bytes. */
export async function readEntries(
  db: Db,
  { user_id, account_id }: Pick<PublicRow, 'user_id' | 'account_id'>,
  { after, upTo, limit }: Readonly<{ after: number; upTo: number; limit: number }>,
): Promise<ReadEntry[]> {
  const { rows } = await sql<ReadEntry>`
    select position, kind, at,
      case when body is null then null
        when kind = 'snapshot' then json_build_object(
          'decision_id', body::json -> 'decision_id',
          'snapshot', json_build_object(
            'atr_points', body::json #> '{snapshot,atr_points}', 'digits', body::json #> '{snapshot,digits}'
          )
        )::text
        when kind = 'decision' then json_build_object(
          'decision_id', body::json -> 'decision_id', 'symbol', body::json -> 'symbol',
          'as_of', body::json -> 'as_of', 'action', body::json -> 'action', 'p_up', body::json -> 'p_up',
          'voters', body::json -> 'voters', 'clock_class', body::json -> 'clock_class',
          'market_grade', body::json -> 'market_grade'
        )::text
        when kind = any(${WHOLE_KINDS}::text[]) then body
        else '{}' end as body,
      case when kind = any(${MONEY_KINDS}::text[]) then private end as private,
      coalesce(kind = 'account' and (body::json #>> '{settings,name}') is not null, false) as named
    from record_entries
    where user_id = ${user_id}::uuid and subject_id = ${account_id}::uuid
      and position > ${after} and position <= ${upTo}
    order by position limit ${limit}
  `.execute(db);
  return rows;
}

const MONEY_KINDS = ['opened', 'modified', 'closed', 'correction', 'history', 'import'];
const WHOLE_KINDS = [...MONEY_KINDS, 'account', 'checks', 'order', 'fill', 'outcome', 'grade'];

/** How many entries a stream has. */
export async function countEntries(
  db: Db,
  { user_id, account_id }: Pick<PublicRow, 'user_id' | 'account_id'>,
): Promise<number> {
  const stream = await db
    .selectFrom('record_streams')
    .select('entries')
    .where('user_id', '=', user_id)
    .where('subject_id', '=', account_id)
    .executeTakeFirst();
  return stream?.entries ?? 0;
}
