import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { downloadRecord } from '@quorate/contract/record';
import { createRecordVerifier } from '@quorate/record/verify-record';
import { readVerifierKey, type VerifierKey } from '@quorate/tlog/note';
import { signerFromFile } from '@quorate/witness/key-file';
import { serveWitness } from '@quorate/witness/serve';
import { createWitness } from '@quorate/witness/witness';
import { signedInUser } from '../../../../test/helpers/builders.ts';
import { startTestService } from '../../../../test/helpers/test-service.ts';
import { appendEvents } from '../append-events.ts';
import { eventOf } from '../testing/events.ts';
import { askWitnesses } from './ask-witnesses.ts';
import { createLogKey, verifierKeyOf } from './log-key.ts';
import { RenameLogError, renameLog } from './rename-log.ts';
import { rotateKey } from './rotate-key.ts';
import { LogKeyError } from './sequence.ts';

const keyOf = (digit: number) => createLogKey(Buffer.alloc(32, digit));
const publicUrl = 'https://quorate.example';
const [OLD, NEW] = ['quorate.example/log', 'quorate.example/log2'];

async function start(t: TestContext, logKey = keyOf(1)) {
  const service = await startTestService(t, { logKey, publicUrl });
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
  const deps = { ...service, logKey, publicUrl };
  const rename = (name: string) => renameLog(deps, name);
  const verify = async (...trusted: VerifierKey[]) => {
    const { rawPayload } = await service.app.inject({
      url: downloadRecord.path,
      headers: { authorization: `Bearer ${token}` },
    });
    const verifier = createRecordVerifier({ trusted, meaning: false });
    verifier.push(rawPayload);
    return verifier.end();
  };
  const served = async (path: string) => (await service.app.inject(path)).body;
  return { service, append, rename, verify, served };
}

describe('another name of the log', () => {
  it('follows from the one before: an entry, a checkpoint at once, and trust that goes on', async (t) => {
    const { append, rename, verify, served } = await start(t);
    await append(3);
    const before = readVerifierKey(await served('/.well-known/log-key'));
    assert.ok(before);
    assert.equal(await rename(NEW), true);
    assert.equal(await rename(NEW), false, 'it has that name already');
    const [name, size] = (await served('/log/checkpoint')).split('\n');
    assert.deepEqual([name, size], [NEW, '4']);
    const now = readVerifierKey(await served('/.well-known/log-key'));
    assert.equal(now?.name, NEW);
    assert.ok(now && now.id !== before.id);
    await append(2);
    for (const trusted of [before, now]) {
      const verdict = await verify(trusted);
      assert.deepEqual(
        [verdict.kind, verdict.kind !== 'broken' && verdict.origin],
        ['verified', NEW],
      );
    }
    const stranger = await verify(verifierKeyOf(keyOf(9), NEW));
    assert.equal(stranger.kind === 'broken' && stranger.rule, 'signer');
  });

  it('goes with a change of the key, before and after', async (t) => {
    const { service, append, rename } = await start(t, keyOf(2));
    const { db, clock } = service;
    const first = verifierKeyOf(keyOf(2), OLD);
    await append(1);
    await rename(NEW);
    await rotateKey({ db, clock, publicUrl }, { now: keyOf(3), before: keyOf(2) });
    // This service still has the secret of before.
    await assert.rejects(rename('quorate.example/log3'), LogKeyError);
    const later = await startTestService(t, {
      logKey: keyOf(3),
      publicUrl,
      database: service.database,
    });
    await later.sequenceLog();
    await renameLog({ ...later, logKey: keyOf(3), publicUrl }, 'quorate.example/log3');
    const { token } = await signedInUser(later);
    const { rawPayload } = await later.app.inject({
      url: downloadRecord.path,
      headers: { authorization: `Bearer ${token}` },
    });
    const verifier = createRecordVerifier({ trusted: [first], meaning: false });
    verifier.push(rawPayload);
    const verdict = await verifier.end();
    assert.deepEqual(
      [verdict.kind, verdict.kind !== 'broken' && verdict.origin],
      ['verified', 'quorate.example/log3'],
    );
  });

  it('is refused for what is none, and for a log without an entry', async (t) => {
    const { append, rename } = await start(t);
    await assert.rejects(rename(NEW), /The log is empty/);
    await append(1);
    for (const name of [
      '',
      'log',
      'https://a.example/log',
      'a.example/',
      'a example/log',
      `a.example/${'x'.repeat(200)}`,
      'a.example/l+g',
      'a.example/log\n',
    ])
      await assert.rejects(rename(name), RenameLogError, JSON.stringify(name));
  });

  it('is what a witness of a longer log accepts after a restore, once it is set up for it', async (t) => {
    const { service, append, rename } = await start(t);
    const { db } = service;
    const folder = mkdtempSync(join(tmpdir(), 'quorate-renamed-'));
    t.after(() => rmSync(folder, { recursive: true, force: true }));
    const signer = signerFromFile(join(folder, 'witness.key'), 'one.example/w');
    const logs = [verifierKeyOf(keyOf(1), OLD), verifierKeyOf(keyOf(1), NEW)];
    const witness = createWitness(join(folder, 'seen.sqlite'), { signer, logs, clock: Date.now });
    const server = serveWitness(witness, { keyText: '', log: () => {} });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    t.after(async () => {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      witness.close();
    });
    const { port } = server.address() as AddressInfo;
    const witnesses = [{ key: signer.key, url: `http://127.0.0.1:${port}` }];
    const ask = () => askWitnesses({ ...service, witnesses });
    await append(10);
    assert.equal(await ask(), 1);
    // A backup of before is restored.
    for (const table of ['log_leaves', 'log_tiles', 'log_checkpoints', 'log_state'] as const)
      await db.deleteFrom(table).execute();
    await append(4);
    assert.equal(await ask(), 0);
    await rename(NEW);
    assert.equal(await ask(), 1);
    await append(30);
    assert.equal(await ask(), 1);
    const [state] = await db.selectFrom('log_witnesses').selectAll().execute();
    assert.deepEqual([state?.size, state?.failure], [35, null]);
  });
});
