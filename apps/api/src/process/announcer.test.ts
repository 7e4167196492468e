import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { freshDatabase } from '../../test/helpers/fresh-database.ts';
import { newId } from '../db/ids.ts';
import { inTransaction } from '../db/in-transaction.ts';
import { until } from '../features/live/testing/heartbeats.ts';
import { insertUser } from '../features/live/testing/insert-user.ts';
import {
  createAnnouncer,
  LIVE_CHANNEL,
  type LiveNotice,
  parseNotices,
  readLiveCounts,
  toPayloads,
} from './announcer.ts';

/** A database with a user, an announcer, and every payload that was heard. */
async function stage(t: TestContext) {
  const { db, listen, close } = await freshDatabase();
  const payloads: string[] = [];
  const listening = await listen(
    LIVE_CHANNEL,
    (payload) => payloads.push(payload),
    () => {},
  );
  const announcer = createAnnouncer({ db });
  t.after(async () => {
    await announcer.close();
    await listening.stop();
    await close();
  });
  return { db, announcer, payloads, userId: await insertUser(db) };
}

const heardOf = (payloads: readonly string[]) => payloads.flatMap(parseNotices);

describe('what has changed', () => {
  it('is told once it is committed, and what is rolled back never is', async (t) => {
    const { db, announcer, payloads, userId } = await stage(t);
    await inTransaction(db, async (tx) => {
      await announcer.announce(tx, userId, 'trades');
      await announcer.flush();
    });
    assert.deepEqual(payloads, []);
    const broken = inTransaction(db, async (tx) => {
      await announcer.announce(tx, userId, 'usage');
      throw new Error('rolled back');
    });
    await assert.rejects(broken, /rolled back/);
    await announcer.flush();
    await until(async () => payloads.length > 0);
    assert.deepEqual(heardOf(payloads), [{ userId, topic: 'trades', count: 1 }]);
    assert.deepEqual(await readLiveCounts(db, userId), { trades: 1, usage: 0, bots: 0, setup: 0 });
  });

  it('many times within a moment is told once, with the last count', async (t) => {
    const { db, announcer, payloads, userId } = await stage(t);
    for (let time = 0; time < 20; time += 1) await announcer.announce(db, userId, 'bots');
    await announcer.announce(db, userId, 'trades');
    await announcer.flush();
    await until(async () => heardOf(payloads).some(({ topic }) => topic === 'trades'));
    const counts = heardOf(payloads).filter(({ topic }) => topic === 'bots');
    assert.equal(counts.at(-1)?.count, 20);
    assert.ok(payloads.length < 20, `${payloads.length} notices`);
  });

  it('by thousands of users goes in few payloads, none longer than the database takes', async (t) => {
    const { announcer, payloads } = await stage(t);
    const notices = Array.from(
      { length: 5_000 },
      (_, index): LiveNotice => ({ userId: newId(), topic: 'bots', count: 1e12 + index }),
    );
    for (const notice of notices) announcer.tell(notice);
    await announcer.flush();
    await until(async () => heardOf(payloads).length >= notices.length);
    assert.deepEqual(heardOf(payloads), notices);
    assert.ok(payloads.every((payload) => Buffer.byteLength(payload) <= 7_999));
    assert.ok(payloads.length < 50, `${payloads.length} payloads`);
  });

  it('is told later when the database was away, and the highest count stands', async (t) => {
    const { db, payloads, userId } = await stage(t);
    let isAway = true;
    const flaky = db.withPlugin({
      transformQuery({ node }) {
        if (isAway) throw new Error('The database is away.');
        return node;
      },
      transformResult: async ({ result }) => result,
    });
    const announcer = createAnnouncer({ db: flaky });
    announcer.tell({ userId, topic: 'trades', count: 7 });
    await announcer.flush();
    announcer.tell({ userId, topic: 'trades', count: 6 });
    isAway = false;
    await announcer.close();
    await until(async () => payloads.length > 0);
    assert.deepEqual(heardOf(payloads), [{ userId, topic: 'trades', count: 7 }]);
  });

  it('cannot be announced in a transaction whose end nobody would tell', async (t) => {
    const { db, announcer, userId } = await stage(t);
    const lost = db.transaction().execute((tx) => announcer.announce(tx, userId, 'trades'));
    await assert.rejects(lost, /not begun by inTransaction/);
  });
});

describe('a payload', () => {
  it('that is none of ours says nothing', () => {
    for (const payload of ['', ' ', 'x', 'x trades', 'x trades 1.5', 'x other 1', '\n\n'])
      assert.deepEqual(parseNotices(payload), [], payload);
    assert.deepEqual(toPayloads([]), []);
  });

  it('with a line that is none of ours says the others', () => {
    const notice = { userId: 'a', topic: 'trades', count: 3 } as const;
    assert.deepEqual(parseNotices(`nonsense\n${toPayloads([notice])[0]}\n`), [notice]);
  });
});
