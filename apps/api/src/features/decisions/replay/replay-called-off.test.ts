import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { replayDecision } from '@quorate/contract/decision-replay';
import { analyse } from '@quorate/contract/decisions';
import { getDashboard } from '@quorate/contract/usage';
import { signedInUser } from '../../../../test/helpers/builders.ts';
import { startTestService } from '../../../../test/helpers/test-service.ts';
import { offlinePanel } from '../../../models/offline-panel.ts';
import { bar, request } from '../testing/requests.ts';
import { slowPanel } from '../testing/slow-panel.ts';

const SPENT = 1_234;

describe('voters who are asked about a stored snapshot', () => {
  it('are called off when their caller hangs up, and what they took is charged', async (t) => {
    const slow = slowPanel({ spent: SPENT });
    const service = await startTestService(t, {
      panel: {
        ...slow,
        ask: (question, signal) => (question.only ? slow : offlinePanel).ask(question, signal),
      },
    });
    const { token } = await signedInUser(service, { plan: 'Pro' });
    const { decision } = await service.call(analyse, request(bar(0)), token);
    const url = await service.app.listen({ host: '127.0.0.1', port: 0 });
    const caller = new AbortController();
    const path = replayDecision.path.replace(':decision_id', decision.decision_id);
    const reply = fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
      body: JSON.stringify({ voters: ['trend'] }),
      signal: caller.signal,
    });
    const hungUp = assert.rejects(reply, { name: 'AbortError' });
    await slow.whenAsked(1);
    caller.abort();
    await hungUp;
    await slow.whenCalledOff(1);
    const { tokens_used } = await settled();
    assert.equal(tokens_used, decision.tokens + SPENT);

    /** The account as it is when nothing is set aside for a call any more. */
    async function settled() {
      for (;;) {
        const open = await service.db.selectFrom('token_reservations').selectAll().execute();
        if (open.length === 0) return (await service.call(getDashboard, {}, token)).usage;
      }
    }
  });

  it('cost nothing where the panel fails', async (t) => {
    const slow = slowPanel();
    const service = await startTestService(t, {
      panel: {
        ...slow,
        ask: (question, signal) => (question.only ? slow : offlinePanel).ask(question, signal),
      },
    });
    const { token } = await signedInUser(service, { plan: 'Pro' });
    const { decision } = await service.call(analyse, request(bar(0)), token);
    slow.answer(new Error('the model has hung up'));
    const params = { decision_id: decision.decision_id };
    const failure = await service.fail(
      replayDecision,
      { params, body: { voters: ['trend'] } },
      token,
    );
    assert.equal(failure.code, 'internal');
    const { usage } = await service.call(getDashboard, {}, token);
    assert.equal(usage.tokens_remaining, usage.token_limit - decision.tokens);
  });
});
