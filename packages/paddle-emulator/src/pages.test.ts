import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openShop, type Shop, subscribe } from './testing/shop.ts';

describe('the pages that customers open', () => {
  let shop: Shop;
  before(async () => {
    shop = await openShop();
  });
  after(() => shop.close());

  it("a portal session shows and changes its own customer's subscriptions only", async () => {
    const { subscriptionId, customerId } = await subscribe(shop, 'pri_small');
    const stranger = await shop.paddle.customers.create({ email: 'stranger@example.com' });
    await assert.rejects(shop.paddle.customerPortalSessions.create(stranger.id, [subscriptionId]), {
      code: 'not_found',
    });
    const pageOf = async (id: string) =>
      (await shop.paddle.customerPortalSessions.create(id, [])).urls.general.overview;
    const press = async (page: string, action: string) =>
      (
        await fetch(`${page}/${subscriptionId}`, {
          method: 'POST',
          headers: { 'content-type': 'application/x-www-form-urlencoded' },
          body: `action=${action}`,
          redirect: 'manual',
        })
      ).status;
    assert.equal(await press(await pageOf(stranger.id), 'cancel_now'), 404);
    const own = await pageOf(customerId);
    assert.equal(await press(own, 'cancel'), 303);
    const read = () => shop.paddle.subscriptions.get(subscriptionId);
    assert.equal((await read()).scheduledChange?.action, 'cancel');
    assert.equal(await press(own, 'keep'), 303);
    assert.equal((await read()).scheduledChange, null);
    assert.equal(await press(own, 'cancel_now'), 303);
    assert.equal((await read()).status, 'canceled');
    await shop.control.moveClock({ advance: '61m' });
    assert.equal((await fetch(own)).status, 403);
  });

  it('an invoice can be read for an hour, and not under a changed address', async () => {
    const { transactionId } = await subscribe(shop, 'pri_large');
    const { url } = await shop.paddle.transactions.getInvoicePDF(transactionId);
    assert.match(await (await fetch(url)).text(), /\$80\.00/);
    const changed = url.replace(/until=\d+/, 'until=9999999999');
    assert.equal((await fetch(changed)).status, 403);
    await shop.control.moveClock({ advance: '61m' });
    assert.equal((await fetch(url)).status, 403);
  });

  it('markup in what people type stays text', async () => {
    const product = await shop.paddle.products.create({
      name: '<script>alert(1)</script>',
      taxCategory: 'saas',
    });
    const { transaction } = await shop.control.buy({
      items: [
        {
          quantity: 1,
          price: {
            product_id: product.id,
            description: 'x',
            unit_price: { amount: '100', currency_code: 'USD' },
          },
        },
      ],
    });
    await shop.control.moveClock({ advance: '1s' });
    const { url } = await shop.paddle.transactions.getInvoicePDF(transaction.id);
    const page = await (await fetch(url)).text();
    assert.ok(!page.includes('<script>alert') && page.includes('&lt;script&gt;'));
  });
});
