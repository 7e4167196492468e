import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { getPublicRecord, savePublicRecord } from '@quorate/contract/public-records';
import { getRecord } from '@quorate/contract/record';
import { createRecordVerifier } from '@quorate/record/verify-record';
import { readVerifierKey } from '@quorate/tlog/note';
import { hostedStage } from '../hosted/testing/hosted-stage.ts';

describe('the public record of an account that the service trades', () => {
  it('is verified by a stranger, every published figure included, and does not tell its name', async (t) => {
    const { service, run, user } = await hostedStage(t);
    const { token, begin, until } = await user();
    await begin({ pace: 'accelerated', settings: { name: 'Grandma’s savings' } as never });
    const runner = run();
    await until(({ closed_trades: trades }) => trades >= 12);
    await runner.stop();
    const { streams, log } = await service.call(getRecord, {}, token);
    const account_id = streams[0]?.account?.account_id ?? assert.fail();
    await service.call(savePublicRecord, { body: { account_id, name: 'practised' } }, token);
    const { record } = await service.call(getPublicRecord, { params: { name: 'practised' } });
    const { practice } = record.groups;
    assert.ok(practice && practice.trades >= 12);
    assert.ok(practice.percent && practice.calibration.outcomes > 0);
    assert.equal(record.account.type, 'practice');
    const key = readVerifierKey(log.key) ?? assert.fail();
    for (const shows_money of [false, true]) {
      const choices = { account_id, name: 'practised', shows_money };
      await service.call(savePublicRecord, { body: choices }, token);
      const file = await service.app.inject({ url: '/api/records/practised/file' });
      assert.doesNotMatch(file.body, /Grandma/);
      assert.doesNotMatch(file.body, new RegExp(streams[0]?.account?.login ?? 'none'));
      const verifier = createRecordVerifier({ trusted: [key] });
      verifier.push(file.rawPayload);
      const verdict = await verifier.end();
      if (verdict.kind === 'broken') assert.fail(JSON.stringify(verdict));
      assert.equal(verdict.kind, 'verified');
      // Percentages are made again from amounts, where these are shown.
      assert.equal(verdict.unchecked.percent, shows_money ? undefined : 1);
      assert.equal(verdict.published?.groups.practice.trades, practice.trades);
    }
  });
});
