import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { sql } from 'kysely';
import { startFaultProxy } from '../../test/helpers/fault-proxy.ts';
import { freshStorage } from '../../test/helpers/fresh-database.ts';
import { queryFinished } from '../process/telemetry/events.ts';
import { openReplica } from './replica.ts';

const postgresOnly =
  process.env.TEST_DATABASE !== 'postgres' && 'the embedded database has no replica';

/** Any PostgreSQL will do: what is asked here is about connections, and not about how late it is. */
async function start(t: TestContext) {
  const storage = await freshStorage();
  const { DATABASE_URL = '' } = storage.env;
  const proxy = await startFaultProxy({ port: Number(new URL(DATABASE_URL).port) });
  const replica = openReplica(proxy.through(DATABASE_URL));
  t.after(async () => {
    proxy.reset();
    await replica.close();
    await proxy.close();
    await storage.remove();
  });
  return { db: replica.db, proxy };
}

describe('connections to a reading replica', { skip: postgresOnly }, () => {
  it('have limits of their own: for a statement, and for a transaction that nobody goes on with', async (t) => {
    const { db } = await start(t);
    const { rows } = await sql<{ name: string; setting: string }>`
      select name, setting from pg_settings
      where name in ('statement_timeout', 'idle_in_transaction_session_timeout') order by name
    `.execute(db);
    assert.deepEqual(rows, [
      { name: 'idle_in_transaction_session_timeout', setting: '60000' },
      { name: 'statement_timeout', setting: '5000' },
    ]);
  });

  it('tell of each statement, as those to the primary do', async (t) => {
    const { db } = await start(t);
    const heard: string[] = [];
    t.after(queryFinished.subscribe(({ sql: text, failed }) => heard.push(`${text} ${failed}`)));
    await sql`select 1`.execute(db);
    await assert.rejects(sql`select 1 / 0`.execute(db), /division/);
    assert.deepEqual(heard, ['select 1 false', 'select 1 / 0 true']);
  });

  it('that nothing comes from any more are given up, and not used again', async (t) => {
    const { db, proxy } = await start(t);
    await sql`select 1`.execute(db);
    proxy.set({ kind: 'hang' });
    await assert.rejects(sql`select 2`.execute(db), /timeout/);
    proxy.set({ kind: 'none' });
    const startedAt = performance.now();
    await sql`select 3`.execute(db);
    const tookMs = performance.now() - startedAt;
    assert.ok(tookMs < 2_000, `the next statement took ${Math.round(tookMs)} ms`);
  });
});
