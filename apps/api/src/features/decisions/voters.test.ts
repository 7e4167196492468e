import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { analyse, getDecision } from '@quorate/contract/decisions';
import type { PlanName } from '@quorate/contract/plans';
import { listVoters } from '@quorate/contract/voters';
import { signedInUser } from '../../../test/helpers/builders.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';
import { offlinePanel } from '../../models/offline-panel.ts';
import type { Panel, Question, Voter } from '../../models/panel.ts';
import { bar, request } from './testing/requests.ts';

const GPT: Voter = {
  analyst: 'gpt',
  provider: 'openai',
  model: 'gpt-x',
  family: 'openai',
  paid: true,
};
const CLAUDE: Voter = {
  analyst: 'claude',
  provider: 'anthropic',
  model: 'claude-x',
  family: 'anthropic',
  paid: true,
};
const [TREND, ...OTHERS] = offlinePanel.voters as [Voter, ...Voter[]];

/** Models beside offline analysts: the deeper, the more are asked. */
function mixedPanel(): Panel & { questions: Question[] } {
  const voters = [GPT, TREND, CLAUDE];
  const asked = { basic: [GPT], advanced: [GPT, TREND], premium: voters };
  const questions: Question[] = [];
  return {
    ...offlinePanel,
    questions,
    voters,
    offline: false,
    depths: [
      { depth: 'basic', voters: 1, rounds: 1 },
      { depth: 'advanced', voters: 2, rounds: 1 },
      { depth: 'premium', voters: 3, rounds: 2 },
    ],
    votersAt: (depth) => asked[depth],
    resting: () => ['claude'],
    ask: async (question, signal) => {
      questions.push(question);
      return offlinePanel.ask(question, signal);
    },
  };
}

describe('the list of voters', () => {
  it('names who is asked at which depth, who rests, and the depth of the plan', async (t) => {
    const service = await startTestService(t, { panel: mixedPanel() });
    const { token } = await signedInUser(service, { plan: 'Starter' });
    const { voters, depth, depths, offline } = await service.call(listVoters, {}, token);
    const told = ({ analyst, provider, model, family }: Voter) => ({
      analyst,
      provider,
      model,
      family,
    });
    assert.deepEqual(voters, [
      { ...told(GPT), state: 'ready', depths: ['basic', 'advanced', 'premium'] },
      { ...told(TREND), state: 'ready', depths: ['advanced', 'premium'] },
      { ...told(CLAUDE), state: 'resting', depths: ['premium'] },
    ]);
    assert.equal(depth, 'advanced');
    assert.deepEqual(
      depths.map((terms) => [terms.depth, terms.voters, terms.rounds]),
      [
        ['basic', 1, 1],
        ['advanced', 2, 1],
        ['premium', 3, 2],
      ],
    );
    assert.equal(offline, false);
  });

  it('holds the offline analysts, at every depth alike, where no model is set up', async (t) => {
    const service = await startTestService(t);
    const { token } = await signedInUser(service);
    const { voters, depth, offline } = await service.call(listVoters, {}, token);
    assert.deepEqual(
      voters.map(({ analyst }) => analyst),
      [TREND, ...OTHERS].map(({ analyst }) => analyst),
    );
    for (const voter of voters)
      assert.deepEqual([voter.provider, voter.state, voter.depths.length], ['offline', 'ready', 3]);
    assert.deepEqual([depth, offline], ['basic', true]);
  });
});

describe('the time that voters have', () => {
  const asked = async (t: TestContext, now: string) => {
    const panel = mixedPanel();
    const service = await startTestService(t, { panel });
    const { token } = await signedInUser(service);
    service.clock.set(now);
    await service.call(analyse, request(bar(0)), token);
    return panel.questions[0]?.closedAt;
  };

  it('counts from the close of the newest bar, and from the question for older ones', async (t) => {
    const closedAt = Date.parse('2026-02-02T08:00:00Z');
    assert.equal(await asked(t, '2026-02-02T08:00:20Z'), closedAt);
    assert.equal(await asked(t, '2026-02-02T09:01:00Z'), closedAt);
    assert.equal(await asked(t, '2026-02-02T09:03:00Z'), undefined);
  });
});

describe('the depth of an analysis', () => {
  const plans: [PlanName, string][] = [
    ['Free', 'basic'],
    ['Starter', 'advanced'],
    ['Pro', 'premium'],
    ['Elite', 'premium'],
  ];
  for (const [plan, depth] of plans) {
    it(`is ${depth} on the ${plan} plan, for the panel and on record`, async (t) => {
      const panel = mixedPanel();
      const service = await startTestService(t, { panel });
      const { token } = await signedInUser(service, { plan });
      const { decision } = await service.call(analyse, request(bar(0)), token);
      assert.deepEqual(
        panel.questions.map((question) => question.depth),
        [depth],
      );
      assert.equal(decision.depth, depth);
      const params = { decision_id: decision.decision_id };
      const stored = await service.call(getDecision, { params }, token);
      assert.equal(stored.decision.depth, depth);
    });
  }
});
