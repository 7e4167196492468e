import { type Kysely, sql } from 'kysely';

/** Imports by name, so that one can be taken back: which trades it stored, and nothing has replaced since. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  // Of no account: taking an import back may remove the account that it brought along.
  `create table trade_imports (
    user_id uuid not null references users on delete cascade,
    id uuid not null,
    file_name text not null,
    server text not null,
    login text not null,
    created integer not null,
    removed integer not null default 0,
    imported_at timestamptz not null,
    removed_at timestamptz,
    primary key (user_id, id)
  )`,
  'create index trade_imports_newest on trade_imports (user_id, imported_at desc, id desc)',

  // Whatever else replaces a trade empties it.
  'alter table trades add column import_id uuid',
  `create index trades_by_import on trades (user_id, import_id, account_id, position_ticket)
    where import_id is not null`,
];
