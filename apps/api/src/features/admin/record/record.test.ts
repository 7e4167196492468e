import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { getServiceHealth } from '@quorate/contract/admin-health';
import { getAdminRecord } from '@quorate/contract/admin-record';
import { readVerifierKey, SIGNATURE_TYPES, verifierKey } from '@quorate/tlog/note';
import { signedInUser } from '../../../../test/helpers/builders.ts';
import { signedInOperator } from '../../../../test/helpers/operator.ts';
import { startTestService } from '../../../../test/helpers/test-service.ts';
import { appendEvents } from '../../records/append-events.ts';
import { createLogKey } from '../../records/log/log-key.ts';
import { rotateKey } from '../../records/log/rotate-key.ts';
import { eventOf } from '../../records/testing/events.ts';

const publicUrl = 'https://quorate.example';
const keyOf = (digit: number) => createLogKey(Buffer.alloc(32, digit));
const witness = (name: string) => ({
  key: verifierKey(name, new Uint8Array(32).fill(7), SIGNATURE_TYPES.cosignature),
  url: `https://${name}`,
});

async function start(t: TestContext) {
  const witnesses = [witness('one.example'), witness('two.example'), witness('three.example')];
  const service = await startTestService(t, { logKey: keyOf(1), publicUrl, witnesses });
  const { token } = await signedInOperator(service);
  const { user } = await signedInUser(service);
  const owner = { userId: user.id, subjectId: user.id };
  let number = 0;
  const append = () => {
    number += 1;
    // As the real service does: by its own clock.
    const at = new Date(service.clock.now());
    return appendEvents(service.db, [{ ...eventOf(owner, number), at }]);
  };
  const look = () => service.call(getAdminRecord, {}, token);
  const check = async (key: string) =>
    (await look()).checks.find((each) => each.key === key) ?? assert.fail(`no check ${key}`);
  const health = async () =>
    (await service.call(getServiceHealth, {}, token)).checks.find(({ key }) => key === 'record');
  return { service, token, user, append, look, check, health };
}

describe('the operators’ page of the log', () => {
  it('is there before anything is in the log', async (t) => {
    const { look, health } = await start(t);
    const { log, key, stamp, witnesses } = await look();
    assert.deepEqual(log, {
      name: 'quorate.example/log',
      entries: 0,
      waiting: 0,
      waiting_since: null,
      checkpoint: null,
    });
    assert.ok(key.may_sign);
    assert.equal(readVerifierKey(key.text)?.id, key.id);
    assert.deepEqual([key.changes, key.other, stamp], [[], null, null]);
    assert.deepEqual(
      witnesses.map(({ name, verdict, size }) => [name, verdict, size]),
      [
        ['one.example', 'fine', null],
        ['two.example', 'fine', null],
        ['three.example', 'fine', null],
      ],
    );
    assert.equal((await health())?.verdict, 'fine');
  });

  it('says what waits and for how long, and that it is late after a minute', async (t) => {
    const { service, append, look, check, health } = await start(t);
    await append();
    const since = new Date(service.clock.now()).toISOString();
    service.clock.advance(50_000);
    await append();
    const { log, verdict } = await look();
    assert.deepEqual([log.waiting, log.waiting_since, verdict], [2, since, 'fine']);
    service.clock.advance(20_000);
    const late = await check('log_waiting');
    assert.equal(late.verdict, 'broken');
    assert.equal(late.says, '0 entries in the log, 2 entries waiting, the oldest for 1 min.');
    assert.match((await health())?.says ?? '', /2 entries waiting/);
    await service.sequenceLog();
    const { log: now, verdict: after } = await look();
    assert.deepEqual([now.entries, now.waiting, now.waiting_since, after], [2, 0, null, 'fine']);
    assert.equal(now.checkpoint?.size, 2);
  });

  it('says when the log was stamped, and why not since', async (t) => {
    const { service, look, check } = await start(t);
    const [stampedAt, failedAt] = ['2026-03-02T10:00:00.000Z', '2026-03-02T11:00:00.000Z'];
    await service.sequenceLog();
    const stamp = { stamp: Buffer.from('a token'), stamped_at: new Date(stampedAt) };
    await service.db.updateTable('log_checkpoints').set(stamp).execute();
    const failure = 'it answered 503';
    const state = {
      next_at: new Date(failedAt),
      failures: 1,
      failed_at: new Date(failedAt),
      failure,
    };
    await service.db
      .insertInto('log_stamping')
      .values({ one: true, ...state })
      .execute();
    const { stamp: told, verdict } = await look();
    assert.deepEqual(told, { stamped_at: stampedAt, size: 0, failed_at: failedAt, failure });
    assert.equal(verdict, 'look');
    assert.match(
      (await check('log_stamp')).says,
      /is .+ old\. The authority .+ it answered 503\.$/,
    );
  });

  it('says that the key is another one, what to do, and who vouched for which', async (t) => {
    const { service, token, append, look } = await start(t);
    const { db, clock, app, database } = service;
    await append();
    await service.sequenceLog();
    const { key: first } = await look();
    const later = await startTestService(t, { logKey: keyOf(2), publicUrl, database });
    const { key, checks, verdict } = await later.call(getAdminRecord, {}, token);
    assert.deepEqual([verdict, key.may_sign, key.text], ['broken', false, first.text]);
    assert.ok(key.other && key.other !== first.text);
    assert.match(checks[0]?.todo ?? '', /ledger-key -- rotate --before FILE/);
    // Everybody else still reads the key that the log is signed with.
    const served = (await later.app.inject('/.well-known/log-key')).body.trim();
    assert.equal(served, first.text);
    assert.equal((await app.inject('/.well-known/log-key')).body.trim(), first.text);
    await rotateKey({ db, clock, publicUrl }, { now: keyOf(2), before: keyOf(1) });
    await rotateKey({ db, clock, publicUrl }, { now: keyOf(3), before: null });
    const { key: last, log } = await look();
    // A change of the key waits as well, and is no JSON.
    assert.equal(log.waiting_since, new Date(clock.now()).toISOString());
    assert.deepEqual(
      last.changes.map(({ vouched }) => vouched),
      [false, true, null],
    );
    assert.equal(last.changes[1]?.key, key.other);
  });

  it('says of each witness what it has done last, what failed, and what to do', async (t) => {
    const { service, look, check, health } = await start(t);
    const at = new Date(service.clock.now());
    const row = (name: string, failure: string | null) => ({
      name,
      size: 5,
      cosigned_at: at,
      failed_at: failure === null ? null : at,
      failure,
    });
    const store = (...rows: ReturnType<typeof row>[]) =>
      service.db.insertInto('log_witnesses').values(rows).execute();
    await store(row('one.example', null), row('gone.example', 'it was taken out of the settings'));
    await store(row('two.example', 'it cannot be reached: connect ECONNREFUSED'));
    assert.equal((await check('log_witnesses')).verdict, 'look');
    await store(
      row('three.example', 'it has seen a tree of 9 entries, and this log has 5: it was cut'),
    );
    const { witnesses, verdict } = await look();
    assert.equal(verdict, 'broken');
    assert.deepEqual(
      witnesses.map((each) => [each.name, each.verdict, each.size]),
      [
        ['one.example', 'fine', 5],
        ['two.example', 'look', 5],
        ['three.example', 'broken', 5],
      ],
    );
    assert.match(witnesses[2]?.todo ?? '', /ledger-key -- rename NAME/);
    assert.match((await health())?.says ?? '', /Does not accept this log: three\.example/);
  });

  it('is for operators alone', async (t) => {
    const { service } = await start(t);
    const { token } = await signedInUser(service);
    await assert.rejects(service.call(getAdminRecord, {}, token), /operator_only/);
    await assert.rejects(service.call(getAdminRecord, {}), /unauthorized/);
  });
});
