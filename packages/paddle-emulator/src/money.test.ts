import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bills, openShop, type Shop, subscribe } from './testing/shop.ts';

const DECLINES = '4000000000000002';
const DAY = 86_400_000;

describe('what a change of plan costs, and what comes back', () => {
  let shop: Shop;
  before(async () => {
    shop = await openShop();
  });
  after(() => shop.close());

  const read = (id: string) => shop.paddle.subscriptions.get(id);
  const billsOf = (id: string) => bills(shop, id);

  it('is charged for the rest of the month when it grows, and credited when it shrinks', async () => {
    const { subscriptionId } = await subscribe(shop, 'pri_small');
    const { currentBillingPeriod: period } = await read(subscriptionId);
    const [start, end] = [Date.parse(`${period?.startsAt}`), Date.parse(`${period?.endsAt}`)];
    await shop.control.moveClock({ set: new Date((start + end) / 2).toISOString() });
    const change = (priceId: string) =>
      shop.paddle.subscriptions.update(subscriptionId, {
        items: [{ priceId, quantity: 1 }],
        prorationBillingMode: 'prorated_immediately',
      });
    await change('pri_large');
    const [up] = await billsOf(subscriptionId);
    // Half of 80.00, less half of 40.00 that was paid and is not used.
    assert.equal(up?.details?.totals?.total, '4000');
    assert.equal(up?.details?.totals?.credit, '2000');
    assert.equal(up?.details?.totals?.grandTotal, '2000');
    await change('pri_small');
    const [down] = await billsOf(subscriptionId);
    assert.equal(down?.details?.totals?.grandTotal, '0');
    assert.equal(down?.details?.totals?.creditToBalance, '2000');
    await shop.control.moveClock({ set: `${period?.endsAt}` });
    await shop.control.moveClock({ advance: '1s' });
    const [renewal] = await billsOf(subscriptionId);
    assert.equal(renewal?.details?.totals?.grandTotal, '2000', 'the credit is used up');
    await shop.paddle.subscriptions.cancel(subscriptionId, { effectiveFrom: 'immediately' });
  });

  it('starts a new period when it goes from months to years', async () => {
    const { subscriptionId } = await subscribe(shop, 'pri_small');
    const changed = await shop.paddle.subscriptions.update(subscriptionId, {
      items: [{ priceId: 'pri_small_year', quantity: 1 }],
      prorationBillingMode: 'prorated_immediately',
    });
    assert.equal(changed.billingCycle.interval, 'year');
    const [bill] = await billsOf(subscriptionId);
    assert.equal(bill?.details?.totals?.total, '40000');
    const { currentBillingPeriod: period } = changed;
    const days = (Date.parse(`${period?.endsAt}`) - Date.parse(`${period?.startsAt}`)) / DAY;
    assert.ok(days === 365 || days === 366, `${days} days`);
    await shop.control.moveClock({ set: `${period?.endsAt}` });
    const later = (await read(subscriptionId)).currentBillingPeriod;
    assert.equal(later?.startsAt, period?.endsAt);
    assert.equal(later?.endsAt.slice(5), period?.endsAt.slice(5), 'the same day a year later');
    await shop.control.moveClock({ advance: '1h' });
    await shop.paddle.subscriptions.cancel(subscriptionId, { effectiveFrom: 'immediately' });
  });

  it('stays as it is when the card declines the change', async () => {
    const { subscriptionId } = await subscribe(shop, 'pri_small');
    await shop.control.changeCard(subscriptionId, { number: DECLINES });
    await assert.rejects(
      shop.paddle.subscriptions.update(subscriptionId, {
        items: [{ priceId: 'pri_large', quantity: 1 }],
        prorationBillingMode: 'prorated_immediately',
        onPaymentFailure: 'prevent_change',
      }),
      { code: 'subscription_payment_declined' },
    );
    assert.equal((await read(subscriptionId)).items[0]?.price.id, 'pri_small');
    assert.equal((await read(subscriptionId)).status, 'active');
    await shop.paddle.subscriptions.cancel(subscriptionId, { effectiveFrom: 'immediately' });
  });

  it('knows refunds that are rejected and chargebacks that are reversed', async () => {
    const { transactionId } = await subscribe(shop, 'pri_small');
    const ask = () =>
      shop.paddle.adjustments.create({
        action: 'refund',
        type: 'full',
        transactionId,
        reason: 'asked for',
      });
    const refund = await ask();
    await assert.rejects(ask(), { code: 'adjustment_amount_above_remaining_allowed' });
    assert.equal((await shop.control.decideAdjustment(refund.id, 'rejected')).status, 'rejected');
    await shop.control.moveClock({ advance: '1h' });
    const chargeback = await shop.control.chargeBack({ transaction_id: transactionId });
    assert.equal(chargeback.status, 'approved');
    assert.equal(
      (await shop.control.decideAdjustment(chargeback.id, 'reversed')).status,
      'reversed',
    );
    const again = await ask();
    assert.equal(again.totals.total, '4000');
  });
});
