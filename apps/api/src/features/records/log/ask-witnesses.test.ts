import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { downloadRecord, getRecord } from '@quorate/contract/record';
import { createRecordVerifier } from '@quorate/record/verify-record';
import { readVerifierKey, verifierKeyText } from '@quorate/tlog/note';
import { signerFromFile } from '@quorate/witness/key-file';
import { serveWitness } from '@quorate/witness/serve';
import { createWitness } from '@quorate/witness/witness';
import { signedInUser } from '../../../../test/helpers/builders.ts';
import { startTestService } from '../../../../test/helpers/test-service.ts';
import { appendEvents } from '../append-events.ts';
import { eventOf } from '../testing/events.ts';
import { askWitnesses } from './ask-witnesses.ts';
import { createLogKey, verifierKeyOf } from './log-key.ts';

const logKey = createLogKey(Buffer.alloc(32, 5));
const publicUrl = 'https://quorate.example';
const log = verifierKeyOf(logKey, 'quorate.example/log');

/** A witness on a machine of its own, which can be switched off and on. */
async function witnessOf(t: TestContext, name: string) {
  const folder = mkdtempSync(join(tmpdir(), 'quorate-asked-'));
  t.after(() => rmSync(folder, { recursive: true, force: true }));
  const signer = signerFromFile(join(folder, 'witness.key'), name);
  const witness = createWitness(join(folder, 'seen.sqlite'), {
    signer,
    logs: [log],
    clock: Date.now,
  });
  const server = serveWitness(witness, { keyText: '', log: () => {} });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const off = () => {
    server.closeAllConnections();
    return new Promise<void>((resolve) => server.close(() => resolve()));
  };
  const on = () => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  t.after(async () => {
    await off();
    witness.close();
  });
  return { key: signer.key, url: `http://127.0.0.1:${port}`, off, on };
}

async function start(t: TestContext) {
  const witnesses = [await witnessOf(t, 'one.example/w'), await witnessOf(t, 'two.example/w')];
  const service = await startTestService(t, { logKey, publicUrl, witnesses });
  const { user, token } = await signedInUser(service);
  const owner = { userId: user.id, subjectId: user.id };
  let number = 0;
  const append = async (count: number) => {
    for (let each = 0; each < count; each += 1) {
      number += 1;
      await appendEvents(service.db, [eventOf(owner, number)]);
    }
    await service.sequenceLog();
  };
  const ask = () => askWitnesses({ ...service, witnesses });
  const states = () => service.db.selectFrom('log_witnesses').selectAll().orderBy('name').execute();
  return { service, token, witnesses, append, ask, states };
}

describe('witnesses', () => {
  it('cosign each checkpoint as the log grows, and stand in the files of records', async (t) => {
    const { service, token, witnesses, append, ask, states } = await start(t);
    assert.equal(await ask(), 0, 'there is no log yet');
    for (const count of [1, 300, 0, 7]) {
      await append(count);
      assert.equal(await ask(), 2);
    }
    assert.equal(await ask(), 2, 'nothing is asked twice');
    assert.deepEqual(
      (await states()).map(({ size, failure }) => [size, failure]),
      [
        [308, null],
        [308, null],
      ],
    );
    assert.deepEqual((await service.call(getRecord, {}, token)).log.witnesses.toSorted(), [
      'one.example/w',
      'two.example/w',
    ]);
    await append(1);
    const { rawPayload } = await service.app.inject({
      url: downloadRecord.path,
      headers: { authorization: `Bearer ${token}` },
    });
    const verifier = createRecordVerifier({
      trusted: [log],
      witnesses: witnesses.map(({ key }) => key),
      meaning: false,
    });
    verifier.push(rawPayload);
    const verdict = await verifier.end();
    if (verdict.kind === 'broken') assert.fail(JSON.stringify(verdict));
    assert.deepEqual(
      verdict.cosigned.map(({ name }) => name),
      ['one.example/w', 'two.example/w'],
    );
    const key = verifierKeyText(log);
    const served = (await service.app.inject('/.well-known/log-key')).body.trim();
    assert.equal(served, key);
    assert.ok(readVerifierKey(served));
  });

  it('that are away are asked again, and what they said is known', async (t) => {
    const { witnesses, append, ask, states } = await start(t);
    await append(3);
    await witnesses[1]?.off();
    assert.equal(await ask(), 1);
    const [, away] = await states();
    assert.ok(away?.failure && away.failed_at);
    await append(5);
    await witnesses[1]?.on();
    assert.equal(await ask(), 2);
    assert.deepEqual(
      (await states()).map(({ size, failure }) => [size, failure]),
      [
        [8, null],
        [8, null],
      ],
    );
  });

  // @attack 2.11
  it('say so when the log was cut, or written anew', async (t) => {
    const { service, append, ask, states } = await start(t);
    const { db } = service;
    await append(10);
    await ask();
    const empty = async () => {
      for (const table of ['log_leaves', 'log_tiles', 'log_checkpoints', 'log_state'] as const)
        await db.deleteFrom(table).execute();
    };
    // A backup of before is restored.
    await empty();
    await append(4);
    assert.equal(await ask(), 0);
    for (const { failure } of await states())
      assert.match(failure ?? '', /seen a tree of 10 entries, and this log has 4: it was cut/);
    // It grows past what was seen, with other entries.
    await append(20);
    assert.equal(await ask(), 0);
    for (const { failure } of await states()) assert.match(failure ?? '', /it answered 422: /);
  });
});
