import { type Kysely, sql } from 'kysely';

/** Why a trade was closed, and what its owner wrote about it. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  'alter table trades add column exit_reason text',
  `create table trade_notes (
    user_id uuid not null,
    account_id uuid not null,
    position_ticket text not null,
    note text not null default '',
    tags text[] not null default '{}',
    setup text,
    updated_at timestamptz not null,
    primary key (user_id, account_id, position_ticket),
    foreign key (user_id, account_id) references trading_accounts (user_id, id) on delete cascade
  )`,
];
