import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { explainDecision } from '@quorate/contract/decision-outcomes';
import { analyse } from '@quorate/contract/decisions';
import { emptyRecord, learn, voterKey } from '@quorate/trading/ensemble/learned-record';
import { createRandom } from '@quorate/trading/market/random';
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
    /** Says that the first voter was right in 65 of a hundred, and the others in 50, each in turns of its own. */
    record: async (userId: string) => {
      const record = emptyRecord();
      const random = createRandom(3);
      for (let at = 0; at < 400; at += 1)
        learn(record, {
          touch: 'up',
          bar: 24 * at,
          pool: 0.5,
          votes: panel.voters.map(({ analyst, model }, voter) => ({
            key: voterKey(analyst, model, '1'),
            side: random() < (voter === 0 ? 0.65 : 0.5) ? 'BUY' : 'SELL',
          })),
        });
      const { symbol, timeframe } = request(bar(0)).body.snapshot;
      await service.db
        .insertInto('learned_markets')
        .values({
          user_id: userId,
          symbol,
          timeframe,
          record: JSON.stringify(record),
          updated_at: new Date(service.clock.now()),
        })
        .execute();
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
    const [right, ...coins] = decision.votes;
    assert.ok((right?.share ?? 0) > 0.6, `${right?.share}`);
    for (const coin of coins) assert.ok((coin.share ?? 0) >= 0.05, 'nobody is frozen out');
    assert.equal(decision.verdict_figures?.outcomes_known, 400);
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
