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

  it('creates, reads, lists, changes and archives products and prices', async () => {
    const { products, prices } = shop.paddle;
    const product = await products.create({ name: 'Medium', taxCategory: 'saas' });
    assert.match(product.id, /^pro_[0-9a-z]{26}$/);
    const price = await prices.create({
      productId: product.id,
      description: 'monthly',
      unitPrice: { amount: '6000', currencyCode: 'USD' },
      billingCycle: { interval: 'month', frequency: 1 },
    });
    assert.equal((await prices.get(price.id, { include: ['product'] })).product?.name, 'Medium');
    assert.equal((await products.get(product.id, { include: ['prices'] })).prices?.length, 1);
    const listed = await prices.list({ productId: [product.id] }).next();
    assert.deepEqual(
      listed.map(({ id }) => id),
      [price.id],
    );
    assert.equal((await prices.update(price.id, { name: 'Monthly' })).name, 'Monthly');
    assert.equal((await prices.archive(price.id)).status, 'archived');
    assert.equal((await products.update(product.id, { description: 'New' })).description, 'New');
    assert.equal((await products.archive(product.id)).status, 'archived');
    const active = await products.list({ status: ['active'] }).next();
    assert.equal(
      active.some(({ id }) => id === product.id),
      false,
    );
  });

  it('keeps customers, addresses, tokens and portal sessions', async () => {
    const { customers, addresses, customerPortalSessions } = shop.paddle;
    const customer = await customers.create({ email: 'ada@example.com', name: 'Ada' });
    assert.equal((await customers.get(customer.id)).email, 'ada@example.com');
    assert.equal((await customers.update(customer.id, { name: 'Ada L.' })).name, 'Ada L.');
    assert.equal((await customers.list({ email: ['ADA@example.com'] }).next()).length, 1);
    const address = await addresses.create(customer.id, { countryCode: 'DE', postalCode: '10115' });
    assert.equal((await addresses.get(customer.id, address.id)).postalCode, '10115');
    const moved = await addresses.update(customer.id, address.id, { city: 'Berlin' });
    assert.equal(moved.city, 'Berlin');
    assert.equal((await addresses.list(customer.id).next()).length, 1);
    const token = await customers.generateAuthToken(customer.id);
    assert.match(token.customerAuthToken, /^pca_/);
    const session = await customerPortalSessions.create(customer.id, []);
    const page = await fetch(session.urls.general.overview);
    assert.equal(page.status, 200);
    assert.match(await page.text(), /ada@example\.com/);
    assert.deepEqual(await customers.getCreditBalance(customer.id), []);
    assert.equal((await customers.archive(customer.id)).status, 'archived');
  });

  it('creates, changes, previews, bills and cancels transactions', async () => {
    const { transactions } = shop.paddle;
    const draft = await transactions.create({
      items: [{ priceId: 'pri_small', quantity: 2 }],
      customData: { userId: 7 },
    });
    assert.equal(draft.status, 'draft');
    assert.equal(draft.details?.totals?.grandTotal, '8000');
    assert.deepEqual(draft.customData, { userId: 7 });
    assert.match(draft.checkout?.url ?? '', new RegExp(`_ptxn=${draft.id}$`));
    const customer = await shop.paddle.customers.create({ email: 'grace@example.com' });
    const address = await shop.paddle.addresses.create(customer.id, { countryCode: 'PK' });
    const ready = await transactions.update(draft.id, {
      customerId: customer.id,
      addressId: address.id,
      items: [{ priceId: 'pri_large', quantity: 1 }],
    });
    assert.equal(ready.status, 'ready');
    assert.equal(ready.details?.totals?.total, '8000');
    assert.equal((await transactions.update(draft.id, { status: 'billed' })).status, 'billed');
    const { url } = await transactions.getInvoicePDF(draft.id);
    assert.match(await (await fetch(url)).text(), /Invoice 325-/);
    assert.equal((await transactions.update(draft.id, { status: 'canceled' })).status, 'canceled');
    const read = await transactions.get(draft.id, { include: ['customer', 'address'] });
    assert.equal(read.customer?.email, 'grace@example.com');
    assert.equal(read.address?.countryCode, 'PK');
    const preview = await transactions.preview({ items: [{ priceId: 'pri_once', quantity: 3 }] });
    assert.equal(preview.details.totals.total, '1500');
    const prices = await shop.paddle.pricingPreview.preview({
      items: [{ priceId: 'pri_small', quantity: 1 }],
    });
    assert.equal(prices.details.lineItems[0]?.formattedTotals.total, '$40.00');
    const custom = await transactions.create({
      items: [
        {
          quantity: 1,
          price: {
            description: 'Talk',
            unitPrice: { amount: '9900', currencyCode: 'USD' },
            product: { name: 'Consulting', taxCategory: 'standard' },
          },
        },
      ],
    });
    assert.equal(custom.items[0]?.price?.type, 'custom');
  });

  it('reads, previews, changes, pauses, resumes and cancels subscriptions', async () => {
    const { subscriptions } = shop.paddle;
    const { subscriptionId: id, customerId } = await subscribe(shop, 'pri_small');
    const include = ['next_transaction' as const, 'recurring_transaction_details' as const];
    const read = await subscriptions.get(id, { include });
    assert.equal(read.status, 'active');
    assert.equal(read.nextTransaction?.details.totals.total, '4000');
    assert.equal(read.recurringTransactionDetails?.totals.total, '4000');
    const large = {
      items: [{ priceId: 'pri_large', quantity: 1 }],
      prorationBillingMode: 'prorated_immediately' as const,
    };
    const preview = await subscriptions.previewUpdate(id, large);
    assert.equal(preview.updateSummary?.result.action, 'charge');
    assert.equal((await subscriptions.get(id)).items[0]?.price.id, 'pri_small');
    assert.equal((await subscriptions.update(id, large)).items[0]?.price.id, 'pri_large');
    const once = {
      effectiveFrom: 'next_billing_period' as const,
      items: [{ priceId: 'pri_once', quantity: 1 }],
    };
    await subscriptions.previewOneTimeCharge(id, once);
    await subscriptions.createOneTimeCharge(id, once);
    const next = await subscriptions.get(id, { include });
    assert.equal(next.nextTransaction?.details.totals.total, '8500');
    assert.equal((await subscriptions.pause(id, {})).scheduledChange?.action, 'pause');
    assert.equal((await subscriptions.update(id, { scheduledChange: null })).scheduledChange, null);
    const paused = await subscriptions.pause(id, { effectiveFrom: 'immediately' });
    assert.equal(paused.status, 'paused');
    const resumed = await subscriptions.resume(id, { effectiveFrom: 'immediately' });
    assert.equal(resumed.status, 'active');
    const cardChange = await subscriptions.getPaymentMethodChangeTransaction(id);
    assert.equal(cardChange.origin, 'subscription_payment_method_change');
    assert.equal(cardChange.details?.totals?.grandTotal, '0');
    const methods = await shop.paddle.paymentMethods.list(customerId).next();
    assert.equal(methods[0]?.card?.last4, '4242');
    assert.equal((await subscriptions.cancel(id)).scheduledChange?.action, 'cancel');
    const canceled = await subscriptions.cancel(id, { effectiveFrom: 'immediately' });
    assert.equal(canceled.status, 'canceled');
    const found = await subscriptions
      .list({ customerId: [customerId], status: ['canceled'] })
      .next();
    assert.deepEqual(
      found.map((each) => each.id),
      [id],
    );
  });

  it('activates a trial', async () => {
    const { subscriptionId } = await subscribe(shop, 'pri_trial');
    assert.equal((await shop.paddle.subscriptions.get(subscriptionId)).status, 'trialing');
    assert.equal((await shop.paddle.subscriptions.activate(subscriptionId)).status, 'active');
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
    const include = ['adjustment' as const, 'adjustments_totals' as const];
    const transaction = await transactions.get(transactionId, { include });
    assert.equal(transaction.status, 'completed');
    assert.equal(transaction.adjustmentsTotals?.breakdown?.refund, '4000');
    assert.match((await adjustments.getCreditNotePDF(refund.id)).url, /\/documents\//);
  });

  it('lists events, notifications and their logs, and replays', async () => {
    const { events, eventTypes, notifications } = shop.paddle;
    assert.ok((await eventTypes.list()).some(({ name }) => name === 'subscription.created'));
    const seen = new Set<string>();
    for await (const event of events.list({ perPage: 7 })) seen.add(event.eventId);
    const [page] = await events.list({ eventType: ['transaction.completed'] }).next();
    assert.equal(page?.eventType, 'transaction.completed');
    assert.ok(seen.size > 50, 'every page was read, none twice');
    const [first] = await notifications.list({ status: ['delivered'], perPage: 1 }).next();
    assert.ok(first);
    const read = await notifications.get(first.id);
    assert.equal(read.timesAttempted, 1);
    const logs = await notifications.getLogs(first.id, { after: '', perPage: 10 }).next();
    assert.equal(logs[0]?.responseCode, 200);
    shop.received.length = 0;
    const again = await notifications.replay(first.id);
    await shop.control.settle();
    assert.notEqual(again.notificationId, first.id);
    assert.deepEqual(
      shop.received.map(({ id }) => id),
      [read.payload.eventId],
    );
  });

  it('looks after destinations of webhooks, and simulates events', async () => {
    const { notificationSettings, simulations, simulationRuns } = shop.paddle;
    const made = await notificationSettings.create({
      description: 'Second',
      destination: 'http://127.0.0.1:9/never',
      subscribedEvents: ['transaction.completed'],
      type: 'url',
    });
    assert.match(made.endpointSecretKey, /^pdl_ntfset_/);
    assert.equal((await notificationSettings.get(made.id)).subscribedEvents.length, 1);
    const changed = await notificationSettings.update(made.id, { active: false });
    assert.equal(changed.active, false);
    const all = await notificationSettings.list();
    assert.equal(all.length, 2);
    await notificationSettings.delete(made.id);
    assert.equal((await notificationSettings.list()).length, 1);
    const settingId = all.find(({ id }) => id !== made.id)?.id ?? '';
    const { status, body } = await shop.call('POST', '/simulations', {
      notification_setting_id: settingId,
      name: 'Created',
      type: 'customer.created',
    });
    assert.equal(status, 201);
    const [simulation] = await simulations.list().next();
    assert.ok(simulation, JSON.stringify(body));
    shop.received.length = 0;
    await simulationRuns.create(simulation.id);
    await shop.control.settle();
    assert.equal(shop.received[0]?.type, 'customer.created');
  });

  it('throws its own error with the code of a refusal', async () => {
    await assert.rejects(shop.paddle.transactions.get('txn_none'), (error) => {
      assert.ok(error instanceof ApiError);
      assert.equal(error.code, 'not_found');
      assert.equal(error.type, 'request_error');
      return true;
    });
    await shop.paddle.customers.create({ email: 'twice@example.com' });
    await assert.rejects(shop.paddle.customers.create({ email: 'Twice@example.com' }), {
      code: 'customer_already_exists',
    });
  });
});
