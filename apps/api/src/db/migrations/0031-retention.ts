import { type Kysely, sql } from 'kysely';

/** Lines of the audit log are never changed, and go after five years; accounts without a confirmed address are found. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  `create function refuse_early_removal() returns trigger language plpgsql as $$
    begin
      if tg_op = 'DELETE' and old.at < now() - interval '5 years' then return old; end if;
      raise exception 'rows of % are never changed', tg_table_name;
    end
  $$`,
  `create or replace trigger operator_actions_stay before update or delete on operator_actions
    for each row execute function refuse_early_removal()`,
  'create index users_unconfirmed on users (created_at) where email_verified_at is null',
];
