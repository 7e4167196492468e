import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import fc from 'fast-check';
import { atScale } from '../../../../test/helpers/at-scale.ts';
import type { Payments } from '../payments.ts';
import { deleteBillingRows, knownOfProvider } from '../testing/billing-rows.ts';
import { copyBooks, type ProviderBooks, recordedPayments } from '../testing/recorded-payments.ts';
import { type Sale, type Shop, startShop } from '../testing/shop.ts';
import { runProviderTasks } from './provider-tasks.ts';
import { reconcilePayments } from './reconcile.ts';
import { takeInEvent } from './take-in-event.ts';

/** Both tabs of one person pay: one for Pro, and a minute later one for Starter. */
async function bothTabsPaid(t: TestContext, options: Parameters<typeof startShop>[1] = {}) {
  const shop = await startShop(t, options);
  const user = await shop.user();
  const first = await shop.buy(user, 'Pro');
  await shop.control.moveClock({ advance: '1m' });
  const second = await shop.buy(user, 'Starter');
  return { shop, user, first, second };
}

async function refundsOf({ provider }: Shop, { transactionId }: Sale) {
  return (await provider.payments.findAdjustments(transactionId)).map(
    ({ action, total }) => `${action} ${total}`,
  );
}

async function statusOf({ provider }: Shop, { subscriptionId }: Sale) {
  return (await provider.payments.findSubscription(subscriptionId))?.status;
}

describe('two checkouts of one person that are both paid', () => {
  // @promise 1.17
  it('leave the subscription that began first; the other ends, and its money goes back', async (t) => {
    const { shop, user, first, second } = await bothTabsPaid(t);
    await shop.settle();
    assert.equal(await statusOf(shop, first), 'active');
    assert.equal(await statusOf(shop, second), 'canceled');
    assert.deepEqual(await refundsOf(shop, first), []);
    assert.deepEqual(await refundsOf(shop, second), ['refund 4000']);
    assert.equal(await shop.planOf(user), 'Pro');
    await shop.control.moveClock({ advance: '1h' });
    await shop.settle();
    assert.deepEqual(await refundsOf(shop, second), ['refund 4000'], 'it is given back once');
    const told = (await shop.service.mailsTo(user.user.email)).map(({ subject }) => subject);
    assert.ok(!told.some((subject) => subject.includes('has ended')), 'they still have a plan');
    assert.equal(told.filter((subject) => subject === '$40.00 goes back to you').length, 1);
  });

  it('end the same way in any order of the news, some of them lost or told twice', async (t) => {
    const { shop, first, second } = await bothTabsPaid(t, { webhooks: false });
    const { db } = shop.service;
    const books = await copyBooks(shop.provider.payments);
    const endedAt = new Date(shop.clock.now()).toISOString();
    const indices = [...books.events.keys()];
    const deliveries = fc.record({
      told: fc.shuffledSubarray(indices),
      again: fc.array(fc.constantFrom(...indices), { maxLength: 5 }),
      asksAfter: fc.array(fc.constantFrom(...indices), { maxLength: 3 }),
    });
    const property = fc.asyncProperty(deliveries, async ({ told, again, asksAfter }) => {
      await deleteBillingRows(db);
      shop.clock.set(endedAt);
      const open = openBooks(books);
      const deps = { ...shop.deps, provider: { ...shop.provider, payments: open.payments } };
      for (const [count, index] of [...told, ...again].entries()) {
        const event = books.events[index];
        if (event) await takeInEvent(deps, event);
        if (asksAfter.includes(count)) await runProviderTasks(deps);
      }
      await reconcilePayments(deps);
      for (let minutes = 0; minutes < 5; minutes += 1) {
        await runProviderTasks(deps);
        shop.clock.advance(60_000);
      }
      assert.deepEqual(open.canceled, [second.subscriptionId]);
      assert.deepEqual(open.refunded, [second.transactionId]);
      const { subscriptions } = await knownOfProvider(db);
      assert.equal(subscriptions.find(({ id }) => id === first.subscriptionId)?.status, 'active');
    });
    await fc.assert(property, { numRuns: atScale({ full: 100, part: 30 }), endOnFailure: true });
  });

  it('of which one is being ended already are no two: whoever cancels may come back at once', async (t) => {
    const shop = await startShop(t);
    const user = await shop.user();
    const old = await shop.buy(user, 'Pro');
    await shop.service.db
      .updateTable('subscriptions')
      .set({ cancel_requested: 'now', cancel_requested_at: new Date(shop.clock.now()) })
      .where('id', '=', old.subscriptionId)
      .execute();
    const fresh = await shop.buy(user, 'Elite');
    await shop.settle();
    assert.equal(await statusOf(shop, fresh), 'active');
    assert.deepEqual(await refundsOf(shop, fresh), []);
    assert.equal(await shop.planOf(user), 'Elite');
  });

  it('of which one was paid back are no two either', async (t) => {
    const shop = await startShop(t);
    const user = await shop.user();
    const old = await shop.buy(user, 'Pro');
    await shop.control.chargeBack({ transaction_id: old.transactionId });
    await shop.control.settle();
    const fresh = await shop.buy(user, 'Elite');
    await shop.settle();
    assert.equal(await statusOf(shop, old), 'canceled');
    assert.equal(await statusOf(shop, fresh), 'active');
    assert.deepEqual(await refundsOf(shop, fresh), []);
  });

  it('of two persons are two', async (t) => {
    const shop = await startShop(t);
    const one = await shop.user();
    const other = await shop.user();
    const sales = [
      await shop.buy(one, 'Pro'),
      await shop.buy(other, 'Pro', { email: one.user.email }),
    ];
    await shop.settle();
    for (const sale of sales) {
      assert.equal(await statusOf(shop, sale), 'active');
      assert.deepEqual(await refundsOf(shop, sale), []);
    }
  });
});

/** A provider as it was, of which subscriptions can be cancelled and bills refunded. */
function openBooks(books: ProviderBooks) {
  const canceled: string[] = [];
  const refunded: string[] = [];
  const findSubscription: Payments['findSubscription'] = async (id) => {
    const told = await books.payments.findSubscription(id);
    if (!told || !canceled.includes(id)) return told;
    const at = new Date(told.updatedAt.getTime() + 60_000);
    return { ...told, status: 'canceled', canceledAt: at, updatedAt: at };
  };
  const payments: Payments = {
    ...recordedPayments(books),
    findSubscription,
    cancelSubscription: async (id) => {
      canceled.push(id);
      const ended = await findSubscription(id);
      if (!ended) throw new Error(`${id} is not known`);
      return ended;
    },
    refundTransaction: async (id) => {
      refunded.push(id);
      const sale = await books.payments.findTransaction(id);
      if (!sale) throw new Error(`${id} is not known`);
      return {
        id: `adj_${id}`,
        action: 'refund',
        status: 'pending_approval',
        transactionId: id,
        subscriptionId: sale.subscriptionId,
        total: sale.total,
        currency: sale.currency,
        createdAt: sale.updatedAt,
        updatedAt: sale.updatedAt,
      };
    },
  };
  return { payments, canceled, refunded };
}
