import assert from 'node:assert/strict';
import { createPublicKey, verify } from 'node:crypto';
import { describe, it } from 'node:test';
import { downloadLedger, getLedger, getLedgerKey } from '@quorate/contract/ledger';
import { deleteAccount } from '@quorate/contract/my-data';
import { GENESIS, headStatement } from '@quorate/ledger/format';
import { createLedgerVerifier } from '@quorate/ledger/verify';
import { sql } from 'kysely';
import type { TestService } from '../../../test/helpers/test-service.ts';
import { rowsOf } from '../../../test/helpers/user-tables.ts';
import { entryOf } from './testing/entries.ts';
import { download, ledgerKey, start } from './testing/ledger-owner.ts';

async function verified(service: TestService, token: string) {
  const { rawPayload } = await download(service, token);
  const verifier = createLedgerVerifier({ trusted: [createPublicKey(ledgerKey.publicKeyPem)] });
  verifier.push(rawPayload);
  return verifier.end();
}

describe('a downloaded ledger', () => {
  it('is a file that anybody can verify, with what was kept day by day', async (t) => {
    const { service, userId, token, add, keep } = await start(t, 3);
    await keep();
    service.clock.advance(86_400_000);
    await add(4, 600);
    await keep();
    const response = await download(service, token);
    const name = 'attachment; filename="decision-ledger-2026-03-03.jsonl"';
    assert.equal(response.headers['content-disposition'], name);
    assert.equal(response.headers['content-type'], 'application/x-ndjson; charset=utf-8');
    assert.equal(response.headers['cache-control'], 'no-store');
    const verdict = await verified(service, token);
    assert.equal(verdict.kind, 'verified', JSON.stringify(verdict));
    assert.deepEqual(verdict, {
      kind: 'verified',
      user: userId,
      records: 603,
      hash: (await service.call(getLedger, {}, token)).head.hash,
      signedAt: '2026-03-03T10:00:00.000Z',
      kept: 2,
      keys: [ledgerKey.id],
      pinned: true,
    });
    const lines = response.body.trimEnd().split('\n');
    assert.equal(lines.length, 1 + 2 + 603 + 1);
    const { record } = JSON.parse(lines[3] ?? '');
    assert.deepEqual(record.body, entryOf(1).body);
  });

  it('of somebody without a decision is verified as well', async (t) => {
    const { service, token } = await start(t, 0);
    const verdict = await verified(service, token);
    assert.equal(verdict.kind === 'verified' && verdict.records, 0);
  });

  it('ends with the record that was the last when it began', async (t) => {
    const { service, token, add } = await start(t, 700);
    const address = await service.app.listen({ host: '127.0.0.1', port: 0 });
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(address + downloadLedger.path, { headers });
    const verifier = createLedgerVerifier();
    let added = false;
    for await (const chunk of response.body ?? []) {
      verifier.push(chunk);
      if (!added) await add(701, 20);
      added = true;
    }
    const verdict = verifier.end();
    assert.equal(verdict.kind === 'verified' && verdict.records, 700);
  });

  it('breaks off, and is no sound file, when its records are gone meanwhile', async (t) => {
    const { service, userId, token } = await start(t, 300);
    await service.db
      .deleteFrom('ledger_records')
      .where('user_id', '=', userId)
      .where('position', '>', 250)
      .execute();
    const address = await service.app.listen({ host: '127.0.0.1', port: 0 });
    const headers = { authorization: `Bearer ${token}` };
    const response = await fetch(address + downloadLedger.path, { headers });
    await assert.rejects(response.text());
  });

  it('is limited by the hour', async (t) => {
    const { service, token } = await start(t, 1);
    for (let time = 0; time < 5; time += 1)
      assert.equal((await download(service, token)).statusCode, 200);
    const refused = await service.fail(downloadLedger, {}, token);
    assert.deepEqual([refused.status, refused.code], [429, 'rate_limited']);
    assert.match(refused.message, /5 ledger files an hour/);
  });
});

describe('a history that is changed where it is stored', () => {
  it('is found in one record', async (t) => {
    const { service, token } = await start(t, 10);
    await sql`
      update ledger_records set record = replace(record, '0.61', '0.71') where position = 6
    `.execute(service.db);
    const verdict = await verified(service, token);
    assert.equal(verdict.kind === 'broken' && verdict.record, 6);
  });

  it('is found when it is written again behind what was kept', async (t) => {
    const { service, userId, token, add, keep } = await start(t, 10);
    await keep();
    await service.db.deleteFrom('ledger_records').where('user_id', '=', userId).execute();
    await service.db.deleteFrom('ledger_chains').where('user_id', '=', userId).execute();
    await add(101, 12);
    const verdict = await verified(service, token);
    assert.equal(verdict.kind === 'broken' && verdict.record, 10);
    assert.match(verdict.kind === 'broken' ? verdict.reason : '', /rewritten/);
  });
});

describe('the head of a ledger', () => {
  it('is signed now, beside the one that was kept last', async (t) => {
    const { service, userId, token, add, keep } = await start(t, 2);
    assert.equal((await service.call(getLedger, {}, token)).kept, null);
    await keep();
    const then = await service.call(getLedger, {}, token);
    assert.deepEqual(then.kept, then.head);
    service.clock.advance(1_000);
    await add(3, 1);
    const { head, kept } = await service.call(getLedger, {}, token);
    assert.deepEqual([head.records, head.signed_at], [3, '2026-03-02T10:00:01.000Z']);
    assert.deepEqual(kept, then.kept);
    const { key_id, public_key } = await service.call(getLedgerKey);
    assert.deepEqual([key_id, head.key_id], [ledgerKey.id, ledgerKey.id]);
    for (const { records, hash, signed_at: signedAt, key_id: keyId, signature } of [
      head,
      then.head,
    ]) {
      const statement = headStatement({ user: userId, records, hash, signedAt, keyId });
      const bytes = Buffer.from(signature, 'base64');
      assert.ok(verify(null, Buffer.from(statement), createPublicKey(public_key), bytes));
    }
  });

  it('of an empty ledger is its beginning', async (t) => {
    const { service, token } = await start(t, 0);
    const { head } = await service.call(getLedger, {}, token);
    assert.deepEqual([head.records, head.hash], [0, GENESIS]);
  });
});

describe('a deleted account', () => {
  it('takes its ledger along', async (t) => {
    const { service, userId, username, token, keep } = await start(t, 3);
    await keep();
    await service.call(deleteAccount, { body: { username } }, token);
    assert.deepEqual(await rowsOf(service.db, userId), {});
  });
});
