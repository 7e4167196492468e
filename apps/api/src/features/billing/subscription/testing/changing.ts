import type { TestContext } from 'node:test';
import type { BillingCycleName } from '@quorate/contract/checkout';
import { listPayments } from '@quorate/contract/subscription';
import type { TestUser } from '../../../../../test/helpers/builders.ts';
import type { PaidPlanName } from '../../../../db/billing-tables.ts';
import { queueTask } from '../../../../process/tasks.ts';
import { type Shop, startShop } from '../../testing/shop.ts';

type Options = Parameters<typeof startShop>[1] & {
  plan?: PaidPlanName;
  cycle?: BillingCycleName;
};

/** A shop with somebody who has a plan. */
export async function startChanging(
  t: TestContext,
  { plan = 'Starter', cycle, ...options }: Options = {},
) {
  const shop = await startShop(t, options);
  const amina = await shop.user();
  const sale = await shop.buy(amina, plan, cycle === undefined ? {} : { cycle });
  return { shop, amina, sale };
}

export function wish(
  plan_name: PaidPlanName | 'Free',
  billing_cycle: BillingCycleName = 'monthly',
) {
  return { body: { plan_name, billing_cycle } };
}

/** What was charged beside the first payment, in major units. */
export async function chargedSince(shop: Shop, { token }: TestUser): Promise<number[]> {
  await shop.settle();
  const { payments } = await shop.service.call(listPayments, {}, token);
  return payments.slice(0, -1).map(({ amount }) => amount);
}

/** Has a sale taken in where no webhook tells of it. */
export async function hearOf(shop: Shop, transactionId: string): Promise<void> {
  await queueTask(shop.deps.db, shop.clock, { kind: 'fetch_transaction', subject: transactionId });
  await shop.settle();
}
