import { type Kysely, sql } from 'kysely';

/**
 * Which mails go first, which were refused for their address alone, and which request asked for what is
 * done after its answer.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  'alter table outbox add column awaited boolean not null default false',
  'alter table outbox add column refused boolean not null default false',
  ...['outbox', 'mail_requests', 'push_outbox', 'provider_tasks'].map(
    (table) => `alter table ${table} add column asked_by text`,
  ),
  // The one of the versions before stays for them.
  'create index outbox_order on outbox (awaited desc, next_attempt_at) where sent_at is null',
];
