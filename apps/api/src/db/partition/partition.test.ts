import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { sql } from 'kysely';
import { freshDatabase } from '../../../test/helpers/fresh-database.ts';
import type { Db } from '../tables.ts';
import {
  cancelAll,
  LARGE_TABLES,
  PartitionError,
  partitionAll,
  partitionTable,
  readStatus,
} from './partition-tables.ts';
import { countPartitions, readShape } from './shape.ts';

const SKIP =
  process.env.TEST_DATABASE === 'postgres' && !process.env.TEST_PARTITIONS
    ? false
    : 'needs PostgreSQL: npm test does it';
const quiet = () => {};
const user = (n: number) => `00000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

async function database(t: TestContext): Promise<Db> {
  const { db, close } = await freshDatabase();
  t.after(close);
  return db;
}

/** Users with decisions and votes of theirs, as many rows as are asked for. */
async function fill(db: Db, users: number, decisions: number): Promise<void> {
  await sql`
    insert into users (id, username, username_key, email, email_key, created_at)
    select ('00000000-0000-4000-8000-' || lpad(n::text, 12, '0'))::uuid, 'u' || n, 'u' || n, 'u' || n, 'u' || n, now()
    from generate_series(1, ${users}::integer) n
  `.execute(db);
  await sql`
    insert into trading_accounts (id, user_id, server, login, account_type, currency, created_at)
    select id, id, 's', 'l', 'demo', 'USD', now() from users
  `.execute(db);
  await sql`
    insert into decisions (user_id, id, account_id, symbol, timeframe, as_of, snapshot_hash, snapshot,
      action, p_up, reason, agreeing, quorum, voters, rules, tokens, decided_at)
    select u.id, gen_random_uuid(), u.id, 'EURUSD', 'H1', to_timestamp(n), 'h', '{}', 'HOLD', 0.5, '', 0, 1, 1,
      '[]', 0, to_timestamp(n)
    from users u, generate_series(1, ${decisions}::integer) n
  `.execute(db);
  await sql`
    insert into votes (user_id, decision_id, position, analyst, model, action, p_up, reason, evidence,
      abstained, tokens)
    select user_id, id, 0, 'a', 'm', 'HOLD', 0.5, '', '[]', false, 0 from decisions
  `.execute(db);
  await sql`
    insert into bots (user_id, id, account_id, run_id, sequence, state, open_positions, version,
      last_heartbeat_at, created_at)
    select id, id, id, 'r', 1, 'active', 0, '1', now(), now() from users
  `.execute(db);
  await sql`
    insert into bot_commands (user_id, id, bot_id, kind, asked_at)
    select id, id, id, 'resume', now() from users
  `.execute(db);
}

async function hashes(db: Db): Promise<Record<string, string>> {
  const found: Record<string, string> = {};
  for (const table of LARGE_TABLES) {
    const { rows } = await sql<{ hash: string }>`
      select count(*) || ' ' || coalesce(sum(hashtextextended(r::text, 0)::numeric), 0) as hash
      from ${sql.table(table)} r
    `.execute(db);
    found[table] = rows[0]?.hash ?? '';
  }
  return found;
}

/** Columns, keys, indexes and references of every large table, as far as they are not about partitions. */
async function shapes(db: Db) {
  const all = [];
  for (const table of LARGE_TABLES) {
    const { options: _, indexes, ...shape } = await readShape(db, table);
    const plain = indexes.map((each) => each.definition.replace(' ON ONLY ', ' ON '));
    const referredBy = shape.referredBy.map(({ table: by, name }) => `${by} ${name}`);
    all.push({ ...shape, referredBy, indexes: plain });
  }
  return all;
}

describe('large tables in partitions', { skip: SKIP }, () => {
  it('hold the same rows, under the same keys, indexes and references', async (t) => {
    const db = await database(t);
    await fill(db, 20, 30);
    const before = { rows: await hashes(db), shapes: await shapes(db) };
    const steps: string[] = [];
    await sql`analyze decisions`.execute(db);
    const rowsOf = async () =>
      (await readStatus(db)).find(({ table }) => table === 'decisions')?.rows;
    assert.equal(await rowsOf(), 600);
    await partitionAll(db, 4, (table, copied) => void steps.push(`${table} ${copied}`));
    assert.equal(await rowsOf(), 600);
    assert.deepEqual({ rows: await hashes(db), shapes: await shapes(db) }, before);
    for (const table of LARGE_TABLES) assert.equal(await countPartitions(db, table), 4);
    assert.ok(steps.includes('decisions 600'), steps.join());
    const { rows } = await sql`select from pg_constraint where not convalidated`.execute(db);
    assert.equal(rows.length, 0);
  });

  it('are asked for one partition by statements that carry the id', async (t) => {
    const db = await database(t);
    await fill(db, 20, 3);
    await partitionAll(db, 8, quiet);
    for (const statement of [
      sql`select * from trades where user_id = ${user(1)}::uuid order by trade_time desc limit 50`,
      sql`select * from decisions d join votes v on v.user_id = d.user_id and v.decision_id = d.id
        where d.user_id = ${user(1)}::uuid`,
      sql`select sum(profit) from trades where user_id = ${user(2)}::uuid and status = 'CLOSED'`,
      sql`select record from ledger_records where user_id = ${user(3)}::uuid and position > 5`,
      sql`update bot_commands set received_at = now() where user_id = ${user(3)}::uuid`,
      sql`delete from security_events where user_id = ${user(4)}::uuid`,
    ]) {
      const { rows } = await sql<{ 'QUERY PLAN': string }>`explain ${statement}`.execute(db);
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
      const touched = new Set(
        plan.match(
          /\b(trades|decisions|votes|ledger_records|bot_commands|security_events)_p\d+\b/g,
        ),
      );
      const tables = new Set([...touched].map((name) => name.replace(/_p\d+$/, '')));
      assert.ok(touched.size > 0 && touched.size === tables.size, plan);
    }
  });

  it('take what is written while they are copied, and lose and double nothing', async (t) => {
    const db = await database(t);
    await fill(db, 40, 100);
    const writing = new AbortController();
    const written = Promise.all([1, 2, 3].map((writer) => write(db, writer, writing.signal)));
    await partitionAll(db, 4, quiet);
    writing.abort();
    const counts = await written;
    assert.ok(
      counts.every(({ added }) => added > 0),
      JSON.stringify(counts),
    );
    const { rows } = await sql<{ n: number; late: number; gone: number }>`
      select count(*) as n, count(*) filter (where reason = 'changed') as late,
        count(*) filter (where user_id in (${user(38)}, ${user(39)}, ${user(40)})) as gone
      from decisions
    `.execute(db);
    const added = counts.reduce((sum, each) => sum + each.added, 0);
    const changed = counts.reduce((sum, each) => sum + each.changed, 0);
    assert.deepEqual(rows[0], { n: 3_700 + added, late: changed, gone: 0 });
  });

  it('are made by a command that goes on where one that was killed has ended', async (t) => {
    const db = await database(t);
    await fill(db, 30, 200);
    const before = await hashes(db);
    let calls = 0;
    const dies = () => {
      calls += 1;
      if (calls === 2) throw new Error('killed');
    };
    await assert.rejects(partitionTable(db, 'decisions', 4, dies), /killed/);
    await sql`update decisions set reason = 'between' where user_id = ${user(7)}::uuid`.execute(db);
    await sql`update decisions set reason = '' where user_id = ${user(7)}::uuid`.execute(db);
    const status = await readStatus(db);
    assert.equal(status.find(({ table }) => table === 'decisions')?.copied, 4_000);
    await assert.rejects(partitionTable(db, 'decisions', 8, quiet), (error) => {
      assert.ok(error instanceof PartitionError);
      assert.match(error.message, /to 4 partitions has begun/);
      return true;
    });
    const reached: number[] = [];
    await partitionAll(
      db,
      4,
      (table, copied) => void (table === 'decisions' && reached.push(copied)),
    );
    assert.deepEqual(reached, [6_000, 6_000]);
    assert.deepEqual(await hashes(db), before);
  });

  it('are given up by a word, and are as they were', async (t) => {
    const db = await database(t);
    await fill(db, 20, 200);
    const before = { rows: await hashes(db), shapes: await shapes(db) };
    await assert.rejects(
      partitionTable(db, 'decisions', 4, () => {
        throw new Error('killed');
      }),
    );
    await cancelAll(db);
    assert.deepEqual({ rows: await hashes(db), shapes: await shapes(db) }, before);
    await partitionAll(db, 2, quiet);
  });

  it('wait for a lock of others without holding up everybody else', async (t) => {
    const db = await database(t);
    await fill(db, 2, 3);
    const released = Promise.withResolvers<void>();
    const held = Promise.withResolvers<void>();
    // As a backup does for as long as it takes.
    const backup = db.transaction().execute(async (tx) => {
      await sql`lock table decisions in access share mode`.execute(tx);
      held.resolve();
      await released.promise;
    });
    await held.promise;
    const partitioning = partitionTable(db, 'decisions', 2, quiet);
    let waitedMs = 0;
    for (const until = performance.now() + 4_000; performance.now() < until; ) {
      const askedAt = performance.now();
      await sql`select from decisions limit 1`.execute(db);
      const tookMs = performance.now() - askedAt;
      if (tookMs > 100) waitedMs += tookMs;
    }
    released.resolve();
    await backup;
    assert.equal(await partitioning, 'done');
    assert.ok(waitedMs < 2_400, `${Math.round(waitedMs)} of 4,000 ms`);
  });

  it('are not made again, nor in a number that cannot be', async (t) => {
    const db = await database(t);
    await partitionAll(db, 2, quiet);
    await partitionAll(db, 2, quiet);
    await assert.rejects(partitionAll(db, 4, quiet), /has 2 partitions, and 4 were asked for/);
    for (const count of [0, 1, 1_025, 2.5, Number.NaN])
      await assert.rejects(partitionAll(db, count, quiet), /whole number from 2 to 1024/);
  });
});

/** Adds, changes and removes rows of a user until it is told to stop. */
async function write(db: Db, writer: number, until: AbortSignal) {
  let added = 0;
  let changed = 0;
  await db
    .deleteFrom('decisions')
    .where('user_id', '=', user(37 + writer))
    .execute();
  for (let n = 1; !until.aborted; n += 1) {
    await sql`
      insert into decisions (user_id, id, account_id, symbol, timeframe, as_of, snapshot_hash, snapshot,
        action, p_up, reason, agreeing, quorum, voters, rules, tokens, decided_at)
      values (${user(writer)}, gen_random_uuid(), ${user(writer)}, 'GBPUSD', 'H1', to_timestamp(${n}::integer),
        'h', '{}', 'HOLD', 0.5, '', 0, 1, 1, '[]', 0, now())
    `.execute(db);
    added += 1;
    const { numAffectedRows } = await sql`
      update decisions set reason = 'changed' where user_id = ${user(10 + writer)}::uuid
        and as_of = to_timestamp(${n}::integer) and symbol = 'EURUSD'
    `.execute(db);
    changed += Number(numAffectedRows);
  }
  return { added, changed };
}
