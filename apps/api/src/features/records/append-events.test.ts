import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import { leafText, readLeaf } from '@quorate/record/leaf';
import { hasBody } from '@quorate/record/salted-body';
import { canonicalJson } from '@quorate/trading/market/canonical-json';
import { signedInUser } from '../../../test/helpers/builders.ts';
import { recorded } from '../../../test/helpers/recorded.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { inTransaction } from '../../db/in-transaction.ts';
import { appendEvents, lockStreams } from './append-events.ts';
import { eventOf } from './testing/events.ts';

async function start(t: TestContext) {
  const service = await startTestService(t);
  const { user } = await signedInUser(service);
  const ofAccount = (digit: number) => ({
    userId: user.id,
    subjectId: `0197a0c0-0000-7000-8000-00000000000${digit}`,
  });
  const waiting = () => service.db.selectFrom('log_outbox').selectAll().orderBy('id').execute();
  return { ...service, user, one: ofAccount(1), other: ofAccount(2), waiting };
}

describe('events', () => {
  it('stand in the streams of their accounts, in their order and without a gap', async (t) => {
    const { db, one, other, waiting } = await start(t);
    await appendEvents(db, [eventOf(one, 1), eventOf(other, 2), eventOf(one, 3)]);
    await appendEvents(db, []);
    await appendEvents(db, [eventOf(one, 4)]);
    const entries = await recorded(db);
    assert.deepEqual(
      entries.map(({ subject_id, position, kind }) => [subject_id, position, kind]),
      [
        [one.subjectId, 1, 'decision'],
        [one.subjectId, 2, 'decision'],
        [one.subjectId, 3, 'closed'],
        [other.subjectId, 1, 'closed'],
      ],
    );
    assert.deepEqual(entries[2]?.body, eventOf(one, 4).body);
    assert.deepEqual(entries[2]?.private, { profit: 4 });
    assert.equal(entries[0]?.private, null);
    const leaves = (await waiting()).map(({ leaf }) => readLeaf(leaf));
    assert.deepEqual(
      leaves.map((leaf) => leaf?.position),
      [1, 1, 2, 3],
    );
    assert.equal(new Set(leaves.map((leaf) => leaf?.stream)).size, 2);
  });

  // @attack 2.19
  it('leave for the log what binds their bodies, and nothing else of them', async (t) => {
    const { db, one, waiting } = await start(t);
    await appendEvents(db, [eventOf(one, 2), eventOf(one, 3)]);
    const rows = await db.selectFrom('record_entries').selectAll().orderBy('position').execute();
    const { id } = await db.selectFrom('record_streams').select('id').executeTakeFirstOrThrow();
    for (const [at, { leaf: text, position, stream }] of (await waiting()).entries()) {
      const row = rows[at];
      const leaf = readLeaf(text);
      assert.ok(row && leaf && row.body && row.body_salt);
      assert.equal(leafText(leaf), text);
      assert.deepEqual([leaf.stream, stream, leaf.position], [id, id, position]);
      assert.equal(leaf.at, row.at.toISOString());
      assert.equal(leaf.terminalAt, row.terminal_at?.toISOString() ?? null);
      assert.ok(hasBody(leaf.body, row.body_salt, row.body));
      assert.ok(!hasBody(leaf.body, row.body_salt, `${row.body} `));
      if (row.private && row.private_salt)
        assert.ok(hasBody(leaf.private ?? '', row.private_salt, row.private));
      else assert.equal(leaf.private, null);
      assert.doesNotMatch(text, /trend|profit/);
    }
  });

  // @attack 2.19
  it('are called by a name that only the owner’s key opens', async (t) => {
    const { db, one, other } = await start(t);
    await appendEvents(db, [eventOf(one, 1), eventOf(other, 1)]);
    await appendEvents(db, [eventOf(one, 2)]);
    const streams = await db.selectFrom('record_streams').selectAll().execute();
    assert.equal(new Set(streams.map(({ key }) => key)).size, 2);
    for (const { id, key, user_id, subject_id } of streams) {
      const mac = createHmac('sha256', Buffer.from(key, 'hex')).update(`${user_id} ${subject_id}`);
      assert.equal(id, mac.digest('hex').slice(0, 32));
    }
  });

  it('of many writers at once stand one behind the other, each once', async (t) => {
    const { db, one, other, waiting } = await start(t);
    await Promise.all(
      Array.from({ length: 12 }, (_, number) =>
        inTransaction(db, async (tx) => {
          const subjects = number % 2 === 0 ? [one, other] : [other, one];
          if (number % 3 === 0) await lockStreams(tx, subjects);
          await appendEvents(
            tx,
            subjects.map((subject) => eventOf(subject, number)),
          );
        }),
      ),
    );
    const entries = await recorded(db);
    for (const { subjectId } of [one, other]) {
      const own = entries.filter(({ subject_id: id }) => id === subjectId);
      assert.deepEqual(
        own.map(({ position }) => position),
        Array.from({ length: 12 }, (_, at) => at + 1),
      );
      assert.equal(new Set(own.map(({ at }) => at.getTime())).size, 12);
    }
    // The log takes them by their number: none may stand before one of the same stream that was first.
    const last = new Map<string, number>();
    for (const { stream, position } of await waiting()) {
      assert.equal(position, (last.get(stream) ?? 0) + 1);
      last.set(stream, position);
    }
  });

  it('are on record with their transaction, or not at all', async (t) => {
    const { db, one, waiting } = await start(t);
    const broken = inTransaction(db, async (tx) => {
      await appendEvents(tx, [eventOf(one, 1)]);
      throw new Error('something else has failed');
    });
    await assert.rejects(broken, /something else/);
    assert.deepEqual(await recorded(db), []);
    assert.deepEqual(await waiting(), []);
    const bent = { ...eventOf(one, 1), body: { figure: Number.NaN } };
    await assert.rejects(appendEvents(db, [bent]), TypeError);
    await appendEvents(db, [eventOf(one, 1)]);
    assert.deepEqual(
      (await recorded(db)).map(({ position }) => position),
      [1],
    );
  });

  it('are many hundred in one statement where an import brings so many', async (t) => {
    const { db, one } = await start(t);
    await appendEvents(
      db,
      Array.from({ length: 1_200 }, (_, number) => eventOf(one, number)),
    );
    const entries = await recorded(db);
    assert.equal(entries.length, 1_200);
    for (const [number, { position, body }] of entries.entries()) {
      assert.equal(position, number + 1);
      assert.equal(canonicalJson(body), canonicalJson(eventOf(one, number).body));
    }
  });
});
