import assert from 'node:assert/strict';
import { it } from 'node:test';
import { freshStorage } from '../../test/helpers/fresh-database.ts';
import { freePort, startAndFail } from '../../test/helpers/server-process.ts';
import { startTransactionPooler } from '../../test/helpers/transaction-pooler.ts';
import { connectPostgres } from './connect.ts';

const NEEDS_POSTGRES = process.env.TEST_DATABASE !== 'postgres' && 'needs PostgreSQL';

it('a service behind a pooler that pools by transaction does not start, and says what to set', {
  skip: NEEDS_POSTGRES,
}, async (t) => {
  const { env, remove } = await freshStorage();
  t.after(remove);
  const pooled = await startTransactionPooler(t, env.DATABASE_URL ?? '');
  const database = await connectPostgres(pooled);
  await database.db.selectFrom('users').select('id').execute();
  await database.close();

  const refused = await startAndFail({ ...env, DATABASE_URL: pooled, PORT: await freePort() });
  assert.equal(refused.code, 1);
  assert.match(refused.stderr, /pools by transaction.*pool_mode = session/);
});
