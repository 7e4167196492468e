import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { PlanName } from '@quorate/contract/plans';
import { getDashboard } from '@quorate/contract/usage';
import { signedInUser } from '../../../test/helpers/builders.ts';
import { startTestService } from '../../../test/helpers/test-service.ts';

describe("the dashboard's plan", () => {
  const plans: [PlanName, number, number, boolean, string][] = [
    [
      'Free',
      0,
      300_000,
      false,
      '300K tokens a month, 2 symbols, 3 trades a day, community support.',
    ],
    [
      'Starter',
      40,
      5_000_000,
      false,
      '5M tokens a month, 5 symbols, 10 trades a day, email support.',
    ],
    [
      'Pro',
      80,
      10_000_000,
      false,
      '10M tokens a month, 20 symbols, 20 trades a day, priority support.',
    ],
    [
      'Elite',
      380,
      -1,
      true,
      'Unlimited tokens, unlimited symbols, unlimited trades, dedicated support.',
    ],
  ];
  for (const [plan, monthly_cost, token_limit, is_unlimited, description] of plans) {
    // @spec 1.26, 3.3, 3.4, 7.19, 9.5, 10.4
    it(`is described with the figures that are enforced: ${plan}`, async (t) => {
      const service = await startTestService(t);
      const { token } = await signedInUser(service, { plan });
      const reply = await service.call(getDashboard, {}, token);
      assert.deepEqual(reply.plan, {
        name: plan,
        monthly_cost,
        token_limit,
        is_unlimited,
        description,
      });
      const { token_limit: limit, tokens_used: used, tokens_remaining: left } = reply.usage;
      assert.deepEqual([limit, used, left], [token_limit, 0, token_limit]);
    });
  }

  // @spec 10.48
  it('counts its cycle from the moment of sign-up', async (t) => {
    const service = await startTestService(t);
    service.clock.set('2026-01-31T10:00:00Z');
    const { token } = await signedInUser(service);
    service.clock.set('2026-02-05T10:00:00Z');
    const { usage } = await service.call(getDashboard, {}, token);
    assert.equal(usage.period_start, '2026-01-31T10:00:00.000Z');
    assert.equal(usage.period_end, '2026-02-28T10:00:00.000Z');
  });
});
