import { sql } from 'kysely';
import type { Db } from '../../../db/tables.ts';
import { PROVIDER_TASKS } from '../record/provider-tasks.ts';

const TABLES = [
  'subscriptions',
  'transactions',
  'adjustments',
  'webhook_events',
  'tasks',
  'billing_notices',
  'provider_progress',
  'outbox',
] as const;

/** Every row that news of the provider can touch. */
export async function everyBillingRow(db: Db): Promise<Record<string, unknown[]>> {
  const rows: Record<string, unknown[]> = {};
  for (const table of TABLES)
    rows[table] = await db
      .selectFrom(table)
      .selectAll()
      .$if(table === 'tasks', (query) => query.where(sql.ref('kind'), 'in', PROVIDER_TASKS))
      .execute();
  return rows;
}

/** In one statement: a test may do it a thousand times. */
export async function deleteBillingRows(db: Db): Promise<void> {
  const parts = TABLES.map(
    (table) => sql`${sql.ref(`d_${table}`)} as (delete from ${sql.table(table)})`,
  );
  await sql`with ${sql.join(parts)} select 1`.execute(db);
}

/** What is known of the provider, without the times at which we learnt of it. */
export async function knownOfProvider(db: Db) {
  const subscriptions = await db.selectFrom('subscriptions').selectAll().orderBy('id').execute();
  const transactions = await db.selectFrom('transactions').selectAll().orderBy('id').execute();
  const adjustments = await db.selectFrom('adjustments').selectAll().orderBy('id').execute();
  return {
    subscriptions: subscriptions.map(
      ({ created_at: _, updated_at: __, cancel_requested_at: ___, ...told }) => told,
    ),
    transactions: transactions.map(
      ({ created_at: _, updated_at: __, granted_at: grantedAt, ...told }) => ({
        ...told,
        granted: grantedAt !== null,
      }),
    ),
    adjustments: adjustments.map(({ created_at: _, ...told }) => told),
  };
}
