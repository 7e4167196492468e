import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { signedInUser } from '../../../test/helpers/builders.ts';
import { recorded } from '../../../test/helpers/recorded.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { findChainEnd } from '../ledger/ledger.queries.ts';
import { chainRecords, entryOf } from '../ledger/testing/entries.ts';
import { sealLedgers } from './seal-ledgers.ts';

describe('a ledger of before the record', () => {
  it('enters it once, as what it is, and once more where it has grown since', async (t) => {
    const service = await startTestService(t);
    const { db } = service;
    const [{ user: one }, { user: other }] = [
      await signedInUser(service),
      await signedInUser(service),
    ];
    await signedInUser(service);
    await chainRecords(db, one.id, [entryOf(1), entryOf(2), entryOf(3)]);
    await chainRecords(db, other.id, [entryOf(9)]);
    await Promise.all([sealLedgers(service), sealLedgers(service)]);
    await sealLedgers(service);
    const bodyOf = async (userId: string, records: number) => {
      const { hash } = await findChainEnd(db, userId);
      return { format: 'quorate ledger 1', records, hash };
    };
    const sealed = (await recorded(db)).map((entry) => [
      entry.user_id,
      entry.subject_id,
      entry.kind,
      entry.body,
    ]);
    const expected = [
      [one.id, one.id, 'sealed', await bodyOf(one.id, 3)],
      [other.id, other.id, 'sealed', await bodyOf(other.id, 1)],
    ].sort(([a = ''], [b = '']) => (a < b ? -1 : 1));
    assert.deepEqual(sealed, expected);

    await chainRecords(db, one.id, [entryOf(4)]);
    await sealLedgers(service);
    const own = (await recorded(db)).filter(({ user_id: id }) => id === one.id);
    assert.deepEqual(
      own.map(({ body }) => body.records),
      [3, 4],
    );
    assert.deepEqual(own.at(-1)?.body, await bodyOf(one.id, 4));
  });
});
