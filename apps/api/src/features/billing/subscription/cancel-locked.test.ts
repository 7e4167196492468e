import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import {
  cancelSubscription,
  getSubscription,
  keepSubscription,
} from '@quorate/contract/subscription';
import { type Shop, startShop } from '../testing/shop.ts';
import { signInAgain } from './testing/sign-in-again.ts';

const BEFORE_RENEWAL_MS = 20 * 60_000;

/** Twenty minutes before the renewal, with a session that lives. */
async function beforeRenewal(t: TestContext) {
  const shop = await startShop(t);
  const amina = await shop.user();
  const { subscriptionId } = await shop.buy(amina, 'Pro');
  const { subscription } = await shop.service.call(getSubscription, {}, amina.token);
  const due = Date.parse(subscription?.next_billing_date ?? '');
  await shop.control.moveClock({ set: new Date(due - BEFORE_RENEWAL_MS).toISOString() });
  const { token } = await signInAgain(shop.service, amina);
  return { shop, amina, subscriptionId, token };
}

describe('in the half hour before a renewal, when the provider takes no cancellation', () => {
  for (const effective of ['now', 'period_end'] as const)
    it(`is asked for ${effective}: the renewal is charged, given back, and the subscription ends`, async (t) => {
      const { shop, amina, subscriptionId, token } = await beforeRenewal(t);
      const { service } = shop;
      const { status, message } = await service.call(
        cancelSubscription,
        { body: { effective } },
        token,
      );
      assert.equal(status, 'pending');
      assert.match(message, /a bill made meanwhile is given back/);
      assert.equal(await shop.planOf(amina), effective === 'now' ? 'Free' : 'Pro');

      await shop.control.moveClock({ advance: '1h' });
      for (let round = 0; round < 3; round += 1) {
        await shop.settle();
        shop.clock.advance(3_600_000);
      }
      assert.deepEqual(await billsOf(shop, subscriptionId), [
        { origin: 'web', amount: 8_000, returned: 0 },
        { origin: 'subscription_recurring', amount: 8_000, returned: 8_000 },
      ]);
      const told = await shop.provider.payments.findSubscription(subscriptionId);
      assert.equal(told?.status, 'canceled');
      assert.equal(await shop.planOf(amina), 'Free');
      assert.equal((await service.call(getSubscription, {}, token)).subscription, null);
    });

  it('is taken back in time: the renewal stays paid', async (t) => {
    const { shop, amina, subscriptionId, token } = await beforeRenewal(t);
    await shop.service.call(cancelSubscription, { body: { effective: 'period_end' } }, token);
    await shop.service.call(keepSubscription, {}, token);
    await shop.control.moveClock({ advance: '1h' });
    await shop.settle();
    const bills = await billsOf(shop, subscriptionId);
    assert.deepEqual(
      bills.map(({ returned }) => returned),
      [0, 0],
    );
    assert.equal(await shop.planOf(amina), 'Pro');
  });
});

function billsOf({ service }: Shop, subscriptionId: string) {
  return service.db
    .selectFrom('transactions')
    .select(['origin', 'amount', 'returned'])
    .where('subscription_id', '=', subscriptionId)
    .orderBy('provider_created_at')
    .execute();
}
