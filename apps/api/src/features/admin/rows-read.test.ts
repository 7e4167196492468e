import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import {
  CompiledQuery,
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  sql,
} from 'kysely';
import { freshDatabase } from '../../../test/helpers/fresh-database.ts';
import type { Db, Tables } from '../../db/tables.ts';
import { readActions } from './audit/audit.routes.ts';
import { readPayments } from './payments/payments.routes.ts';

const ACCOUNTS = 3_000;
const PAGE = { page: 1, per_page: 50 };

type Node = Readonly<{
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Join Filter'?: number;
  Plans?: readonly Node[];
}>;

/** Many accounts, each with a bill that is paid; operators have looked at fifty of them. */
async function filled(t: TestContext): Promise<Db> {
  const { db, close } = await freshDatabase();
  t.after(close);
  await sql`
    insert into users (id, username, username_key, email, email_key, created_at)
    select gen_random_uuid(), name, name, name || '@example.com', name || '@example.com', now()
    from (select 'user' || number as name from generate_series(1, ${ACCOUNTS}::integer) as number) as named
  `.execute(db);
  await sql`
    insert into transactions (id, user_id, subscription_id, customer_id, status, origin, amount, tax,
      currency, invoice_number, provider_created_at, provider_updated_at, created_at, updated_at)
    select 'txn_' || username, id, 'sub_' || username, 'ctm_' || username, 'completed', 'web', 8000, 0,
      'USD', 'INV-' || username, now(), now(), now(), now() from users
  `.execute(db);
  await sql`
    insert into operator_actions (id, at, operator_id, action, subject_kind, subject_id, details, request_id, address)
    select gen_random_uuid(), now(), id, 'account_looked_at', 'user', id::text, '{}', 'r', '::1'
    from users limit 50
  `.execute(db);
  await sql`analyze`.execute(db);
  return db;
}

/** How many rows the database reads for a page and for its count, joining by whichever indexes there are. */
async function rowsRead(db: Db, ask: (db: Db) => Promise<unknown>): Promise<number[]> {
  const asked: CompiledQuery[] = [];
  const nowhere = new Kysely<Tables>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (inside) => new PostgresIntrospector(inside),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void asked.push(query),
  });
  await ask(nowhere).catch(() => null);
  assert.equal(asked.length, 2);
  return db.transaction().execute(async (tx) => {
    // With few rows the planner would rather read whole tables.
    for (const way of ['seqscan', 'hashjoin', 'mergejoin'])
      await sql.raw(`set local enable_${way} = off`).execute(tx);
    const read: number[] = [];
    for (const { sql: text, parameters } of asked) {
      const { rows } = await tx.executeQuery<{ 'QUERY PLAN': [{ Plan: Node }] }>(
        CompiledQuery.raw(`explain (analyze, format json) ${text}`, [...parameters]),
      );
      read.push(rowsOf(rows[0]?.['QUERY PLAN'][0].Plan ?? assert.fail()));
    }
    return read;
  });
}

function rowsOf(node: Node): number {
  const each =
    node['Actual Rows'] +
    (node['Rows Removed by Filter'] ?? 0) +
    (node['Rows Removed by Join Filter'] ?? 0);
  return (node.Plans ?? []).reduce((sum, plan) => sum + rowsOf(plan), each * node['Actual Loops']);
}

describe('the database reads what it shows, however many there are', () => {
  it('of names in the audit log', async (t) => {
    const db = await filled(t);
    const [shown = 0] = await rowsRead(db, (nowhere) => readActions(nowhere, PAGE));
    assert.ok(shown < 1_000, `${shown} rows`);
    const [line] = (await readActions(db, PAGE)).rows;
    assert.match(String(line?.subject_name), /^user/);
  });

  it('of payments that are searched for, by whichever of their numbers or by whose they are', async (t) => {
    const db = await filled(t);
    const searches = ['txn_', 'sub_', 'ctm_', 'INV-'].map((start) => `${start}user7`);
    for (const search of [...searches, 'USER7', 'user7@example.com', 'nothing']) {
      const { rows } = await readPayments(db, { ...PAGE, search });
      assert.deepEqual(
        rows.map(({ id }) => id),
        search === 'nothing' ? [] : ['txn_user7'],
        search,
      );
      const read = await rowsRead(db, (nowhere) => readPayments(nowhere, { ...PAGE, search }));
      for (const count of read) assert.ok(count < 100, `${search}: ${count} rows`);
    }
  });
});
