import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPaddle } from './create-paddle.ts';
import { buyPlan, openPaddle, refusedWith } from './testing/paddle-shop.ts';

describe('what the provider has is found', () => {
  it('a sale, with its tax, its custom data and what it began', async (t) => {
    const shop = await openPaddle(t);
    const { transactionId, subscriptionId, customerId } = await buyPlan(shop);
    const sale = await shop.paddle.findTransaction(transactionId);
    assert.ok(sale?.invoiceNumber && sale.billedAt);
    assert.deepEqual(
      { ...sale, createdAt: 0, updatedAt: 0, billedAt: 0, invoiceNumber: '' },
      {
        id: transactionId,
        status: 'completed',
        origin: 'web',
        subscriptionId,
        customerId,
        customData: { checkout_token: 'token' },
        currency: 'USD',
        total: 4_400,
        tax: 400,
        items: [
          {
            priceId: 'pri_small',
            quantity: 1,
            unitAmount: 4_000,
            unitCurrency: 'USD',
            cycle: { interval: 'month', frequency: 1 },
          },
        ],
        period: {
          start: new Date('2026-03-01T12:00:00Z'),
          end: new Date('2026-04-01T12:00:00Z'),
        },
        invoiceNumber: '',
        billedAt: 0,
        createdAt: 0,
        updatedAt: 0,
      },
    );
    const customer = await shop.paddle.findCustomer(customerId);
    assert.deepEqual(customer, { id: customerId, email: 'amina@example.com' });
  });

  it('a subscription, as the sale has made it', async (t) => {
    const shop = await openPaddle(t);
    const { subscriptionId, customerId } = await buyPlan(shop, 'pri_small_year');
    const told = await shop.paddle.findSubscription(subscriptionId);
    const { status, currency, items, nextBilledAt, scheduledChange, canceledAt } = told ?? {};
    assert.deepEqual(
      [told?.customerId, told?.customData, status, currency, scheduledChange, canceledAt],
      [customerId, { checkout_token: 'token' }, 'active', 'USD', null, null],
    );
    assert.deepEqual(items?.[0]?.cycle, { interval: 'year', frequency: 1 });
    assert.deepEqual(nextBilledAt, new Date('2027-03-01T12:00:00Z'));
  });

  it('a price, billed again and again or once', async (t) => {
    const { paddle } = await openPaddle(t);
    assert.deepEqual(await paddle.findPrice('pri_small_year'), {
      id: 'pri_small_year',
      active: true,
      unitAmount: 40_000,
      currency: 'USD',
      cycle: { interval: 'year', frequency: 1 },
    });
    assert.equal((await paddle.findPrice('pri_once'))?.cycle, null);
  });

  it('and what it does not have is null, whatever the id looks like', async (t) => {
    const { paddle } = await openPaddle(t);
    for (const id of [
      'txn_01hv8wptq8987qeep44cyrewp9',
      'txn_short',
      'che_01hv8wptq8987qeep44cyrewp9',
      '',
      '..',
      '../prices/pri_small',
      'pri_small?include=product',
      'txn_%2e%2e',
      'x'.repeat(10_000),
    ]) {
      assert.equal(await paddle.findTransaction(id), null);
      assert.equal(await paddle.findSubscription(id), null);
      assert.equal(await paddle.findCustomer(id), null);
      assert.equal(await paddle.findPrice(id), null);
      assert.deepEqual(await paddle.findAdjustments(id), []);
    }
  });
});

describe('a subscription is ended', () => {
  it('with its period, and kept after all', async (t) => {
    const shop = await openPaddle(t);
    const { subscriptionId } = await buyPlan(shop);
    const planned = await shop.paddle.cancelSubscription(subscriptionId, 'next_billing_period');
    assert.equal(planned.status, 'active');
    const at = new Date('2026-04-01T12:00:00Z');
    assert.deepEqual(planned.scheduledChange, { action: 'cancel', at });
    const kept = await shop.paddle.keepSubscription(subscriptionId);
    assert.deepEqual([kept.status, kept.scheduledChange], ['active', null]);
  });

  it('at once, and for good', async (t) => {
    const shop = await openPaddle(t);
    const { subscriptionId } = await buyPlan(shop);
    const ended = await shop.paddle.cancelSubscription(subscriptionId, 'immediately');
    assert.equal(ended.status, 'canceled');
    assert.deepEqual(ended.canceledAt, new Date('2026-03-01T12:00:01Z'));
    await assert.rejects(
      shop.paddle.keepSubscription(subscriptionId),
      refusedWith('subscription_update_when_canceled'),
    );
  });

  it('never by an id that would be another address', async (t) => {
    const { paddle } = await openPaddle(t);
    const calls = [
      () => paddle.cancelSubscription('..', 'immediately'),
      () => paddle.keepSubscription('sub_1/../sub_2'),
      () => paddle.changeSubscription('', { priceId: 'pri_large', settle: 'now' }),
      () => paddle.portalUrls('?', 'sub_1'),
    ];
    for (const call of calls) await assert.rejects(call(), refusedWith('not_found'));
  });
});

describe('money goes back', () => {
  it('all of a sale, once, and is found by the sale', async (t) => {
    const shop = await openPaddle(t);
    const { transactionId, subscriptionId } = await buyPlan(shop);
    assert.deepEqual(await shop.paddle.findAdjustments(transactionId), []);
    const refund = await shop.paddle.refundTransaction(transactionId, 'guarantee');
    assert.deepEqual(
      [refund.action, refund.status, refund.total, refund.transactionId, refund.subscriptionId],
      ['refund', 'pending_approval', 4_400, transactionId, subscriptionId],
    );
    await shop.control.decideAdjustment(refund.id, 'approved');
    const [found, ...others] = await shop.paddle.findAdjustments(transactionId);
    assert.deepEqual([found?.id, found?.status, others], [refund.id, 'approved', []]);
    await assert.rejects(
      shop.paddle.refundTransaction(transactionId, 'again'),
      refusedWith('adjustment_amount_above_remaining_allowed'),
    );
  });
});

describe('pages of the provider', () => {
  it('an invoice has an address once there is one', async (t) => {
    const shop = await openPaddle(t);
    const { transactionId } = await buyPlan(shop);
    const url = await shop.paddle.invoiceUrl(transactionId);
    assert.ok(url?.startsWith(shop.emulator.url));
    assert.equal(await shop.paddle.invoiceUrl('txn_01hv8wptq8987qeep44cyrewp9'), null);
  });

  it('a customer is led to their payments, and to the card of their subscription', async (t) => {
    const shop = await openPaddle(t);
    const { customerId, subscriptionId } = await buyPlan(shop);
    const urls = await shop.paddle.portalUrls(customerId, subscriptionId);
    assert.ok(urls.overview.startsWith(shop.emulator.url));
    assert.match(urls.paymentMethod ?? '', new RegExp(subscriptionId));
    await assert.rejects(
      shop.paddle.portalUrls('ctm_01hv6y1jedq4p1n0yqn5ba3ky4', subscriptionId),
      refusedWith('not_found'),
    );
  });
});

describe('the key', () => {
  it('is sent as a bearer, with the version, in every call', async (t) => {
    const { emulator } = await openPaddle(t);
    const other = createPaddle({ apiKey: 'pdl_sdbx_apikey_of_somebody', url: `${emulator.url}/` });
    await assert.rejects(other.findPrice('pri_small'), (error: unknown) => {
      refusedWith('invalid_token')(error);
      assert.match(String(error), /GET \/prices\/pri_small was refused with 403/);
      assert.match(String(error), /PADDLE_API_KEY/);
      return true;
    });
    await assert.rejects(other.invoiceUrl('txn_01hv8wptq8987qeep44cyrewp9'), /PADDLE_API_KEY/);
  });

  it('that cannot be sent is told at the start, and not shown', () => {
    for (const apiKey of ['', 'pdl_live\n', 'pdl live', 'pdl_livé'])
      assert.throws(
        () => createPaddle({ apiKey, url: 'https://api.paddle.com' }),
        (error: unknown) => String(error).startsWith('Error: PADDLE_API_KEY is empty, or'),
      );
  });
});
