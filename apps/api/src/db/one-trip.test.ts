import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import { freshDatabase } from '../../test/helpers/fresh-database.ts';
import { afterCommit } from './in-transaction.ts';
import { allInOneTrip, inOneTrip } from './one-trip.ts';
import { statement } from './prepared.ts';
import type { Db } from './tables.ts';

const ON_POSTGRES = process.env.TEST_DATABASE === 'postgres';
const NEEDS_POSTGRES = ON_POSTGRES ? false : 'needs PostgreSQL: npm test does it';

const ADD = statement<{ key: string }>(
  `insert into rate_hits (key, hits, until) values ($1, '{}', now()) returning key`,
);
const add = (key: string) => (db: Db) => ADD(db, [key]);

async function start(t: TestContext) {
  const { db, close } = await freshDatabase();
  t.after(close);
  const keys = async () => {
    const rows = await db.selectFrom('rate_hits').select('key').orderBy('key').execute();
    return rows.map(({ key }) => key);
  };
  return { db, keys };
}

describe('statements of one trip', () => {
  it('are stored together, and give each its own answer', async (t) => {
    const { db, keys } = await start(t);
    const acts: string[] = [];
    const [one, two] = await allInOneTrip(db, [
      add('one'),
      async (tx) => {
        const rows = await ADD(tx, ['two']);
        afterCommit(tx, () => acts.push('told'));
        return rows.length;
      },
    ]);
    assert.deepEqual([one, two, acts], [[{ key: 'one' }], 1, ['told']]);
    assert.deepEqual(await keys(), ['one', 'two']);
  });

  it('are none where one fails, which is the one that is told', async (t) => {
    const { db, keys } = await start(t);
    await add('taken')(db);
    const acts: string[] = [];
    const failing = allInOneTrip(db, [
      add('before'),
      add('taken'),
      async (tx) => {
        await ADD(tx, ['after']);
        afterCommit(tx, () => acts.push('told'));
      },
    ]);
    await assert.rejects(failing, { code: '23505' });
    assert.deepEqual([await keys(), acts], [['taken'], []]);
    // The connection is as good as before.
    await Promise.all(Array.from({ length: 12 }, (_, index) => add(`later ${index}`)(db)));
    assert.equal((await keys()).length, 13);
  });

  it('are part of the transaction they are in', async (t) => {
    const { db, keys } = await start(t);
    const undone = db.transaction().execute(async (tx) => {
      await allInOneTrip(tx, [add('one'), add('two')]);
      throw new Error('undone');
    });
    await assert.rejects(undone, /undone/);
    assert.deepEqual(await keys(), []);
  });

  it('are none where a step waits before it begins', { skip: NEEDS_POSTGRES }, async (t) => {
    const { db, keys } = await start(t);
    const waiting = allInOneTrip(db, [
      add('one'),
      async (tx) => {
        await turn();
        return ADD(tx, ['late']);
      },
    ]);
    await assert.rejects(waiting, /after the end of its transaction/);
    assert.deepEqual(await keys(), []);
  });

  it('see what those before them have done', async (t) => {
    const { db } = await start(t);
    const count = statement<{ count: number }>('select count(*)::integer as count from rate_hits');
    const [, seen] = await allInOneTrip(db, [add('one'), (tx) => count(tx, [])]);
    assert.deepEqual(seen, [{ count: 1 }]);
  });
});

describe('reads of one trip', () => {
  it('have their own answers, and leave the connection usable where one fails', async (t) => {
    const { db } = await start(t);
    const say = (one: Db, value: number) =>
      sql<{ share: number }>`select 6 / ${value}::integer as share`.execute(one);
    for (let round = 0; round < 12; round += 1) {
      const answers = await inOneTrip(db, (one) => Promise.all([say(one, 2), say(one, 3)]));
      assert.deepEqual(
        answers.map(({ rows }) => rows[0]?.share),
        [3, 2],
      );
      const failing = inOneTrip(db, (one) => Promise.all([say(one, 0), say(one, 1)]));
      await assert.rejects(failing, /division by zero/);
    }
  });
});
