import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { queueTask } from '../../../../process/tasks.ts';
import { PaymentsError } from '../../payments.ts';
import { startShop } from '../../testing/shop.ts';
import { askFor, bareDeps, leftTasks, silent, soldShop } from '../../testing/tasks.ts';
import { runProviderTasks, tryProviderTask } from '../provider-tasks.ts';
import { reconcilePayments } from '../reconcile.ts';

describe('a cancellation', () => {
  it('at once is done, and nothing of the request is left', async (t) => {
    const { shop, sale } = await soldShop(t);
    await askFor(shop, sale.subscriptionId, 'now');
    const key = { kind: 'cancel_now', subject: sale.subscriptionId } as const;
    assert.equal(await tryProviderTask(shop.deps, key), 'done');
    const row = await shop.service.db.selectFrom('subscriptions').selectAll().executeTakeFirst();
    assert.deepEqual([row?.status, row?.cancel_requested], ['canceled', null]);
    assert.equal(await leftTasks(shop), 0);
  });

  it('at the period’s end is planned at the provider, and the plan holds until then', async (t) => {
    const { shop, user, sale } = await soldShop(t);
    await askFor(shop, sale.subscriptionId, 'period_end');
    await shop.settle();
    const row = await shop.service.db.selectFrom('subscriptions').selectAll().executeTakeFirst();
    assert.deepEqual(
      [row?.status, row?.cancel_requested, row?.scheduled_action],
      ['active', null, 'cancel'],
    );
    assert.equal(await shop.planOf(user), 'Pro');
    await shop.control.moveClock({ set: '2026-04-02T10:00:01Z' });
    assert.equal(await shop.planOf(user), 'Free');
  });

  it('that was taken back before the provider heard of it is not told', async (t) => {
    const { shop, sale } = await soldShop(t);
    for (const asked of ['now', 'period_end'] as const) {
      await askFor(shop, sale.subscriptionId, asked);
      await shop.service.db.updateTable('subscriptions').set({ cancel_requested: null }).execute();
      await shop.settle();
      const told = await shop.provider.payments.findSubscription(sale.subscriptionId);
      assert.deepEqual([told?.status, told?.scheduledChange], ['active', null]);
    }
    assert.equal(await leftTasks(shop), 0);
  });

  it('whose answer was lost is not an error: it is asked whether it was done', async (t) => {
    const { shop, sale } = await soldShop(t, (real) => ({
      ...real,
      cancelSubscription: async (...all) => {
        await real.cancelSubscription(...all);
        return silent();
      },
    }));
    await askFor(shop, sale.subscriptionId, 'now');
    await runProviderTasks(shop.deps);
    assert.equal(await leftTasks(shop), 1);
    shop.clock.advance(1_000);
    await runProviderTasks(shop.deps);
    assert.equal(await leftTasks(shop), 0);
    assert.deepEqual(shop.log.errors(), []);
  });

  it('of a subscription whose account is gone is told', async (t) => {
    const { shop, sale } = await soldShop(t);
    await shop.service.db.updateTable('subscriptions').set({ user_id: null }).execute();
    await queueTask(shop.service.db, shop.clock, {
      kind: 'cancel_now',
      subject: sale.subscriptionId,
    });
    await shop.settle();
    const told = await shop.provider.payments.findSubscription(sale.subscriptionId);
    assert.equal(told?.status, 'canceled');
  });
});

describe('a purchase of an account that was deleted meanwhile', () => {
  it('is cancelled: nobody is charged for an account that is gone', async (t) => {
    const shop = await startShop(t, { webhooks: false });
    const user = await shop.user();
    const { subscriptionId } = await shop.buy(user, 'Pro');
    await shop.service.db.deleteFrom('users').where('id', '=', user.user.id).execute();
    await reconcilePayments(shop.deps);
    await shop.settle();
    const told = await shop.provider.payments.findSubscription(subscriptionId);
    assert.equal(told?.status, 'canceled');
  });
});

describe('asking for a transaction', () => {
  it('goes on while a checkout is open, and ends an hour after it was asked for', async (t) => {
    // An event of it would have a fetch of its own under way meanwhile.
    const shop = await startShop(t, { webhooks: false });
    const user = await shop.user();
    const { transaction } = await shop.control.buy({
      items: [{ price_id: shop.priceId('Elite'), quantity: 1 }],
      email: user.user.email,
      card: { number: '4000000000000002' },
    });
    const task = { kind: 'fetch_transaction', subject: transaction.id } as const;
    await queueTask(shop.service.db, shop.clock, task);
    await runProviderTasks(shop.deps);
    assert.equal(await leftTasks(shop, 'fetch_transaction'), 1);
    shop.clock.advance(3_600_000);
    await runProviderTasks(shop.deps);
    assert.equal(await leftTasks(shop, 'fetch_transaction'), 1);
    shop.clock.advance(3_600_000);
    await runProviderTasks(shop.deps);
    assert.equal(await leftTasks(shop, 'fetch_transaction'), 0);
  });

  it('brings its subscription and what was given back of it', async (t) => {
    const shop = await startShop(t, { webhooks: false });
    const user = await shop.user();
    const { transactionId } = await shop.buy(user, 'Pro');
    await shop.provider.payments.refundTransaction(transactionId, 'Asked for');
    await queueTask(shop.service.db, shop.clock, {
      kind: 'fetch_transaction',
      subject: transactionId,
    });
    await runProviderTasks(shop.deps);
    assert.equal(await shop.planOf(user), 'Pro');
    const { db } = shop.service;
    assert.equal((await db.selectFrom('subscriptions').select('id').execute()).length, 1);
    assert.equal((await db.selectFrom('adjustments').select('id').execute()).length, 1);
  });

  it('that the provider does not know ends', async (t) => {
    const { deps, queue, tasks } = await bareDeps(t, {});
    await queue('fetch_transaction', 'txn_never');
    assert.equal(await runProviderTasks(deps), 1);
    assert.deepEqual(await tasks(), []);
  });
});

describe('a refund', () => {
  it('is asked for first: one that was done before, or whose answer was lost, is not done again', async (t) => {
    let isLost = true;
    const { shop, sale } = await soldShop(t, (real) => ({
      ...real,
      refundTransaction: async (...all) => {
        const adjustment = await real.refundTransaction(...all);
        return isLost ? silent() : adjustment;
      },
    }));
    const task = { kind: 'refund_transaction', subject: sale.transactionId } as const;
    await queueTask(shop.service.db, shop.clock, task);
    await runProviderTasks(shop.deps);
    assert.equal(await leftTasks(shop), 1);
    isLost = false;
    shop.clock.advance(1_000);
    await runProviderTasks(shop.deps);
    assert.equal(await leftTasks(shop), 0);
    const refunds = await shop.provider.payments.findAdjustments(sale.transactionId);
    assert.equal(refunds.length, 1);
  });

  it('that the provider refuses for good is left to a person, and told', async (t) => {
    const { shop, sale } = await soldShop(t, (real) => ({
      ...real,
      refundTransaction: async () => {
        throw new PaymentsError('refused', 'no', { code: 'adjustment_invalid' });
      },
    }));
    const task = { kind: 'refund_transaction', subject: sale.transactionId } as const;
    await queueTask(shop.service.db, shop.clock, task);
    for (let count = 0; count < 10; count += 1) {
      assert.equal(await leftTasks(shop), 1);
      await runProviderTasks(shop.deps);
      shop.clock.advance(3_600_000);
    }
    assert.equal(await leftTasks(shop), 0);
    assert.deepEqual(shop.log.errors(), [
      'a refund is refused for good: give this payment back by hand',
    ]);
  });
});
