import assert from 'node:assert/strict';
import { it } from 'node:test';
import { listPlans } from '@quorate/contract/billing';
import { startTestService } from '../../../test/helpers/test-service.ts';

// @spec 3.1, 3.2, 7.9, 9.10, 10.3
it('the public list has the four plans with the figures that the pricing page shows', async (t) => {
  const service = await startTestService(t);
  const { plans } = await service.call(listPlans);
  assert.deepEqual(
    plans.map(({ name, monthly_cost, token_limit, rate_limit_per_minute, features }) => [
      name,
      monthly_cost,
      token_limit,
      rate_limit_per_minute,
      features.symbols,
      features.daily_trades,
      features.support,
    ]),
    [
      ['Free', 0, 300_000, 20, 2, 3, 'community'],
      ['Starter', 40, 3_000_000, 60, 5, 10, 'email'],
      ['Pro', 80, 8_000_000, 300, 10, 20, 'priority'],
      ['Elite', 380, 40_000_000, 1_000, -1, -1, 'dedicated'],
    ],
  );
});

// @spec 3.1, 3.2, 6.16, 10.14
it('the public list says who gets which analysis and how many terminal accounts', async (t) => {
  const service = await startTestService(t);
  const { plans } = await service.call(listPlans);
  assert.deepEqual(
    plans.map(({ name, features }) => [name, features.ai_analysis, features.terminal_accounts]),
    [
      ['Free', 'basic', 1],
      ['Starter', 'advanced', -1],
      ['Pro', 'premium', -1],
      ['Elite', 'premium', -1],
    ],
  );
  assert.equal(new Set(plans.map(({ id }) => id)).size, plans.length);
});
