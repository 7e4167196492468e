import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { bills, openShop, type Shop, subscribe } from './testing/shop.ts';

const FAILS_AT_RENEWAL = '4000002760003184';
const DAY = 86_400_000;

describe('the life of a subscription', () => {
  let shop: Shop;
  before(async () => {
    shop = await openShop();
  });
  after(() => shop.close());

  const read = (id: string) => shop.paddle.subscriptions.get(id);
  const billsOf = (id: string) => bills(shop, id);
  const typesSince = (mark: number) => shop.received.slice(mark).map(({ type }) => type);

  it('renews on its day, and bills the same amount each time', async () => {
    const { subscriptionId } = await subscribe(shop, 'pri_small');
    const first = await read(subscriptionId);
    const mark = shop.received.length;
    await shop.control.moveClock({ set: `${first.nextBilledAt}` });
    await shop.control.moveClock({ advance: '1m' });
    assert.deepEqual(typesSince(mark), [
      'subscription.updated',
      'transaction.created',
      'transaction.billed',
      'transaction.updated',
      'transaction.paid',
      'transaction.updated',
      'transaction.completed',
    ]);
    const second = await read(subscriptionId);
    assert.equal(second.currentBillingPeriod?.startsAt, first.currentBillingPeriod?.endsAt);
    const found = await billsOf(subscriptionId);
    assert.deepEqual(
      found.map(({ origin, details }) => [origin, details?.totals?.grandTotal]),
      [
        ['subscription_recurring', '4000'],
        ['web', '4000'],
      ],
    );
    await shop.paddle.subscriptions.cancel(subscriptionId, { effectiveFrom: 'immediately' });
  });

  it('falls behind when the card declines, is retried, and recovers with another card', async () => {
    const { subscriptionId } = await subscribe(shop, 'pri_small', FAILS_AT_RENEWAL);
    const { nextBilledAt } = await read(subscriptionId);
    const mark = shop.received.length;
    await shop.control.moveClock({ set: `${nextBilledAt}` });
    assert.deepEqual(typesSince(mark), [
      'subscription.updated',
      'transaction.created',
      'transaction.billed',
      'transaction.updated',
      'transaction.payment_failed',
      'transaction.updated',
      'transaction.past_due',
      'subscription.updated',
      'subscription.past_due',
    ]);
    assert.equal((await read(subscriptionId)).status, 'past_due');
    await assert.rejects(
      shop.paddle.subscriptions.update(subscriptionId, {
        items: [{ priceId: 'pri_large', quantity: 1 }],
        prorationBillingMode: 'prorated_immediately',
      }),
      { code: 'subscription_update_when_past_due' },
    );
    const [owed] = await billsOf(subscriptionId);
    assert.ok(owed);
    assert.equal(owed.status, 'past_due');
    await shop.control.buy({ transaction_id: owed.id });
    await shop.control.moveClock({ advance: '1s' });
    assert.equal((await read(subscriptionId)).status, 'active');
    assert.equal((await shop.paddle.transactions.get(owed.id)).status, 'completed');
    await shop.control.moveClock({ advance: '40d' });
    assert.equal((await read(subscriptionId)).status, 'active', 'the new card is on file');
    await shop.paddle.subscriptions.cancel(subscriptionId, { effectiveFrom: 'immediately' });
  });

  it('ends after seven tries in thirty days', async () => {
    const { subscriptionId } = await subscribe(shop, 'pri_small', FAILS_AT_RENEWAL);
    const due = Date.parse(`${(await read(subscriptionId)).nextBilledAt}`);
    const at = (day: number) => new Date(due + day * DAY).toISOString();
    await shop.control.moveClock({ set: at(29.9) });
    assert.equal((await read(subscriptionId)).status, 'past_due');
    await shop.control.moveClock({ set: at(30.1) });
    const ended = await read(subscriptionId);
    assert.equal(ended.status, 'canceled');
    const [bill] = await billsOf(subscriptionId);
    assert.equal(bill?.status, 'canceled');
    assert.equal(bill?.payments.length, 8, 'the renewal itself and seven tries');
  });

  it('ends at the end of its period when that was planned, and not before', async () => {
    const { subscriptionId } = await subscribe(shop, 'pri_small');
    const { scheduledChange } = await shop.paddle.subscriptions.cancel(subscriptionId);
    await shop.control.moveClock({ advance: '20d' });
    assert.equal((await read(subscriptionId)).status, 'active');
    await shop.control.moveClock({ set: `${scheduledChange?.effectiveAt}` });
    const ended = await read(subscriptionId);
    assert.equal(ended.status, 'canceled');
    assert.equal((await billsOf(subscriptionId)).length, 1, 'nothing more was billed');
    await assert.rejects(shop.paddle.subscriptions.cancel(subscriptionId), {
      code: 'subscription_update_when_canceled',
    });
  });

  it('is locked in the half hour before it renews', async () => {
    const { subscriptionId } = await subscribe(shop, 'pri_small');
    const due = Date.parse(`${(await read(subscriptionId)).nextBilledAt}`);
    await shop.control.moveClock({ set: new Date(due - 29 * 60_000).toISOString() });
    await assert.rejects(shop.paddle.subscriptions.cancel(subscriptionId), {
      code: 'subscription_locked_renewal',
    });
    await shop.control.moveClock({ set: new Date(due + 1_000).toISOString() });
    await shop.paddle.subscriptions.cancel(subscriptionId, { effectiveFrom: 'immediately' });
  });

  it('of the 31st is billed on the last day of shorter months, and on the 31st again', async () => {
    const end = await openShop({ seed: 'end', clock: { now: () => Date.UTC(2027, 0, 31, 8) } });
    try {
      const { subscriptionId } = await subscribe(end, 'pri_small');
      await end.control.moveClock({ set: '2027-06-15T00:00:00Z' });
      const found = await bills(end, subscriptionId);
      const days = found.map(({ billingPeriod }) => billingPeriod?.startsAt.slice(0, 10));
      assert.deepEqual(days, [
        '2027-05-31',
        '2027-04-30',
        '2027-03-31',
        '2027-02-28',
        '2027-01-31',
      ]);
    } finally {
      await end.close();
    }
  });
});
