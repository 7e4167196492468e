import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { openShop, type Shop, subscribe } from './testing/shop.ts';

describe('the pages that customers open', () => {
  let shop: Shop;
  before(async () => {
    shop = await openShop({ behaviour: { checkoutUrl: 'http://127.0.0.1:1/checkout' } });
  });
  after(() => shop.close());

  it("a portal session leads to its own customer's card only, for an hour", async () => {
    const { subscriptionId, customerId } = await subscribe(shop, 'pri_small');
    const { transaction } = await shop.control.buy({
      items: [{ price_id: 'pri_small' }],
      email: 'stranger@example.com',
    });
    const stranger = transaction.customer_id ?? '';
    await assert.rejects(shop.paddle.customerPortalSessions.create(stranger, [subscriptionId]), {
      code: 'not_found',
    });
    const pageOf = async (id: string) =>
      (await shop.paddle.customerPortalSessions.create(id, [])).urls.general.overview;
    const cardOf = (page: string) =>
      fetch(`${page}/${subscriptionId}/card`, { redirect: 'manual' });
    assert.equal((await cardOf(await pageOf(stranger))).status, 404);
    const own = await pageOf(customerId);
    const { status, headers } = await cardOf(own);
    assert.equal(status, 303);
    assert.match(headers.get('location') ?? '', /^http:\/\/127.0.0.1:1\/checkout\?_ptxn=txn_/);
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
});
