import assert from 'node:assert/strict';
import { createPublicKey } from 'node:crypto';
import { describe, it } from 'node:test';
import { getLedger } from '@quorate/contract/ledger';
import { createLedgerVerifier } from '@quorate/ledger/verify';
import { instantFromIso } from '@quorate/values/instant';
import { signedInUser } from '../../../test/helpers/builders.ts';
import type { TestService } from '../../../test/helpers/test-service.ts';
import { appendRecords } from './append-records.ts';
import { createLedgerKey } from './ledger-key.ts';
import { signLedgerHeads } from './sign-heads.ts';
import { entryOf } from './testing/entries.ts';
import { download, ledgerKey, start } from './testing/ledger-owner.ts';

async function verified(service: TestService, token: string) {
  const { rawPayload } = await download(service, token);
  const verifier = createLedgerVerifier();
  verifier.push(rawPayload);
  return verifier.end();
}

describe('the daily statement', () => {
  it('is kept once a day, for chains that have grown, by however many services', async (t) => {
    const { service, userId, add, keep } = await start(t, 2);
    const { user: quiet } = await signedInUser(service, { username: 'quiet' });
    const kept = async (whose = userId) =>
      service.db
        .selectFrom('ledger_heads')
        .select(['day', 'records'])
        .where('user_id', '=', whose)
        .orderBy('day')
        .execute();
    await Promise.all([keep(), keep(), keep()]);
    await add(3, 1);
    await keep();
    assert.deepEqual(await kept(), [{ day: '2026-03-02', records: 2 }]);
    service.clock.advance(86_400_000);
    await keep();
    service.clock.advance(86_400_000);
    await keep();
    const days = [
      { day: '2026-03-02', records: 2 },
      { day: '2026-03-03', records: 3 },
    ];
    assert.deepEqual(await kept(), days);
    assert.deepEqual(await kept(quiet.id), []);
  });

  it('reaches every chain, a few at a time', async (t) => {
    const { service } = await start(t, 1);
    const { db, clock } = service;
    for (let count = 1; count <= 6; count += 1) {
      const { user } = await signedInUser(service);
      await appendRecords(db, user.id, [entryOf(count)]);
    }
    await signLedgerHeads({ db, clock, ledgerKey }, 2);
    const rows = await db.selectFrom('ledger_heads').select('user_id').execute();
    assert.equal(new Set(rows.map(({ user_id }) => user_id)).size, 7);
  });

  it('is kept again once a clock that ran ahead is set right, and the file stays whole', async (t) => {
    const { service, token, add, keep } = await start(t, 2);
    service.clock.set('2126-03-02T10:00:00Z');
    await keep();
    service.clock.set('2026-03-02T10:00:00Z');
    await add(3, 1);
    await keep();
    const verdict = await verified(service, token);
    assert.equal(verdict.kind === 'verified' && verdict.kept, 2, JSON.stringify(verdict));
    const { kept } = await service.call(getLedger, {}, token);
    assert.deepEqual([kept?.records, kept?.signed_at], [3, '2026-03-02T10:00:00.000Z']);
  });

  it('of two services on either side of midnight leaves the file whole', async (t) => {
    const { service, token } = await start(t, 2);
    const at = (iso: string) => ({ now: () => instantFromIso(iso) });
    await Promise.all(
      ['2026-03-02T23:59:59.900Z', '2026-03-03T00:00:00.100Z'].map((now) =>
        signLedgerHeads({ db: service.db, clock: at(now), ledgerKey }),
      ),
    );
    const verdict = await verified(service, token);
    assert.equal(verdict.kind === 'verified' && verdict.kept, 1, JSON.stringify(verdict));
  });

  it('of a key that was replaced stays, and is verified by that key', async (t) => {
    const { service, userId, token, add } = await start(t, 2);
    const { db, clock } = service;
    const before = createLedgerKey(Buffer.alloc(32, 4));
    await signLedgerHeads({ db, clock, ledgerKey: before });
    clock.advance(86_400_000);
    await add(3, 1);
    await signLedgerHeads({ db, clock, ledgerKey });
    const { rawPayload } = await download(service, token);
    const verifier = createLedgerVerifier({
      trusted: [ledgerKey, before].map(({ publicKeyPem }) => createPublicKey(publicKeyPem)),
    });
    verifier.push(rawPayload);
    const verdict = verifier.end();
    assert.deepEqual(verdict.kind === 'verified' && [verdict.user, verdict.keys], [
      userId,
      [before.id, ledgerKey.id],
    ]);
  });
});
