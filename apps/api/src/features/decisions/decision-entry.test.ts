import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { analyse } from '@quorate/contract/decisions';
import { getDashboard } from '@quorate/contract/usage';
import { sql } from 'kysely';
import { accountInput, signedInUser } from '../../../test/helpers/builders.ts';
import { recorded } from '../../../test/helpers/recorded.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { offlinePanel } from '../../models/offline-panel.ts';
import type { Panel } from '../../models/panel.ts';
import { bar, request } from './testing/requests.ts';
import { slowPanel } from './testing/slow-panel.ts';

describe('a decision on record', () => {
  it('is all that was answered, behind the snapshot that was taken in, without the name of the account', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const call = request(bar(0));
    const { decision } = await service.call(analyse, call, token);
    const [account, snapshot, decided, ...others] = await recorded(service.db);
    assert.deepEqual(others, []);
    const kinds = [account, snapshot, decided].map((entry) => entry?.kind);
    assert.deepEqual(kinds, ['account', 'snapshot', 'decision']);
    const { server, login } = accountInput();
    assert.deepEqual(account?.private, { server, login });
    assert.deepEqual(snapshot?.body, {
      decision_id: decision.decision_id,
      snapshot: call.body.snapshot,
      snapshot_hash: decision.snapshot_hash,
      bars: [],
      bars_after: null,
    });
    assert.equal(decided?.at.toISOString(), decision.decided_at);
    const { panel, ...told } = decided?.body ?? {};
    assert.deepEqual(told, decision);
    assert.equal(panel.voters.length, decision.voters);
    for (const { body } of [snapshot, decided])
      assert.doesNotMatch(JSON.stringify(body), /login|server/);
  });

  it('tells what a model cost, how it failed and what it said first', async (t) => {
    const panel: Panel = {
      ...offlinePanel,
      ask: async (question, signal) =>
        (await offlinePanel.ask(question, signal)).map((vote, index) => ({
          ...vote,
          provider: 'openai',
          costMicroUsd: 1_234,
          latencyMs: 77,
          ...(index === 0 && { round: 2, first: { action: 'SELL', pUp: 0.31 } }),
          ...(index === 1 && { abstained: true, fault: 'timeout' }),
        })),
    };
    const service = await startTestService(t, { panel });
    const { token } = await signedInUser(service);
    await service.call(analyse, request(bar(0)), token);
    const [{ body } = assert.fail()] = await recorded(service.db, 'decision');
    const [changed, late] = body.votes;
    assert.deepEqual([changed.round, changed.first], [2, { action: 'SELL', p_up: 0.31 }]);
    assert.deepEqual([late.abstained, late.fault, late.share], [true, 'timeout', null]);
    assert.deepEqual([late.cost_usd, late.latency_ms, late.provider], [0.001234, 77, 'openai']);
    assert.equal(body.cost_usd, 0.003702);
  });

  it('stands there once, however often and by however many services it is asked for', async (t) => {
    const panel = slowPanel();
    const service = await startTestService(t, { panel });
    const { database, clock } = service;
    const other = await startTestService(t, { panel, database, clock });
    const { token } = await signedInUser(service);
    const calls = [service, other].map((each) => each.call(analyse, request(bar(0)), token));
    await panel.whenAsked(1);
    panel.answer();
    const [here, there] = await Promise.all(calls);
    assert.equal(here?.decision.decision_id, there?.decision.decision_id);
    await service.call(analyse, request(bar(0)), token);
    assert.equal(panel.asked(), 1);
    assert.equal((await recorded(service.db, 'decision')).length, 1);
    await service.call(analyse, request(bar(1)), token);
    const positions = (await recorded(service.db)).map(({ position }) => position);
    assert.deepEqual(positions, [1, 2, 3, 4, 5]);
  });

  it('and the stored one are there together or not at all', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    await service.db.schema
      .alterTable('record_entries')
      .addCheckConstraint('full', sql`kind <> 'decision'`)
      .execute();
    assert.equal((await service.fail(analyse, request(bar(0)), token)).status, 500);
    assert.deepEqual(await service.db.selectFrom('decisions').selectAll().execute(), []);
    const { usage } = await service.call(getDashboard, {}, token);
    assert.deepEqual([usage.tokens_used, usage.tokens_remaining], [0, usage.token_limit]);

    await service.db.schema.alterTable('record_entries').dropConstraint('full').execute();
    await service.call(analyse, request(bar(0)), token);
    assert.equal((await recorded(service.db, 'decision')).length, 1);
  });
});

describe('a reason of a model', () => {
  it('that is cut within a character is stored and put on record all the same', async (t) => {
    const panel: Panel = {
      ...offlinePanel,
      ask: async (question, signal) =>
        (await offlinePanel.ask(question, signal)).map((vote) => ({
          ...vote,
          reason: 'Up \ud83d\ude80 and \ud83d',
        })),
    };
    const service = await startTestService(t, { panel });
    const { token } = await signedInUser(service);
    const { decision } = await service.call(analyse, request(bar(0)), token);
    assert.equal(decision.votes[0]?.reason, 'Up \ud83d\ude80 and \ufffd');
    const [{ body } = assert.fail()] = await recorded(service.db, 'decision');
    assert.equal(body.votes[0].reason, decision.votes[0]?.reason);
  });
});
