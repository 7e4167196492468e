import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  getSubscription,
  listPayments,
  openBillingPortal,
  openInvoice,
} from '@quorate/contract/subscription';
import { PaymentsError } from '../payments.ts';
import { startShop } from '../testing/shop.ts';
import { signInAgain } from './testing/sign-in-again.ts';

describe('the list of payments', () => {
  it('has every bill, newest first, page by page, and the subscription beside it', async (t) => {
    const shop = await startShop(t);
    const amina = await shop.user();
    const { transactionId } = await shop.buy(amina, 'Pro');
    await shop.control.moveClock({ advance: '63d' });
    const { token } = await signInAgain(shop.service, amina);
    const whole = await shop.service.call(listPayments, {}, token);
    assert.deepEqual(
      whole.payments.map(
        ({ at, plan_name, billing_cycle, amount, tax, returned, currency, status }) => [
          at.slice(0, 10),
          plan_name,
          billing_cycle,
          amount,
          tax,
          returned,
          currency,
          status,
        ],
      ),
      ['2026-05-02', '2026-04-02', '2026-03-02'].map((day) => [
        day,
        'Pro',
        'monthly',
        80,
        0,
        0,
        'USD',
        'paid',
      ]),
    );
    assert.equal(whole.payments[2]?.transaction_id, transactionId);
    for (const { invoice_number: number } of whole.payments) assert.ok(number);
    assert.deepEqual(whole.pagination, { page: 1, per_page: 50, total: 3, total_pages: 1 });

    const second = await shop.service.call(
      listPayments,
      { query: { page: 2, per_page: 2 } },
      token,
    );
    assert.deepEqual(second.payments, whole.payments.slice(2));
    assert.deepEqual(second.pagination, { page: 2, per_page: 2, total: 3, total_pages: 2 });
  });

  it('leaves out checkouts that nobody finished', async (t) => {
    const shop = await startShop(t);
    const amina = await shop.user();
    const declined = { number: '4000000000000002' };
    await shop.control.buy({
      items: [{ price_id: shop.priceId('Pro'), quantity: 1 }],
      email: amina.user.email,
      custom_data: shop.customData(amina),
      card: declined,
    });
    await shop.settle();
    const stored = await shop.deps.db.selectFrom('transactions').selectAll().execute();
    assert.deepEqual(
      stored.map(({ user_id: owner, status }) => [owner, status]),
      [[amina.user.id, 'ready']],
    );
    assert.deepEqual((await shop.service.call(listPayments, {}, amina.token)).payments, []);
    const { pending_payment: pending } = await shop.service.call(getSubscription, {}, amina.token);
    assert.equal(pending, null, 'nothing was paid, and nobody said so');
  });

  it('tells what went back', async (t) => {
    const shop = await startShop(t);
    const amina = await shop.user();
    const { transactionId } = await shop.buy(amina, 'Starter');
    await shop.control.chargeBack({ transaction_id: transactionId });
    await shop.settle();
    const { payments } = await shop.service.call(listPayments, {}, amina.token);
    assert.deepEqual(
      payments.map(({ amount, returned, status }) => [amount, returned, status]),
      [[40, 40, 'paid']],
    );
  });
});

describe('an invoice', () => {
  it('opens by an address of the provider', async (t) => {
    const shop = await startShop(t);
    const amina = await shop.user();
    const { transactionId: transaction_id } = await shop.buy(amina, 'Pro');
    const { url } = await shop.service.call(
      openInvoice,
      { params: { transaction_id } },
      amina.token,
    );
    assert.equal(new URL(url).origin, new URL(shop.emulator.url).origin);
    assert.equal((await fetch(url)).status, 200);
  });

  it('is for its owner alone, who is not told apart from nobody', async (t) => {
    const shop = await startShop(t);
    const amina = await shop.user();
    const basil = await shop.user();
    const { transactionId } = await shop.buy(amina, 'Pro');
    const nobodys = `txn_${'0'.repeat(26)}`;
    const [stolen, unknown] = await Promise.all(
      [transactionId, nobodys].map(async (transaction_id) => {
        const input = { params: { transaction_id } };
        const { request_id: _, ...failure } = await shop.service.fail(
          openInvoice,
          input,
          basil.token,
        );
        return JSON.stringify(failure).replaceAll(transaction_id, '#');
      }),
    );
    assert.match(stolen ?? '', /"payment_unknown"/);
    assert.equal(stolen, unknown);
  });

  it('can be asked for again when the provider does not answer', async (t) => {
    const shop = await startShop(t, {
      payments: (real) => ({
        ...real,
        invoiceUrl: () => Promise.reject(new PaymentsError('unreachable', 'no answer')),
      }),
    });
    const amina = await shop.user();
    const { transactionId: transaction_id } = await shop.buy(amina, 'Pro');
    const failure = await shop.service.fail(
      openInvoice,
      { params: { transaction_id } },
      amina.token,
    );
    assert.deepEqual([failure.status, failure.code], [503, 'payments_unreachable']);
  });
});

describe("the provider's own pages", () => {
  it('open for the payment method and for the overview', async (t) => {
    const shop = await startShop(t);
    const amina = await shop.user();
    await shop.buy(amina, 'Pro');
    const open = async (page?: 'payment_method') => {
      const input = page ? { body: { page } } : {};
      const { url } = await shop.service.call(openBillingPortal, input, amina.token);
      assert.equal((await fetch(url)).status, 200, url);
      return url;
    };
    assert.notEqual(await open(), await open('payment_method'));
  });

  it('open for the same address in other letters', async (t) => {
    const shop = await startShop(t);
    const amina = await shop.user();
    await shop.buy(amina, 'Pro', { email: amina.user.email.toUpperCase() });
    await shop.service.call(openBillingPortal, {}, amina.token);
  });

  it('stay open after the subscription has ended, for its invoices', async (t) => {
    const shop = await startShop(t);
    const amina = await shop.user();
    const { subscriptionId } = await shop.buy(amina, 'Pro');
    await shop.provider.payments.cancelSubscription(subscriptionId, 'immediately');
    await shop.settle();
    await shop.service.call(openBillingPortal, {}, amina.token);
  });

  it('stay closed to whoever typed the address of somebody else at checkout', async (t) => {
    const shop = await startShop(t);
    const victim = await shop.user();
    const thief = await shop.user();
    const { customerId } = await shop.buy(victim, 'Elite');
    const stolen = await shop.buy(thief, 'Starter', { email: victim.user.email });
    assert.equal(stolen.customerId, customerId, 'the provider takes both for one customer');
    for (const page of ['overview', 'payment_method'] as const) {
      const input = { body: { page, customer_id: customerId } };
      const failure = await shop.service.fail(openBillingPortal, input, thief.token);
      assert.deepEqual([failure.status, failure.code], [409, 'portal_closed']);
    }
    await shop.service.call(openBillingPortal, {}, victim.token);
    // What they bought themselves they see, cancel and own all the same.
    assert.equal(await shop.planOf(thief), 'Starter');
    const { payments } = await shop.service.call(listPayments, {}, thief.token);
    assert.deepEqual(
      payments.map(({ transaction_id: id }) => id),
      [stolen.transactionId],
    );
  });

  it('are nobody’s without a subscription', async (t) => {
    const shop = await startShop(t);
    await shop.buy(await shop.user(), 'Pro');
    const basil = await shop.user();
    const failure = await shop.service.fail(openBillingPortal, {}, basil.token);
    assert.equal(failure.code, 'no_subscription');
  });
});
