import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { sql } from 'kysely';
import { freshDatabase } from '../../test/helpers/fresh-database.ts';
import { isDatabaseAway } from '../http/errors.ts';
import { withoutTimeLimit } from './query-limit.ts';

const postgresOnly =
  process.env.TEST_DATABASE !== 'postgres' && 'the embedded database calls no statement off';

describe('a statement that takes too long', { skip: postgresOnly }, () => {
  it('is called off after a minute, but for work that may take as long as it takes', async (t) => {
    const { db, close } = await freshDatabase();
    t.after(close);
    type Shown = { statement_timeout: string };
    const limit = async (one: typeof db) =>
      (await sql<Shown>`show statement_timeout`.execute(one)).rows[0]?.statement_timeout;
    assert.equal(await limit(db), '1min');
    assert.equal(await withoutTimeLimit(db, limit), '0');
    await assert.rejects(
      withoutTimeLimit(db, async () => assert.fail('broken')),
      /broken/,
    );
    for (let connection = 0; connection < 12; connection += 1)
      assert.equal(await limit(db), '1min');
  });

  it('leaves its connection as it was, and is told as the database being away', async (t) => {
    const { db, close } = await freshDatabase();
    t.after(close);
    const work = db.transaction().execute(async (tx) => {
      await sql`set local statement_timeout = 50`.execute(tx);
      await sql`select pg_sleep(10)`.execute(tx);
    });
    await assert.rejects(work, isDatabaseAway);
    await sql`select 1`.execute(db);
  });
});

it('what is wrong with a statement itself is not the database being away', () => {
  const coded = (code: string) => Object.assign(new Error('failed'), { code });
  for (const code of ['57P01', '57P03', '53300', 'ECONNREFUSED', 'ECONNRESET', '57014'])
    assert.ok(isDatabaseAway(coded(code)), code);
  // As a pooler says why it ends a connection.
  const ended = Object.assign(coded('08P01'), { severity: 'FATAL' });
  assert.ok(isDatabaseAway(ended));
  for (const words of [
    'Connection terminated unexpectedly',
    'timeout exceeded when trying to connect',
  ])
    assert.ok(isDatabaseAway(new Error(words)), words);
  for (const code of ['23505', '42601', '53100', '22P02', 'ENOENT'])
    assert.equal(isDatabaseAway(coded(code)), false, code);
  assert.equal(isDatabaseAway('57P01'), false);
});
