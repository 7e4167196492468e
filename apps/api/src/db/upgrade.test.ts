import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import { readCatalogue, readColumns } from '../../test/helpers/catalogue.ts';
import { emptyDatabase } from '../../test/helpers/empty-database.ts';
import { freshDatabase, PARTITIONS } from '../../test/helpers/fresh-database.ts';
import { insertMadeUpRows } from '../../test/helpers/made-up-rows.ts';
import { MIGRATIONS, migrateToLatest } from './migrate.ts';
import { partitionAll } from './partition/partition-tables.ts';
import releases from './releases.json' with { type: 'json' };
import type { Db } from './tables.ts';

const NAMES = Object.keys(MIGRATIONS).toSorted();

/** The first whose predecessors' code has to run on: before it, nothing was ever run by several copies. */
const FIRST_EXPANDED = NAMES.findIndex((name) => name > '0011');

const upTo = (count: number) =>
  Object.fromEntries(Object.entries(MIGRATIONS).filter(([name]) => NAMES.indexOf(name) < count));

const takesAway = (migration: Migration | undefined) =>
  migration !== undefined && 'takesAway' in migration;

async function countRows(db: Db): Promise<Map<string, number>> {
  const tables = new Set((await readColumns(db)).map((column) => column.table_name));
  const counts = new Map<string, number>();
  for (const table of tables) {
    const { rows } = await sql<{ count: number }>`
      select count(*)::integer as count from ${sql.table(table)}
    `.execute(db);
    counts.set(table, rows[0]?.count ?? 0);
  }
  return counts;
}

describe('an upgrade', () => {
  // @promise 8.7
  it('from every schema there was, with rows in every table, ends in the schema of a fresh database', async (t) => {
    const { db } = await emptyDatabase(t);
    for (let count = 1; count <= NAMES.length; count += 1) {
      const before = count > 1 ? await countRows(db) : new Map<string, number>();
      await migrateToLatest(db, upTo(count));
      const after = await countRows(db);
      for (const [table, rows] of before) {
        if (after.has(table)) assert.ok((after.get(table) ?? 0) >= rows, table);
      }
      await insertMadeUpRows(db, await readColumns(db), count);
    }
    if (PARTITIONS > 0) await partitionAll(db, PARTITIONS, () => {});
    const fresh = await freshDatabase();
    t.after(() => fresh.close());
    assert.deepEqual(await readCatalogue(db), await readCatalogue(fresh.db));
  });

  it('leaves what the version before knows: its columns, and room for the rows that it writes', async (t) => {
    const { db } = await emptyDatabase(t);
    await migrateToLatest(db, upTo(FIRST_EXPANDED));
    for (let count = FIRST_EXPANDED + 1; count <= NAMES.length; count += 1) {
      const name = NAMES[count - 1] ?? '';
      const known = await readColumns(db);
      await migrateToLatest(db, upTo(count));
      if (takesAway(MIGRATIONS[name])) continue;
      const now = await readColumns(db);
      for (const { table_name, column_name, type } of known) {
        const kept = now.find(
          (column) => column.table_name === table_name && column.column_name === column_name,
        );
        assert.equal(kept?.type, type, `${name} changes ${table_name}.${column_name}`);
      }
      await assert.doesNotReject(insertMadeUpRows(db, known, count), name);
    }
  });

  // Until there are two releases, states of before stand in for those that are missing.
  const released = [NAMES.at(-7), NAMES.at(-4), ...releases.map(({ schema }) => schema)];
  for (const [back, from] of [released.at(-1), released.at(-2)].entries()) {
    it(`from ${from}, ${back + 1} releases back, in one go leaves room for the rows of that release`, async (t) => {
      const { db } = await emptyDatabase(t);
      const count = NAMES.indexOf(from ?? '') + 1;
      assert.ok(count > 0, `${from} is no migration`);
      await migrateToLatest(db, upTo(count));
      const known = await readColumns(db);
      await insertMadeUpRows(db, known, 1);
      const before = await countRows(db);
      await migrateToLatest(db);
      const after = await countRows(db);
      for (const [table, rows] of before)
        if (after.has(table)) assert.ok((after.get(table) ?? 0) >= rows, table);
      // Two releases on, its code is not run any more: only what it stored has to be there.
      if (back > 0) return;
      const now = await readColumns(db);
      const takes = NAMES.slice(count).some((name) => takesAway(MIGRATIONS[name]));
      const has = (of: (typeof known)[number]) =>
        now.some(
          (each) => each.table_name === of.table_name && each.column_name === of.column_name,
        );
      assert.ok(takes || known.every(has), 'a column that its code names is gone');
      await assert.doesNotReject(insertMadeUpRows(db, known.filter(has), 2));
    });
  }

  it('carries over what waited in four tables', async (t) => {
    const { db } = await emptyDatabase(t);
    const before = NAMES.indexOf('0036-tasks');
    await migrateToLatest(db, upTo(before));
    const [mail, gone, sent, request] = Array.from({ length: 4 }, () => crypto.randomUUID());
    const at = '2026-03-02T10:00:00Z';
    const mailed = (id: string | undefined, more: string) => `insert into outbox
      (id, to_address, subject, text, html, created_at, next_attempt_at, attempts, sent_at, awaited)
      values ('${id}', 'a@example.com', 's', 't', 'h', '${at}', '${at}', ${more})`;
    for (const statement of [
      mailed(mail, '2, null, true'),
      mailed(gone, '8, null, false'),
      mailed(sent, `1, '${at}', false`),
      `insert into provider_tasks (kind, subject, attempts, next_attempt_at, reason, created_at)
        values ('refund_transaction', 'txn_1', 3, '${at}', 'Asked for', '${at}'),
          ('fetch_subscription', 'sub_1', 0, '${at}', null, '${at}')`,
      `insert into mail_requests (id, purpose, asked_for, created_at)
        values ('${request}', 'reset', 'b@example.com', '${at}')`,
    ])
      await sql.raw(statement).execute(db);
    await migrateToLatest(db);
    const tasks = await db
      .selectFrom('tasks')
      .select(['kind', 'subject', 'rank', 'attempts', 'payload', 'expires_at'])
      .orderBy('kind')
      .execute();
    const task = { rank: 0, attempts: 0, payload: {}, expires_at: null };
    const asked = { purpose: 'reset', asked_for: 'b@example.com', username: null };
    const until = new Date('2026-03-02T11:00:00Z');
    assert.deepEqual(tasks, [
      { ...task, kind: 'fetch_subscription', subject: 'sub_1' },
      { ...task, kind: 'mail', subject: mail, rank: 1, attempts: 2 },
      { ...task, kind: 'mail_request', subject: request, payload: asked, expires_at: until },
      {
        ...task,
        kind: 'refund_transaction',
        subject: 'txn_1',
        attempts: 3,
        payload: { reason: 'Asked for' },
      },
    ]);
  });
});
