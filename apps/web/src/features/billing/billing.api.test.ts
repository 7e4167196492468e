import { listPlans, type PublicPlan } from '@quorate/contract/billing';
import { LISTED_PLANS } from '@quorate/contract/listed-plans';
import { expect, test } from 'vitest';
import { readPlans } from './pricing.tsx';

const [plan] = LISTED_PLANS;
const answer = (...plans: unknown[]) => ({ success: true, plans });

test('reads every plan that the contract allows', () => {
  const dearer: readonly PublicPlan[] = LISTED_PLANS.map((listed) => ({
    ...listed,
    monthly_cost: listed.monthly_cost + 0.5,
    features: { ...listed.features, symbols: -1 },
  }));
  const reply = listPlans.reply.parse(answer(...dearer));
  expect(readPlans(reply)).toEqual(dearer);
});

test.each([
  ['no answer', null],
  ['a plan nobody knows', answer({ ...plan, name: 'Gold' })],
  ['a price in words', answer({ ...plan, monthly_cost: '40' })],
  ['a plan without features', answer({ ...plan, features: null })],
  ['support nobody knows', answer({ ...plan, features: { ...plan?.features, support: 'none' } })],
  ['a good plan and a bad one', answer(plan, {})],
])('takes %s for no list of plans', (_, content) => {
  expect(readPlans(content)).toBeNull();
});
