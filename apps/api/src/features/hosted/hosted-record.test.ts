import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { downloadRecord, getRecord } from '@quorate/contract/record';
import { createRecordVerifier } from '@quorate/record/verify-record';
import { readVerifierKey } from '@quorate/tlog/note';
import { hostedStage } from './testing/hosted-stage.ts';

describe('the record of an account that the service trades', () => {
  it('can be done again by a stranger: every verdict, every check of the desk and every result', async (t) => {
    const { service, run, user } = await hostedStage(t);
    const { token, begin, until } = await user();
    const { account } = await begin({ pace: 'accelerated' });
    const runner = run();
    await until(({ closed_trades: trades }) => trades >= 12);
    await runner.stop();
    const { streams, log } = await service.call(getRecord, {}, token);
    const key = readVerifierKey(log.key) ?? assert.fail();
    assert.deepEqual(
      streams.map((stream) => stream.account?.login),
      [account.login],
    );
    const file = await service.app.inject({
      url: downloadRecord.path,
      headers: { authorization: `Bearer ${token}` },
    });
    assert.equal(file.statusCode, 200);
    const verifier = createRecordVerifier({ trusted: [key] });
    verifier.push(file.rawPayload);
    const verdict = await verifier.end();
    if (verdict.kind === 'broken') assert.fail(JSON.stringify(verdict));
    assert.equal(verdict.kind, 'verified');
    const { kinds, entries, unchecked } = verdict;
    assert.equal(entries, streams[0]?.entries);
    for (const kind of [
      'account',
      'snapshot',
      'decision',
      'checks',
      'order',
      'fill',
      'closed',
    ] as const)
      assert.ok((kinds[kind] ?? 0) > 0, `no ${kind} among ${JSON.stringify(kinds)}`);
    assert.ok((kinds.closed ?? 0) >= 12);
    assert.deepEqual(unchecked, {});
  });
});
