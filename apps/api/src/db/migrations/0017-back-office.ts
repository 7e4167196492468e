import { type Kysely, sql } from 'kysely';

/** What the back office lists, in the order in which it lists it, and why an operator gave a payment back. */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const statement of STATEMENTS) await sql.raw(statement).execute(db);
}

const STATEMENTS = [
  'alter table provider_tasks add column reason text',
  'create index transactions_newest on transactions (provider_created_at desc, id desc)',
  'create index webhook_events_by_entity on webhook_events (entity_id, received_at desc)',
  // Those that wait are few among all that ever came.
  'create index contact_messages_open on contact_messages (created_at desc, id desc) where handled_at is null',
  `create index security_events_failed on security_events (at) where kind = 'sign_in_failed'`,
];
