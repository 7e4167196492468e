import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import type { TestUser } from '../../../../test/helpers/builders.ts';
import { type Shop, startShop } from '../testing/shop.ts';

async function soldShop(t: TestContext) {
  const shop = await startShop(t);
  const user = await shop.user();
  const sale = await shop.buy(user, 'Pro');
  return { shop, user, sale };
}

async function refundMails({ service }: Shop, { user }: TestUser) {
  const subjects = (await service.mailsTo(user.email)).map(({ subject }) => subject);
  return subjects.filter((subject) => subject.includes('goes back'));
}

async function statusOf(shop: Shop, id: string) {
  return (await shop.provider.payments.findSubscription(id))?.status;
}

describe('money that goes back', () => {
  // @spec 10.10
  // @promise 1.12
  it('takes nothing while it waits for approval, and ends plan and subscription once approved', async (t) => {
    const { shop, user, sale } = await soldShop(t);
    await shop.provider.payments.refundTransaction(sale.transactionId, 'Asked for');
    await shop.settle();
    assert.equal(await shop.planOf(user), 'Pro');
    assert.equal(await statusOf(shop, sale.subscriptionId), 'active');
    await shop.control.moveClock({ advance: '11m' });
    assert.equal(await shop.planOf(user), 'Free', 'before the provider was told anything');
    await shop.settle();
    assert.equal(await statusOf(shop, sale.subscriptionId), 'canceled');
    assert.equal(await shop.planOf(user), 'Free');
    assert.deepEqual(await refundMails(shop, user), ['$80.00 goes back to you']);
  });

  // @promise 1.12
  it('takes nothing when the refund is rejected', async (t) => {
    const { shop, user, sale } = await soldShop(t);
    const { id } = await shop.provider.payments.refundTransaction(sale.transactionId, 'Asked for');
    await shop.control.decideAdjustment(id, 'rejected');
    await shop.settle();
    assert.equal(await shop.planOf(user), 'Pro');
    assert.equal(await statusOf(shop, sale.subscriptionId), 'active');
    assert.deepEqual(await refundMails(shop, user), []);
  });

  // @promise 1.12
  it('gives the plan back when an approved refund is reversed, for as long as was paid', async (t) => {
    const { shop, user, sale } = await soldShop(t);
    const { id } = await shop.provider.payments.refundTransaction(sale.transactionId, 'Asked for');
    await shop.control.decideAdjustment(id, 'approved');
    await shop.settle();
    assert.equal(await shop.planOf(user), 'Free');
    await shop.control.decideAdjustment(id, 'reversed');
    await shop.settle();
    assert.equal(await shop.planOf(user), 'Pro');
    await shop.control.moveClock({ set: '2026-04-02T10:00:01Z' });
    assert.equal(await shop.planOf(user), 'Free');
  });

  it('a chargeback ends plan and subscription; one that is won gives back what was paid for', async (t) => {
    const { shop, user, sale } = await soldShop(t);
    await shop.control.chargeBack({ transaction_id: sale.transactionId });
    await shop.settle();
    assert.equal(await shop.planOf(user), 'Free');
    assert.equal(await statusOf(shop, sale.subscriptionId), 'canceled');
    await shop.control.chargeBack({
      transaction_id: sale.transactionId,
      action: 'chargeback_reverse',
    });
    await shop.settle();
    assert.equal(await shop.planOf(user), 'Pro');
  });

  it('a chargeback that is won before the provider was told to cancel cancels nothing', async (t) => {
    const { shop, user, sale } = await soldShop(t);
    await shop.control.chargeBack({ transaction_id: sale.transactionId });
    await shop.control.settle();
    assert.equal(await shop.planOf(user), 'Free');
    await shop.control.chargeBack({
      transaction_id: sale.transactionId,
      action: 'chargeback_reverse',
    });
    await shop.settle();
    assert.equal(await statusOf(shop, sale.subscriptionId), 'active');
    assert.equal(await shop.planOf(user), 'Pro');
  });

  it('a warning of the bank takes nothing', async (t) => {
    const { shop, user, sale } = await soldShop(t);
    await shop.control.chargeBack({
      transaction_id: sale.transactionId,
      action: 'chargeback_warning',
    });
    await shop.settle();
    assert.equal(await shop.planOf(user), 'Pro');
    assert.equal(await statusOf(shop, sale.subscriptionId), 'active');
  });

  it('for a bill of last month takes nothing of this month', async (t) => {
    const { shop, user, sale } = await soldShop(t);
    await shop.control.moveClock({ advance: '32d' });
    await shop.provider.payments.refundTransaction(sale.transactionId, 'Goodwill');
    await shop.control.moveClock({ advance: '11m' });
    await shop.settle();
    assert.equal(await shop.planOf(user), 'Pro');
    assert.equal(await statusOf(shop, sale.subscriptionId), 'active');
  });
});
