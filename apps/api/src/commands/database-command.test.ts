import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { freshStorage } from '../../test/helpers/fresh-database.ts';
import { connectPostgres } from '../db/connect.ts';
import { migrateToLatest } from '../db/migrate.ts';
import { runDatabase } from './database-command.ts';

const SKIP =
  process.env.TEST_DATABASE === 'postgres' && !process.env.TEST_PARTITIONS
    ? false
    : 'needs PostgreSQL: npm test does it';

async function run(args: readonly string[], env: Record<string, string> = {}) {
  const said: string[] = [];
  const failed: string[] = [];
  const output = {
    say: (line: string) => void said.push(line),
    fail: (line: string) => void failed.push(line),
  };
  const code = await runDatabase(args, output, env);
  return { code, said: said.join('\n'), failed: failed.join('\n') };
}

describe('the database command', () => {
  it('tells how it is used where it was not understood', async () => {
    for (const args of [[], ['partition'], ['status', 'more'], ['divide'], ['status', '--count']]) {
      const { code, failed } = await run(args);
      assert.equal(code, 2);
      assert.match(failed, /npm run database -- partition --count 32/);
    }
  });

  it('refuses to partition the embedded database and says what to set', async () => {
    const { code, failed } = await run(['partition', '--count', '8', '--yes']);
    assert.equal(code, 1);
    assert.match(failed, /embedded database .* Set DATABASE_URL/);
  });

  it('prints the statements that spread every table of users over a cluster', async () => {
    const { code, said } = await run(['distribute']);
    assert.equal(code, 0);
    assert.match(said, /create_reference_table\('users'\)/);
    assert.match(said, /create_distributed_table\('trades', 'user_id', colocate_with => /);
  });
});

describe('the database command on PostgreSQL', { skip: SKIP }, () => {
  async function storage(t: TestContext) {
    const { env, remove } = await freshStorage();
    t.after(remove);
    const database = await connectPostgres(env.DATABASE_URL ?? '');
    await migrateToLatest(database.db);
    await database.close();
    return env;
  }

  it('changes nothing until it is told to, then tells how far it is', async (t) => {
    const env = await storage(t);
    const planned = await run(['partition', '--count', '3'], env);
    assert.match(planned.said, /Nothing was changed\. Add --yes/);
    assert.match((await run(['status'], env)).said, /^trades +in one piece/m);
    const done = await run(['partition', '--count', '3', '--yes'], env);
    assert.equal(done.code, 0, done.failed);
    assert.match(done.said, /tables are in 3 partitions each/);
    assert.match((await run(['status'], env)).said, /^trades +3 partitions/m);
    const other = await run(['partition', '--count', '5', '--yes'], env);
    assert.equal(other.code, 1);
    assert.match(other.failed, /has 3 partitions, and 5 were asked for/);
  });

  it('refuses a number of partitions that cannot be', async (t) => {
    const env = await storage(t);
    const { code, failed } = await run(['partition', '--count', 'many', '--yes'], env);
    assert.equal(code, 1);
    assert.match(failed, /whole number from 2 to 1024/);
  });
});
