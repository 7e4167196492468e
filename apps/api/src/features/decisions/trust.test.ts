import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { explainDecision } from '@quorate/contract/decision-outcomes';
import { analyse } from '@quorate/contract/decisions';
import { signedInUser } from '../../../test/helpers/builders.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { offlinePanel } from '../../models/offline-panel.ts';
import type { Panel } from '../../models/panel.ts';
import { bar, request } from './testing/requests.ts';

/** Three voters who always say the same. */
const panel: Panel = {
  ...offlinePanel,
  ask: async (question, signal) =>
    (await offlinePanel.ask(question, signal)).map((vote, index) => ({
      ...vote,
      action: 'BUY',
      pUp: [0.7, 0.66, 0.62][index] ?? 0.6,
      stopLossAtr: 1,
      takeProfitAtr: 2,
      abstained: false,
    })),
};

async function start(t: TestContext) {
  const service = await startTestService(t, { panel });
  const { token, user } = await signedInUser(service, { plan: 'Pro' });
  const ask = async (index: number) =>
    (await service.call(analyse, request(bar(index)), token)).decision;
  return {
    ask,
    user,
    addOther: async () => (await signedInUser(service)).user.id,
    forgetShares: () =>
      service.db.updateTable('votes').set({ share: null, p_pooled: null }).execute(),
    explain: async (decisionId: string) =>
      (await service.call(explainDecision, { params: { decision_id: decisionId } }, token)).weights,
    /** Says that the first voter was right nine times of ten, 400 times, and that the second was a coin. */
    record: async (userId: string) => {
      const [first, second] = panel.voters;
      const whose = { user_id: userId, symbol: 'EURUSD' };
      for (const [voter, hundredth, ups, downs] of [
        [first, 70, 180, 20],
        [first, 30, 20, 180],
        [second, 70, 100, 100],
        [second, 30, 100, 100],
      ] as const) {
        const { analyst = '', model = '' } = voter ?? {};
        await service.db
          .insertInto('calibration_cells')
          .values({ ...whose, analyst, model, hundredth, ups, downs })
          .execute();
      }
    },
  };
}

describe('the weights of a decision', () => {
  it('are equal as long as nobody has a record', async (t) => {
    const { ask, explain } = await start(t);
    const decision = await ask(0);
    assert.deepEqual(
      decision.votes.map(({ share }) => share),
      Array(3).fill(0.333333),
    );
    assert.deepEqual(
      decision.votes.map(({ p_up, p_pooled }) => p_pooled === p_up),
      [true, true, true],
    );
    assert.deepEqual(
      (await explain(decision.decision_id)).map(({ weight }) => weight),
      Array(3).fill(0.333333),
    );
  });

  it('follow what became of the user’s own votes, and are stored with them', async (t) => {
    const { ask, explain, record, user } = await start(t);
    await record(user.id);
    const decision = await ask(0);
    const [right, coin, unknown] = decision.votes;
    // Nobody holds more than half where only two have a say.
    assert.deepEqual([right?.share, coin?.share, unknown?.share], [0.5, 0, 0.5]);
    assert.ok((right?.p_pooled ?? 0) > 0.8, `${right?.p_pooled}: it is right nine times of ten`);
    assert.equal(unknown?.p_pooled, unknown?.p_up);
    assert.deepEqual(
      (await explain(decision.decision_id)).map(({ weight }) => weight),
      decision.votes.map(({ share }) => share),
    );
  });

  it('do not follow what became of somebody else’s votes', async (t) => {
    const { ask, record, addOther } = await start(t);
    await record(await addOther());
    const decision = await ask(0);
    assert.equal(new Set(decision.votes.map(({ share }) => share)).size, 1);
  });

  it('count as equal where none were kept with the votes', async (t) => {
    const { ask, explain, forgetShares } = await start(t);
    const { decision_id } = await ask(0);
    await forgetShares();
    assert.deepEqual(
      (await explain(decision_id)).map(({ weight }) => weight),
      Array(3).fill(1 / 3),
    );
  });
});
