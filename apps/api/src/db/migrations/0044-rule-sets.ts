import { type Kysely, sql } from 'kysely';

/** The rules that owners chose for their accounts, and every change of them. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create table rule_sets (
    user_id uuid not null,
    account_id uuid not null,
    rule_set jsonb,
    revision integer not null,
    carried_lock jsonb,
    rebase_id uuid,
    rebase_at timestamptz,
    set_at timestamptz not null,
    primary key (user_id, account_id),
    foreign key (user_id, account_id) references trading_accounts (user_id, id) on delete cascade
  )`,
  `create table rule_set_changes (
    user_id uuid not null,
    id uuid not null,
    account_id uuid not null,
    kind text not null check (kind in ('chosen', 'rebased')),
    rule_set jsonb,
    before jsonb,
    equity bigint,
    floor bigint,
    open_positions integer,
    confirmed boolean not null,
    at timestamptz not null,
    primary key (user_id, id),
    foreign key (user_id, account_id) references trading_accounts (user_id, id) on delete cascade
  )`,
  'create index rule_set_changes_of_account on rule_set_changes (user_id, account_id, at desc)',
];
