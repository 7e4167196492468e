import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { explainDecision } from '@quorate/contract/decision-outcomes';
import { analyse, getDecision, listDecisions } from '@quorate/contract/decisions';
import { accountInput, signedInUser } from '../../../test/helpers/builders.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { bar, request } from './testing/requests.ts';

describe('decisions of a made-up market', () => {
  it('say so, and stand beside no others unless they are asked for', async (t) => {
    const service = await startTestService(t);
    const { token, user } = await signedInUser(service, { plan: 'Elite' });
    const decide = async (login: string, index: number) => {
      const account = accountInput({ kind: 'paper', login });
      const { decision } = await service.call(analyse, request(bar(index), { account }), token);
      return decision.decision_id;
    };
    const list = async (query: { account_type?: 'practice' | 'demo' | 'real' } = {}) => {
      const { decisions, pagination } = await service.call(listDecisions, { query }, token);
      assert.equal(pagination.total, decisions.length);
      return decisions.map(({ decision_id, account_type }) => [decision_id, account_type]);
    };
    const practised = await decide('1', 0);
    await service.db
      .updateTable('trading_accounts')
      .set({ account_type: 'practice' })
      .where('user_id', '=', user.id)
      .execute();
    // There is nothing else to show.
    assert.deepEqual(await list(), [[practised, 'practice']]);

    const tried = await decide('2', 1);
    assert.deepEqual(await list(), [[tried, 'demo']]);
    assert.deepEqual(await list({ account_type: 'practice' }), [[practised, 'practice']]);
    assert.deepEqual(await list({ account_type: 'demo' }), [[tried, 'demo']]);
    assert.deepEqual(await list({ account_type: 'real' }), []);

    const params = { decision_id: practised };
    for (const endpoint of [explainDecision, getDecision])
      assert.equal((await service.call(endpoint, { params }, token)).account_type, 'practice');
  });
});
