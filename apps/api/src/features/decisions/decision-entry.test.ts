import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { analyse } from '@quorate/contract/decisions';
import { getDashboard } from '@quorate/contract/usage';
import { sql } from 'kysely';
import { accountInput, signedInUser } from '../../../test/helpers/builders.ts';
import { startTestService, type TestService } from '../../../test/helpers/test-service.ts';
import { offlinePanel } from '../../models/offline-panel.ts';
import type { Panel } from '../../models/panel.ts';
import { bar, request } from './testing/requests.ts';
import { slowPanel } from './testing/slow-panel.ts';

async function bodiesOf({ db }: TestService) {
  const rows = await db
    .selectFrom('ledger_records')
    .select('record')
    .orderBy('user_id')
    .orderBy('position')
    .execute();
  return rows.map(({ record }) => JSON.parse(record));
}

describe('a decision on the ledger', () => {
  it('is all that was answered, and the account it was made for', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const { decision } = await service.call(analyse, request(bar(0)), token);
    const [record, ...others] = await bodiesOf(service);
    assert.deepEqual(others, []);
    assert.equal(record.kind, 'decision');
    assert.equal(record.at, decision.decided_at);
    const { server, login } = accountInput();
    assert.deepEqual(record.body, { ...decision, account: { server, login } });
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
    const [{ body }] = await bodiesOf(service);
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
    assert.equal((await bodiesOf(service)).length, 1);
    await service.call(analyse, request(bar(1)), token);
    const positions = (await bodiesOf(service)).map(({ position }) => position);
    assert.deepEqual(positions, [1, 2]);
  });

  it('and the stored one are there together or not at all', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    await service.db.schema
      .alterTable('ledger_records')
      .addCheckConstraint('full', sql`position < 1`)
      .execute();
    assert.equal((await service.fail(analyse, request(bar(0)), token)).status, 500);
    assert.deepEqual(await service.db.selectFrom('decisions').selectAll().execute(), []);
    const { usage } = await service.call(getDashboard, {}, token);
    assert.deepEqual([usage.tokens_used, usage.tokens_remaining], [0, usage.token_limit]);

    await service.db.schema.alterTable('ledger_records').dropConstraint('full').execute();
    await service.call(analyse, request(bar(0)), token);
    assert.equal((await bodiesOf(service)).length, 1);
  });
});

describe('a reason of a model', () => {
  it('that is cut within a character is stored and put on the ledger all the same', async (t) => {
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
    const [{ body }] = await bodiesOf(service);
    assert.equal(body.votes[0].reason, decision.votes[0]?.reason);
  });
});
