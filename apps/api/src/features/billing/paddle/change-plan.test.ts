import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { buyPlan, openPaddle, refusedWith } from './testing/paddle-shop.ts';

describe('a plan is changed', () => {
  it('upwards for the difference, now, as the preview has said', async (t) => {
    const shop = await openPaddle(t);
    const { subscriptionId, transactionId } = await buyPlan(shop);
    await shop.control.moveClock({ set: '2026-03-17T00:00:00Z' });
    const change = { priceId: 'pri_large', settle: 'now' } as const;
    // Half of a month of 31 days is left: 40.00 of the large plan less 20.00 of the small one, with tax.
    assert.deepEqual(await shop.paddle.previewChange(subscriptionId, change), {
      dueNow: 2_200,
      credit: 0,
      nextAmount: 8_800,
      nextBilledAt: new Date('2026-04-01T12:00:00Z'),
      currency: 'USD',
    });
    const before = await shop.paddle.findSubscription(subscriptionId);
    assert.equal(before?.items[0]?.priceId, 'pri_small');
    const changed = await shop.paddle.changeSubscription(subscriptionId, change);
    assert.deepEqual(
      changed.items.map(({ priceId }) => priceId),
      ['pri_large'],
    );
    const { events } = await shop.paddle.listEvents();
    const bill = events.find(
      ({ type, entityId }) => type === 'transaction.created' && entityId !== transactionId,
    );
    const told = await shop.paddle.findTransaction(bill?.entityId ?? '');
    assert.deepEqual([told?.origin, told?.total], ['subscription_update', 2_200]);
  });

  it('downwards with the next bill, which is lower by what was paid too much', async (t) => {
    const shop = await openPaddle(t);
    const { subscriptionId } = await buyPlan(shop, 'pri_large');
    await shop.control.moveClock({ set: '2026-03-17T00:00:00Z' });
    const change = { priceId: 'pri_small', settle: 'next_bill' } as const;
    const preview = await shop.paddle.previewChange(subscriptionId, change);
    assert.equal(preview.dueNow, 0);
    assert.ok(preview.nextAmount > 0 && preview.nextAmount < 4_400, String(preview.nextAmount));
    const changed = await shop.paddle.changeSubscription(subscriptionId, change);
    assert.equal(changed.items[0]?.priceId, 'pri_small');
  });

  it('not at all when the card is declined, and the refusal says why', async (t) => {
    const shop = await openPaddle(t);
    const { subscriptionId } = await buyPlan(shop);
    await shop.control.changeCard(subscriptionId, { number: '4000000000000002' });
    await assert.rejects(
      shop.paddle.changeSubscription(subscriptionId, { priceId: 'pri_large', settle: 'now' }),
      refusedWith('subscription_payment_declined'),
    );
    const told = await shop.paddle.findSubscription(subscriptionId);
    assert.equal(told?.items[0]?.priceId, 'pri_small');
  });

  it('not within the half hour before a renewal', async (t) => {
    const shop = await openPaddle(t);
    const { subscriptionId } = await buyPlan(shop);
    await shop.control.moveClock({ set: '2026-04-01T11:45:00Z' });
    const change = { priceId: 'pri_large', settle: 'now' } as const;
    for (const call of [shop.paddle.previewChange, shop.paddle.changeSubscription])
      await assert.rejects(
        call(subscriptionId, change),
        refusedWith('subscription_locked_renewal'),
      );
  });
});
