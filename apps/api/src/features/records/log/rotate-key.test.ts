import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { downloadRecord } from '@quorate/contract/record';
import { followKeys } from '@quorate/record/key-chain';
import { createRecordVerifier } from '@quorate/record/verify-record';
import { readVerifierKey } from '@quorate/tlog/note';
import { signedInUser } from '../../../../test/helpers/builders.ts';
import { startTestService } from '../../../../test/helpers/test-service.ts';
import { appendEvents } from '../append-events.ts';
import { eventOf } from '../testing/events.ts';
import { createLogKey } from './log-key.ts';
import { RotateKeyError, rotateKey } from './rotate-key.ts';
import { LogKeyError, sequence } from './sequence.ts';

const keyOf = (digit: number) => createLogKey(Buffer.alloc(32, digit));
const publicUrl = 'https://quorate.example';

describe('another key of the log', () => {
  // @attack 2.8
  it('is used only after a command has said so, and old trust leads to it', async (t) => {
    const service = await startTestService(t, { logKey: keyOf(1), publicUrl });
    const { db, clock, app, database } = service;
    const { user, token } = await signedInUser(service);
    const owner = { userId: user.id, subjectId: user.id };
    await appendEvents(db, [eventOf(owner, 1)]);
    await service.sequenceLog();
    const first = readVerifierKey((await app.inject('/.well-known/log-key')).body);

    const later = await startTestService(t, { logKey: keyOf(2), publicUrl, database });
    await appendEvents(db, [eventOf(owner, 2)]);
    await assert.rejects(later.sequenceLog(), LogKeyError);
    const headers = { authorization: `Bearer ${token}` };
    const refused = await later.app.inject({ url: downloadRecord.path, headers });
    assert.equal(refused.statusCode, 503);
    const wrong = rotateKey({ db, clock, publicUrl }, { now: keyOf(2), before: keyOf(3) });
    await assert.rejects(wrong, RotateKeyError);
    assert.equal(
      await rotateKey({ db, clock, publicUrl }, { now: keyOf(2), before: keyOf(1) }),
      true,
    );
    assert.equal(
      await rotateKey({ db, clock, publicUrl }, { now: keyOf(2), before: keyOf(1) }),
      false,
    );
    // The entry that waited, and the change of the key.
    assert.equal(await later.sequenceLog(), 2);
    await assert.rejects(service.sequenceLog(), LogKeyError);

    const verdictWith = async (trusted: NonNullable<typeof first>) => {
      const { rawPayload } = await later.app.inject({ url: downloadRecord.path, headers });
      const verifier = createRecordVerifier({ trusted: [trusted], meaning: false });
      verifier.push(rawPayload);
      return (await verifier.end()).kind;
    };
    const now = readVerifierKey((await later.app.inject('/.well-known/log-key')).body);
    assert.ok(first && now && first.id !== now.id);
    // A client with a pinned key follows the change without a file.
    const { body: changes, headers: told } = await later.app.inject('/.well-known/log-key/changes');
    assert.match(String(told['content-type']), /^application\/json/);
    assert.deepEqual(await followKeys(first, JSON.parse(changes)), now);
    assert.equal(await verdictWith(first), 'verified');
    assert.equal(await verdictWith(now), 'verified');

    // The secret is lost: nothing leads to the next one.
    const { logKey } = { logKey: keyOf(4) };
    assert.equal(await rotateKey({ db, clock, publicUrl }, { now: logKey, before: null }), true);
    await sequence({ db, clock, logKey, publicUrl });
    const last = await startTestService(t, { logKey, publicUrl, database });
    const { rawPayload } = await last.app.inject({ url: downloadRecord.path, headers });
    const verifier = createRecordVerifier({ trusted: [now], meaning: false });
    verifier.push(rawPayload);
    const verdict = await verifier.end();
    assert.equal(verdict.kind === 'broken' && verdict.rule, 'signer');
  });
});
