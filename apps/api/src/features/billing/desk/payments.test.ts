import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it, type TestContext } from 'node:test';
import {
  getAdminPayment,
  listAdminPayments,
  lookUpPayment,
} from '@quorate/contract/admin-payments';
import { notedActions, REASON, signedInOperator } from '../../../../test/helpers/operator.ts';
import { startShop } from '../testing/shop.ts';

async function start(t: TestContext, options: Parameters<typeof startShop>[1] = {}) {
  const shop = await startShop(t, options);
  const operator = await signedInOperator(shop.service);
  const user = await shop.user();
  const sale = await shop.buy(user, 'Pro');
  await shop.settle();
  const list = (query: Parameters<typeof shop.service.call<typeof listAdminPayments>>[1] = {}) =>
    shop.service.call(listAdminPayments, query, operator.token);
  const lookUp = (action_id: string = randomUUID(), transaction_id = sale.transactionId) =>
    shop.service.call(
      lookUpPayment,
      { params: { transaction_id }, body: { action_id, reason: REASON } },
      operator.token,
    );
  return { shop, operator, user, sale, list, lookUp };
}

describe('the list of payments', () => {
  it('holds those of all users with their figures, and finds one by each of its numbers', async (t) => {
    const { shop, user, sale, list } = await start(t);
    const other = await shop.user();
    await shop.buy(other, 'Elite', { cycle: 'yearly' });
    await shop.settle();
    const { payments, pagination } = await list();
    assert.deepEqual(
      payments.map(({ user_name, plan_name, amount, billing_cycle }) => [
        user_name,
        plan_name,
        amount,
        billing_cycle,
      ]),
      [
        [other.user.username, 'Elite', 3_800, 'yearly'],
        [user.user.username, 'Pro', 80, 'monthly'],
      ],
    );
    assert.equal(pagination.total, 2);
    const invoice = payments[1]?.invoice_number ?? '';
    const { transactionId, subscriptionId, customerId } = sale;
    for (const search of [
      transactionId,
      subscriptionId,
      customerId,
      invoice,
      user.user.username.toUpperCase(),
      user.user.email,
    ]) {
      const found = await list({ query: { search } });
      assert.deepEqual(
        found.payments.map(({ transaction_id }) => transaction_id),
        [transactionId],
        search,
      );
    }
    assert.equal((await list({ query: { search: "' or 1=1 --" } })).payments.length, 0);
    assert.equal((await list({ query: { plan_name: 'Elite' } })).pagination.total, 1);
    assert.equal((await list({ query: { user_id: user.user.id } })).pagination.total, 1);
    assert.equal((await list({ query: { returned: 'yes' } })).pagination.total, 0);
    assert.equal((await list({ query: { status: 'past_due' } })).pagination.total, 0);
    assert.equal((await list({ query: { page: 2, per_page: 1 } })).payments[0]?.plan_name, 'Pro');
  });

  it('leaves out checkouts that nobody finished, unless one is asked for', async (t) => {
    const { shop, sale, list } = await start(t);
    await shop.service.db.updateTable('transactions').set({ status: 'ready' }).execute();
    assert.equal((await list()).payments.length, 0);
    assert.equal((await list({ query: { status: 'ready' } })).payments.length, 1);
    assert.equal((await list({ query: { search: sale.transactionId } })).payments.length, 1);
  });

  it('is for operators alone', async (t) => {
    const { shop, user } = await start(t);
    const refused = await shop.service.fail(listAdminPayments, {}, user.token);
    assert.deepEqual([refused.status, refused.code], [403, 'operator_only']);
    assert.equal((await shop.service.fail(listAdminPayments, {})).status, 401);
  });
});

describe('one payment', () => {
  it('shows its subscription and what the provider told of it', async (t) => {
    const { shop, operator, sale } = await start(t);
    const detail = await shop.service.call(
      getAdminPayment,
      { params: { transaction_id: sale.transactionId } },
      operator.token,
    );
    assert.equal(detail.subscription?.status, 'active');
    const types = detail.events.map(({ event_type }) => event_type);
    assert.ok(types.includes('transaction.completed') && types.includes('subscription.created'));
    assert.ok(detail.granted_at);
  });

  it('of an account that was deleted is kept without a name', async (t) => {
    const { shop, list } = await start(t);
    await shop.service.db.updateTable('transactions').set({ user_id: null }).execute();
    const [payment] = (await list()).payments;
    assert.deepEqual([payment?.user_id, payment?.user_name], [null, null]);
  });
});

describe('looking a payment up at the provider', () => {
  it('brings one that no webhook told of, with its plan', async (t) => {
    const shop = await startShop(t, { webhooks: false });
    const operator = await signedInOperator(shop.service);
    const user = await shop.user();
    const { transactionId } = await shop.buy(user, 'Pro');
    assert.equal(await shop.planOf(user), 'Free');
    const answer = await shop.service.call(
      lookUpPayment,
      {
        params: { transaction_id: transactionId },
        body: { action_id: randomUUID(), reason: REASON },
      },
      operator.token,
    );
    assert.deepEqual([answer.looked_up, answer.payment.status], ['done', 'completed']);
    assert.equal(await shop.planOf(user), 'Pro');
  });

  it('is noted once for each time it is asked, however often that is sent', async (t) => {
    const { shop, lookUp } = await start(t);
    const id = randomUUID();
    await Promise.all(Array.from({ length: 20 }, () => lookUp(id)));
    await lookUp();
    assert.equal((await notedActions(shop.service, 'payment_looked_up')).length, 2);
  });

  it('refuses a number that stands for another act, and a payment that nobody knows', async (t) => {
    const { shop, operator, sale, lookUp } = await start(t);
    const id = randomUUID();
    await lookUp(id);
    const body = { action_id: id, reason: REASON };
    const unknown = { transaction_id: `txn_${'9'.repeat(26)}` };
    const used = await shop.service.fail(lookUpPayment, { params: unknown, body }, operator.token);
    assert.deepEqual([used.status, used.code], [409, 'action_conflict']);
    const nobodys = await shop.service.fail(
      lookUpPayment,
      { params: unknown, body: { ...body, action_id: randomUUID() } },
      operator.token,
    );
    assert.deepEqual([nobodys.status, nobodys.code], [404, 'record_unknown']);
    const other = await signedInOperator(shop.service, 'otto');
    const params = { transaction_id: sale.transactionId };
    const theirs = await shop.service.fail(lookUpPayment, { params, body }, other.token);
    assert.equal(theirs.code, 'action_conflict');
  });
});
