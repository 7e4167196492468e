import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GENESIS, recordEnd, recordStart, sha256 } from '@quorate/ledger/format';
import { canonicalJson } from '@quorate/trading/market/canonical-json';
import { sql } from 'kysely';
import { signedInUser } from '../../../test/helpers/builders.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import type { Db } from '../../db/tables.ts';
import { appendRecords } from './append-records.ts';
import type { LedgerEntry } from './ledger-entry.ts';
import { entryOf, reasonOf } from './testing/entries.ts';

const ON_POSTGRES = process.env.TEST_DATABASE === 'postgres';

/** The chain of these entries as plain code makes it. */
function chained(entries: readonly LedgerEntry[]) {
  let prev = GENESIS;
  return entries.map(({ at, kind, body }, index) => {
    const start = recordStart({ at: at.toISOString(), kind, body: canonicalJson(body) });
    const record = start + recordEnd(index + 1, prev);
    prev = sha256(record);
    return { position: index + 1, record, hash: prev };
  });
}

/** A user's records, and where the chain says that it ends. */
async function readLedger(db: Db, userId: string) {
  const records = await db
    .selectFrom('ledger_records')
    .select(['position', 'record', 'hash'])
    .where('user_id', '=', userId)
    .orderBy('position')
    .execute();
  const end = await db
    .selectFrom('ledger_chains')
    .select(['records', 'prev', 'hash'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return { records, end };
}

/** Asserts that records follow each other without a gap, and that the chain ends with the last. */
async function expectWhole(db: Db, userId: string, count: number): Promise<string[]> {
  const { records, end } = await readLedger(db, userId);
  let prev = GENESIS;
  for (const [index, { position, record, hash }] of records.entries()) {
    assert.equal(position, index + 1);
    assert.ok(record.endsWith(recordEnd(position, prev)), `record ${position} follows`);
    assert.equal(hash, sha256(record), `hash of record ${position}`);
    prev = hash;
  }
  assert.equal(records.length, count);
  const before = records.at(-2)?.hash ?? GENESIS;
  assert.deepEqual(end, { records: count, prev: before, hash: prev });
  return records.map(({ record }) => JSON.parse(record).body.reason);
}

describe('records that are appended', () => {
  it('are chained to the one before, one at a time or many', async (t) => {
    const service = await startTestService(t);
    const { user } = await signedInUser(service);
    const entries = Array.from({ length: 8 }, (_, index) => entryOf(index + 1));
    const { db } = service;
    await appendRecords(db, user.id, entries.slice(0, 1));
    await appendRecords(db, user.id, entries.slice(1, 2));
    await appendRecords(db, user.id, entries.slice(2, 7));
    await appendRecords(db, user.id, []);
    await appendRecords(db, user.id, entries.slice(7));
    assert.deepEqual((await readLedger(db, user.id)).records, chained(entries));
    await expectWhole(db, user.id, 8);
  });

  it('may be more than one statement takes, and the first of a chain', async (t) => {
    const service = await startTestService(t);
    const { user } = await signedInUser(service);
    const entries = Array.from({ length: 1_203 }, (_, index) => entryOf(index + 1));
    await appendRecords(service.db, user.id, entries);
    await appendRecords(service.db, user.id, [entryOf(1_204)]);
    const { records } = await readLedger(service.db, user.id);
    assert.deepEqual(records, chained([...entries, entryOf(1_204)]));
    await expectWhole(service.db, user.id, 1_204);
  });

  it('of fifty transactions at once stand in one chain, each once', async (t) => {
    const service = await startTestService(t);
    const { user } = await signedInUser(service);
    const { db } = service;
    const numbers = Array.from({ length: 50 }, (_, index) => index + 1);
    await Promise.all(
      numbers.map((number) =>
        db.transaction().execute(async (tx) => {
          // Every fifth appends two, by the other statements.
          const entries = number % 5 === 0 ? [number, number + 1_000] : [number];
          await appendRecords(tx, user.id, entries.map(entryOf));
        }),
      ),
    );
    const reasons = await expectWhole(db, user.id, 60);
    const expected = numbers.flatMap((each) => (each % 5 === 0 ? [each, each + 1_000] : [each]));
    assert.deepEqual(reasons.toSorted(), expected.map(reasonOf).toSorted());
  });

  it('of a transaction that is rolled back leave no gap, among others at once', async (t) => {
    const service = await startTestService(t);
    const { user } = await signedInUser(service);
    const { db } = service;
    const numbers = Array.from({ length: 40 }, (_, index) => index + 1);
    const results = await Promise.allSettled(
      numbers.map((number) =>
        db.transaction().execute(async (tx) => {
          await appendRecords(tx, user.id, [entryOf(number)]);
          if (number % 2 === 0) throw new Error('the connection was lost');
        }),
      ),
    );
    assert.equal(results.filter(({ status }) => status === 'rejected').length, 20);
    const reasons = await expectWhole(db, user.id, 20);
    const odd = numbers.filter((number) => number % 2 === 1);
    assert.deepEqual(reasons.toSorted(), odd.map(reasonOf).toSorted());
  });

  it('of connections that are killed leave no gap, among others at once', {
    skip: ON_POSTGRES ? false : 'needs PostgreSQL: npm test does it',
  }, async (t) => {
    const service = await startTestService(t);
    const { user } = await signedInUser(service);
    const { db } = service;
    const numbers = Array.from({ length: 20 }, (_, index) => index + 1);
    await Promise.allSettled(
      numbers.map((number) =>
        db.transaction().execute(async (tx) => {
          await appendRecords(tx, user.id, [entryOf(number)]);
          if (number % 4 === 0)
            await sql`select pg_terminate_backend(pg_backend_pid())`.execute(tx);
        }),
      ),
    );
    const reasons = await expectWhole(db, user.id, 15);
    const kept = numbers.filter((number) => number % 4 !== 0);
    assert.deepEqual(reasons.toSorted(), kept.map(reasonOf).toSorted());
  });

  it('of two users are two chains', async (t) => {
    const service = await startTestService(t);
    const amina = await signedInUser(service, { username: 'amina' });
    const other = await signedInUser(service, { username: 'other' });
    await appendRecords(service.db, amina.user.id, [entryOf(1)]);
    await appendRecords(service.db, other.user.id, [entryOf(1), entryOf(2)]);
    await expectWhole(service.db, amina.user.id, 1);
    await expectWhole(service.db, other.user.id, 2);
  });

  it('are refused when JSON would bend them', async (t) => {
    const service = await startTestService(t);
    const { user } = await signedInUser(service);
    const bent = { ...entryOf(1), body: { p_up: Number.NaN } };
    await assert.rejects(appendRecords(service.db, user.id, [bent]), TypeError);
    assert.equal((await readLedger(service.db, user.id)).end, undefined);
  });
});
