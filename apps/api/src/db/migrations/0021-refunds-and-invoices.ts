import { type Kysely, sql } from 'kysely';

/**
 * Until when whoever does a task of the provider's is believed to be at it: what moves money is not begun
 * beside itself. And payments are looked for by their invoice.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await sql`alter table provider_tasks add column claimed_until timestamptz`.execute(db);
  await sql`create index transactions_by_invoice on transactions (invoice_number)`.execute(db);
}
