import { sql } from 'kysely';
import type { Db } from '../../apps/api/src/db/tables.ts';

export type Filled = Readonly<{ users: number; tradesEach: number; decisionsEach: number }>;

/** As long as a snapshot of thirty bars, and a decision of three analysts with their reasons. */
const SNAPSHOT = 1_300;
const ENTRY = 2_300;

/** Users with rows as the service stores them, in the order of time, so that rows of one user lie far apart. */
export async function fillUsers(
  db: Db,
  { users, tradesEach, decisionsEach }: Filled,
): Promise<void> {
  await sql`
    insert into users (id, username, username_key, email, email_key, created_at)
    select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'u' || n, 'u' || n, 'u' || n, 'u' || n, now()
    from generate_series(1, ${users}::integer) n
  `.execute(db);
  await sql`
    insert into trading_accounts (id, user_id, server, login, account_type, currency, created_at)
    select id, id, 'Broker-Demo', '1000', 'demo', 'USD', now() from users
  `.execute(db);
  await sql`
    insert into trades (user_id, account_id, position_ticket, symbol, trade_type, volume, digits, open_price,
      close_price, stop_loss, take_profit, opened_at, closed_at, status, gross_profit, commission, swap, fee,
      profit, currency, account_type, revision, created_at, updated_at)
    select u.id, u.id, (100000000 + n)::text, 'EURUSD', 'BUY', 0.1, 5, 1.10000, 1.10100, 1.09900, 1.10200,
      to_timestamp(1700000000 + n * 600), to_timestamp(1700000300 + n * 600), 'CLOSED', 1000, -70, 0, 0, 930,
      'USD', 'demo', 1, now(), now()
    from generate_series(1, ${tradesEach}::integer) n cross join users u
  `.execute(db);
  await sql`
    insert into decisions (user_id, id, account_id, symbol, timeframe, as_of, snapshot_hash, snapshot,
      action, p_up, reason, agreeing, quorum, voters, rules, tokens, decided_at, outcome)
    select u.id, gen_random_uuid(), u.id, 'EURUSD', 'H1', to_timestamp(1700000000 + n * 3600), md5(n::text) || md5(u.id::text),
      ${text(SNAPSHOT, 'n')}, 'HOLD', 0.5, 'No two of three analysts agree.', 1, 2, 3, '[]', 0, to_timestamp(1700000001 + n * 3600), 'held'
    from generate_series(1, ${decisionsEach}::integer) n cross join users u
  `.execute(db);
  await sql`
    insert into votes (user_id, decision_id, position, analyst, model, action, p_up, reason, evidence,
      abstained, tokens)
    select user_id, id, p, 'trend', 'offline/1', 'HOLD', 0.5, 'The averages lie close together, and neither direction has strength.',
      '["close_less_ema20","adx14"]', false, 0
    from decisions cross join generate_series(0, 2) p
  `.execute(db);
  await sql`
    insert into record_entries (user_id, subject_id, position, kind, at, body, body_salt)
    select user_id, account_id, row_number() over (partition by user_id order by as_of), 'decision', decided_at,
      ${text(ENTRY, 'tokens')}, sha256(snapshot_hash::bytea)
    from decisions
  `.execute(db);
  await sql`vacuum analyze`.execute(db);
}

/** Different digits for each row, so that they are as hard to compress as figures are. */
function text(length: number, ofRow: string) {
  const pieces = Math.ceil(length / 32);
  return sql`(select left(string_agg(md5(gen_random_uuid()::text), ''), ${length}::integer)
    from generate_series(1, ${pieces}::integer) where ${sql.ref(ofRow)} is not null)`;
}

export async function bytesARow(db: Db, table: string): Promise<number> {
  const { rows } = await sql<{ each: number }>`
    select sum(pg_total_relation_size(c.oid))::float8 / (select count(*) from ${sql.table(table)}) as each
    from pg_class c
    where c.oid = ${table}::regclass or c.oid in (select relid from pg_partition_tree(${table}::regclass))
  `.execute(db);
  return rows[0]?.each ?? 0;
}
