import assert from 'node:assert/strict';
import { it } from 'node:test';
import { freshDatabase } from '../../../../test/helpers/fresh-database.ts';
import { everyBillingRow, knownOfProvider } from '../testing/billing-rows.ts';
import { breakingDatabase } from '../testing/breaking-database.ts';
import { sendWebhook, wireEvents } from '../testing/sent-webhook.ts';
import { startShop } from '../testing/shop.ts';

// @promise 1.2
it('an event is taken in whole or not at all, wherever the database breaks; it is whole when it comes again', async (t) => {
  const database = breakingDatabase(await freshDatabase());
  t.after(() => database.close());
  const shop = await startShop(t, { database, webhooks: false });
  const { db } = shop.service;
  const user = await shop.user();
  const sale = await shop.buy(user, 'Pro');
  await shop.provider.payments.refundTransaction(sale.transactionId, 'Asked for');
  await shop.control.moveClock({ advance: '11m' });
  let breaks = 0;
  for (const event of await wireEvents(shop)) {
    for (let statement = 1; ; statement += 1) {
      const before = await everyBillingRow(db);
      database.breakAt(statement);
      const reply = await sendWebhook(shop, event);
      const hasBroken = database.hasBroken();
      database.breakAt(null);
      if (!hasBroken) {
        assert.equal(reply.statusCode, 200, event.event_type);
        break;
      }
      breaks += 1;
      const where = `${event.event_type}, statement ${statement}`;
      assert.equal(reply.statusCode, 500, where);
      assert.deepEqual(await everyBillingRow(db), before, where);
    }
  }
  assert.ok(breaks > 60, `only ${breaks} statements broke`);
  const { subscriptions, transactions, adjustments } = await knownOfProvider(db);
  assert.deepEqual(
    subscriptions.map(({ status, user_id: userId }) => [status, userId]),
    [['active', user.user.id]],
  );
  assert.deepEqual(
    transactions.map(({ status, granted, returned }) => [status, granted, returned]),
    [['completed', true, 8_000]],
  );
  assert.deepEqual(
    adjustments.map(({ status }) => status),
    ['approved'],
  );
  assert.equal(await shop.planOf(user), 'Free');
  await shop.settle();
  const ended = await shop.provider.payments.findSubscription(sale.subscriptionId);
  assert.equal(ended?.status, 'canceled');
});
