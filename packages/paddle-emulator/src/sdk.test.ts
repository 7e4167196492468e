import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { ApiError } from '@paddle/paddle-node-sdk';
import { openShop, type Shop, subscribe } from './testing/shop.ts';

describe('the unmodified Node SDK', () => {
  let shop: Shop;
  before(async () => {
    shop = await openShop();
  });
  after(() => shop.close());

  // @promise 1.16
  it('reads prices, customers, sales and their invoices, and opens the portal', async () => {
    const { prices, customers, transactions, customerPortalSessions } = shop.paddle;
    assert.equal((await prices.get('pri_small')).unitPrice.amount, '4000');
    const { transactionId, customerId, subscriptionId } = await subscribe(shop, 'pri_small');
    assert.equal((await customers.get(customerId)).email, 'mira@example.com');
    const sale = await transactions.get(transactionId);
    assert.equal(sale.status, 'completed');
    assert.equal(sale.details?.totals?.grandTotal, '4000');
    const { url } = await transactions.getInvoicePDF(transactionId);
    assert.match(await (await fetch(url)).text(), /Invoice 325-/);
    const session = await customerPortalSessions.create(customerId, [subscriptionId]);
    const page = await fetch(session.urls.general.overview);
    assert.match(await page.text(), /mira@example\.com/);
  });

  // @promise 1.16
  it('reads, previews, changes, pauses and cancels subscriptions', async () => {
    const { subscriptions } = shop.paddle;
    const { subscriptionId: id } = await subscribe(shop, 'pri_small');
    assert.equal((await subscriptions.get(id)).status, 'active');
    const large = {
      items: [{ priceId: 'pri_large', quantity: 1 }],
      prorationBillingMode: 'prorated_immediately' as const,
    };
    const preview = await subscriptions.previewUpdate(id, large);
    assert.equal(preview.updateSummary?.result.action, 'charge');
    assert.equal(preview.nextTransaction?.details.totals.total, '8000');
    assert.equal((await subscriptions.get(id)).items[0]?.price.id, 'pri_small');
    assert.equal((await subscriptions.update(id, large)).items[0]?.price.id, 'pri_large');
    assert.equal((await subscriptions.cancel(id)).scheduledChange?.action, 'cancel');
    assert.equal((await subscriptions.update(id, { scheduledChange: null })).scheduledChange, null);
    const paused = await subscriptions.pause(id, { effectiveFrom: 'immediately' });
    assert.equal(paused.status, 'paused');
    const canceled = await subscriptions.cancel(id, { effectiveFrom: 'immediately' });
    assert.equal(canceled.status, 'canceled');
  });

  it('refunds, and lists what was given back', async () => {
    const { adjustments, transactions } = shop.paddle;
    const { transactionId } = await subscribe(shop, 'pri_small');
    const refund = await adjustments.create({
      action: 'refund',
      type: 'full',
      transactionId,
      reason: 'asked for',
    });
    assert.equal(refund.status, 'pending_approval');
    assert.equal(refund.totals.total, '4000');
    await shop.control.moveClock({ advance: '11m' });
    const [listed] = await adjustments.list({ transactionId: [transactionId] }).next();
    assert.equal(listed?.status, 'approved');
    assert.equal((await transactions.get(transactionId)).status, 'completed');
  });

  it('lists events, every page once', async () => {
    const seen: string[] = [];
    for await (const event of shop.paddle.events.list({ perPage: 7 })) seen.push(event.eventId);
    assert.ok(seen.length > 30);
    assert.equal(new Set(seen).size, seen.length);
  });

  it('throws its own error with the code of a refusal', async () => {
    await assert.rejects(shop.paddle.transactions.get('txn_none'), (error) => {
      assert.ok(error instanceof ApiError);
      assert.equal(error.code, 'not_found');
      assert.equal(error.type, 'request_error');
      return true;
    });
  });
});
