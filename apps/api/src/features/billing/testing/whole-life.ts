import type { TestUser } from '../../../../test/helpers/builders.ts';
import type { Sale, Shop } from './shop.ts';

const PAYS = '4242424242424242';
const FAILS_AT_RENEWAL = '4000002760003184';

/**
 * Everything that happens to a customer: signs up, renews, goes up and down, fails to pay and recovers,
 * cancels, comes back for another plan, and has that payment given back, which ends it.
 */
export async function liveWholeLife(
  shop: Shop,
  user: TestUser,
): Promise<{ first: Sale; second: Sale }> {
  const { control, provider } = shop;
  const { payments } = provider;
  const first = await shop.buy(user, 'Starter');
  const { subscriptionId: id } = first;
  await control.moveClock({ advance: '32d' });
  await payments.changeSubscription(id, { priceId: shop.priceId('Pro'), settle: 'now' });
  await control.moveClock({ advance: '1h' });
  await payments.changeSubscription(id, { priceId: shop.priceId('Starter'), settle: 'next_bill' });
  await control.changeCard(id, { number: FAILS_AT_RENEWAL });
  await control.moveClock({ advance: '31d' });
  await control.changeCard(id, { number: PAYS });
  await control.moveClock({ advance: '4d' });
  await payments.cancelSubscription(id, 'immediately');
  await control.moveClock({ advance: '1h' });
  const second = await shop.buy(user, 'Elite');
  await payments.refundTransaction(second.transactionId, 'Asked for');
  await control.moveClock({ advance: '11m' });
  await shop.settle();
  await control.moveClock({ advance: '1h' });
  return { first, second };
}
