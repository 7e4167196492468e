import assert from 'node:assert/strict';
import { it } from 'node:test';
import { freshDatabase } from '../../../../test/helpers/fresh-database.ts';
import { deleteBillingRows, everyBillingRow, knownOfProvider } from '../testing/billing-rows.ts';
import { breakingDatabase } from '../testing/breaking-database.ts';
import { sendWebhook, wireEvents } from '../testing/sent-webhook.ts';
import { runFetches, startShop } from '../testing/shop.ts';

// @promise 1.2
it('an event is stored whole or not at all, wherever the database breaks; it is whole when it comes again', async (t) => {
  const database = breakingDatabase(await freshDatabase());
  t.after(() => database.close());
  const shop = await startShop(t, { database, webhooks: false });
  const { db } = shop.service;
  await shop.buy(await shop.user(), 'Pro');
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
  assert.ok(breaks > 15, `only ${breaks} statements broke`);
});

// @promise 1.2
it('what is fetched ends in the same rows, wherever the database breaks while it is stored', async (t) => {
  const database = breakingDatabase(await freshDatabase());
  t.after(() => database.close());
  const shop = await startShop(t, { database, webhooks: false });
  const { db } = shop.service;
  const user = await shop.user();
  const sale = await shop.buy(user, 'Pro');
  await shop.provider.payments.refundTransaction(sale.transactionId, 'Asked for');
  await shop.control.moveClock({ advance: '11m' });
  const events = await wireEvents(shop);
  const endedAt = new Date(shop.clock.now()).toISOString();
  for (let statement = 1; ; statement += 1) {
    await deleteBillingRows(db);
    shop.clock.set(endedAt);
    for (const event of events) await sendWebhook(shop, event);
    database.breakAt(statement);
    await runFetches(shop.deps).catch((error: unknown) =>
      assert.match(String(error), /broke down/),
    );
    const hasBroken = database.hasBroken();
    database.breakAt(null);
    // A task stays claimed for two minutes after its process died.
    shop.clock.advance(125_000);
    await runFetches(shop.deps);
    const { subscriptions, transactions, adjustments } = await knownOfProvider(db);
    assert.deepEqual(
      [
        subscriptions.map(({ status, user_id: userId }) => [status, userId]),
        transactions.map(({ status, granted, returned }) => [status, granted, returned]),
        adjustments.map(({ status }) => status),
      ],
      [[['active', user.user.id]], [['completed', true, 8_000]], ['approved']],
      `statement ${statement}`,
    );
    assert.equal(await shop.planOf(user), 'Free');
    if (!hasBroken) {
      assert.ok(statement > 30, `only ${statement} statements`);
      break;
    }
  }
  await shop.settle();
  const ended = await shop.provider.payments.findSubscription(sale.subscriptionId);
  assert.equal(ended?.status, 'canceled');
});
