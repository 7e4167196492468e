import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { TransactionStatus } from '../provider-entities.ts';
import { PROVIDER_TASKS } from '../record/provider-tasks.ts';
import { fakeId, itemOf, saleOf, subscriptionOf } from '../testing/fake-payments.ts';
import { startTill } from './testing/till.ts';

const PRO = itemOf('Pro');
const HOUR_MS = 3_600_000;

describe('a payment that was made', () => {
  // @spec 4.17, 7.10
  it('puts its user on the plan, says so twice in the same words, and grants once', async (t) => {
    const till = await startTill(t);
    const amina = await till.addBuyer();
    const id = till.sell({ customData: amina.customData });
    const first = await till.claim(amina, id);
    assert.deepEqual(first, {
      status: 200,
      code: 'active',
      message: 'You are on the Pro plan now.',
    });
    assert.equal(await till.planOf(amina), 'Pro');
    assert.deepEqual(await till.claim(amina, id), first);
    assert.equal(till.asked(), 1, 'what is granted is known here');
    const mails = await till.service.mailsTo(amina.email);
    assert.equal(mails.filter(({ subject }) => /plan has begun/.test(subject)).length, 1);
  });

  it('brings its subscription along, so that the dashboard shows it at once', async (t) => {
    const till = await startTill(t);
    const amina = await till.addBuyer();
    const subscription = subscriptionOf({ customData: amina.customData });
    till.subscriptions.set(subscription.id, subscription);
    const id = till.sell({
      status: 'completed',
      customData: amina.customData,
      subscriptionId: subscription.id,
    });
    assert.equal((await till.claim(amina, id)).code, 'active');
    const row = await till.service.db.selectFrom('subscriptions').selectAll().executeTakeFirst();
    assert.deepEqual([row?.id, row?.user_id], [subscription.id, amina.id]);
    assert.equal(await till.planOf(amina), 'Pro');
  });
});

describe('a payment that was not made (B5)', () => {
  const never: TransactionStatus[] = ['draft', 'canceled', 'past_due'];
  for (const status of never) {
    it(`is refused as ${status.replace('_', ' ')}, and the plan stays`, async (t) => {
      const till = await startTill(t);
      const amina = await till.addBuyer();
      const id = till.sell({ status, customData: amina.customData });
      assert.deepEqual(await till.claim(amina, id), {
        status: 409,
        code: 'payment_unfinished',
        message: `The payment ${id} is ${status.replace('_', ' ')}: no money has been taken with it.`,
      });
      assert.equal(await till.planOf(amina), 'Free');
    });
  }

  for (const status of ['ready', 'billed'] as const) {
    it(`is waited for two minutes while it is ${status}, then refused`, async (t) => {
      const till = await startTill(t);
      const amina = await till.addBuyer();
      const id = till.sell({ status, customData: amina.customData });
      assert.deepEqual(await till.claim(amina, id), {
        status: 202,
        code: 'pending',
        message:
          'Your payment is being confirmed. The Pro plan begins automatically as soon as it is; you may leave this page.',
      });
      assert.equal(await till.planOf(amina), 'Free');
      const tasks = await till.service.db
        .selectFrom('tasks')
        .selectAll()
        .where('kind', 'in', PROVIDER_TASKS)
        .execute();
      assert.deepEqual(
        tasks.map(({ kind, subject }) => [kind, subject]),
        [['fetch_transaction', id]],
      );
      till.service.clock.advance(120_000);
      assert.equal((await till.claim(amina, id)).code, 'payment_unfinished');
      assert.equal(await till.planOf(amina), 'Free');
    });
  }

  // @promise 1.5
  it('is unknown when nobody has heard of it, and no number when it is a checkout', async (t) => {
    const till = await startTill(t);
    const amina = await till.addBuyer();
    const id = fakeId('txn');
    assert.deepEqual(await till.claim(amina, id), {
      status: 404,
      code: 'payment_unknown',
      message: `No payment of yours has the number ${id}.`,
    });
    for (const odd of [fakeId('che'), '', 'txn_', `${id}0`, id.toUpperCase(), `${id}/../x`])
      assert.equal((await till.claim(amina, odd)).code, 'validation_failed', odd);
    assert.equal(till.asked(), 1);
    assert.equal(await till.planOf(amina), 'Free');
  });
});

describe('a payment that was made before (B6)', () => {
  // @promise 1.6
  it('grants nothing again after it was given back', async (t) => {
    const till = await startTill(t);
    const amina = await till.addBuyer();
    const id = till.sell({ customData: amina.customData });
    await till.claim(amina, id);
    await till.service.db
      .updateTable('transactions')
      .set({ returned: 8_000 })
      .where('id', '=', id)
      .execute();
    assert.equal(await till.planOf(amina), 'Free');
    assert.deepEqual(await till.claim(amina, id), {
      status: 409,
      code: 'payment_returned',
      message: `The payment ${id} was given back and buys no plan any more.`,
    });
    assert.equal(await till.planOf(amina), 'Free');
  });

  // @promise 1.6
  it('does not bring an ended subscription back', async (t) => {
    const till = await startTill(t);
    const amina = await till.addBuyer();
    const { customData } = amina;
    const ended = subscriptionOf({ customData, status: 'canceled', canceledAt: new Date() });
    till.subscriptions.set(ended.id, ended);
    const id = till.sell({ status: 'completed', customData, subscriptionId: ended.id });
    for (const _ of [1, 2]) {
      const { code, message } = await till.claim(amina, id);
      assert.equal(code, 'payment_mismatch');
      assert.match(message, /is for a subscription that has ended or was changed since/);
      assert.equal(await till.planOf(amina), 'Free');
    }
  });

  it('grants nothing as a renewal: those come with their subscription', async (t) => {
    const till = await startTill(t);
    const amina = await till.addBuyer();
    const id = till.sell({ origin: 'subscription_recurring', customData: amina.customData });
    assert.equal((await till.claim(amina, id)).code, 'payment_mismatch');
    assert.equal(await till.planOf(amina), 'Free');
  });
});

// @spec 4.17
// @promise 1.5
it('none of 200 forged, replayed, unpaid, mismatched or stolen payments changes a plan', async (t) => {
  const till = await startTill(t);
  const [victim, thief, carol] = [
    await till.addBuyer(),
    await till.addBuyer(),
    await till.addBuyer(),
  ];
  // Carol has paid for Starter, so that a claim could lift her; the thief has nothing.
  const starter = till.sell({ customData: carol.customData, items: [itemOf('Starter')] });
  await till.claim(carol, starter, 'Starter');
  const returned = till.sell({ customData: thief.customData });
  await till.claim(thief, returned);
  await till.service.db
    .updateTable('transactions')
    .set({ returned: 8_000 })
    .where('id', '=', returned)
    .execute();
  const longAgo = new Date(till.service.clock.now() - HOUR_MS);
  const own = { customData: thief.customData };
  const unpaid = (['draft', 'ready', 'billed', 'canceled', 'past_due'] as const).map(
    (status) => () => till.sell({ ...own, status, updatedAt: longAgo }),
  );
  const odd = [
    { ...PRO, quantity: 3 },
    { ...PRO, unitAmount: 799 },
    { ...PRO, priceId: 'pri_x' },
    { ...PRO, unitCurrency: 'VND' },
  ];
  const thefts: (() => string)[] = [
    () => fakeId('txn'),
    () => till.sell({ customData: victim.customData }),
    () => till.sell({ customData: { checkout_token: `${thief.id}.${'A'.repeat(43)}` } }),
    () => till.sell({ customData: { user_id: thief.id, plan_name: 'Elite' } }),
    () => returned,
    () => till.sell({ ...own, origin: 'subscription_update' }),
    ...unpaid,
    ...odd.map((item) => () => till.sell({ ...own, items: [item] })),
  ];
  const claims = Array.from({ length: 200 }, (_, index) => {
    const plan = (['Pro', 'Elite', 'Starter'] as const)[index % 3] ?? 'Pro';
    if (index % 5 === 0)
      return { buyer: carol, id: starter, plan: plan === 'Starter' ? 'Elite' : plan } as const;
    return { buyer: thief, id: thefts[index % thefts.length]?.() ?? '', plan } as const;
  });
  for (const { buyer, id, plan } of claims) {
    const { status, code } = await till.claim(buyer, id, plan);
    assert.ok(status === 404 || status === 409, `${code} for ${JSON.stringify(saleOf({ id }))}`);
    assert.equal(await till.planOf(thief), 'Free');
  }
  assert.equal(await till.planOf(carol), 'Starter');
  assert.equal(await till.planOf(victim), 'Free');
  assert.equal(new Set(claims.map(({ id }) => id)).size > 100, true, 'the attempts differ');
});
