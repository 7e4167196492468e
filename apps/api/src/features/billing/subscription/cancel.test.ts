import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { cancelSubscription, getSubscription } from '@quorate/contract/subscription';
import type { TestUser } from '../../../../test/helpers/builders.ts';
import { type Payments, PaymentsError } from '../payments.ts';
import { type Shop, startShop } from '../testing/shop.ts';
import { PATIENCE_MS } from './provider-answer.ts';
import { signInAgain } from './testing/sign-in-again.ts';

const DAY_MS = 86_400_000;
/** The wait that people were promised, and what a busy machine may add to it. */
const LONGEST_MS = PATIENCE_MS + 5_000;

async function start(t: TestContext, options: Parameters<typeof startShop>[1] = {}) {
  const shop = await startShop(t, options);
  const amina = await shop.user();
  const sale = await shop.buy(amina, 'Pro');
  return { shop, amina, sale };
}

function cancel({ service }: Shop, { token }: TestUser, effective?: 'now' | 'period_end') {
  return service.call(cancelSubscription, { body: effective ? { effective } : {} }, token);
}

function shown({ service }: Shop, { token }: TestUser) {
  return service.call(getSubscription, {}, token);
}

/** A provider whose cancelling a test can take away, for as long as it likes. */
function breakable(trouble: () => Promise<never>) {
  const state = { isDown: true };
  const payments = (real: Payments): Payments => ({
    ...real,
    cancelSubscription: (id, effective) =>
      state.isDown ? trouble() : real.cancelSubscription(id, effective),
  });
  return { state, payments };
}

const unreachable = () => Promise.reject(new PaymentsError('unreachable', 'no answer'));

describe('cancelling at once', () => {
  // @spec 7.20, 10.8
  it('is what a call without a body does: access ends, and the provider bills no more', async (t) => {
    const { shop, amina, sale } = await start(t);
    assert.deepEqual(await cancel(shop, amina), {
      success: true,
      status: 'done',
      message: 'Your Pro subscription has ended, and nothing more is billed for it.',
      subscription: null,
    });
    assert.equal(await shop.planOf(amina), 'Free');
    const told = await shop.provider.payments.findSubscription(sale.subscriptionId);
    assert.equal(told?.status, 'canceled');
    await shop.settle();
    const { subscription, plan_name } = await shown(shop, amina);
    assert.deepEqual([subscription, plan_name], [null, 'Free']);
  });

  it('says the same again for a day, and then that there is nothing to cancel', async (t) => {
    const { shop, amina } = await start(t);
    const first = await cancel(shop, amina);
    assert.deepEqual(await cancel(shop, amina), first);
    assert.deepEqual(await cancel(shop, amina, 'period_end'), first);
    shop.clock.advance(DAY_MS + 60_000);
    const { code } = await shop.service.fail(cancelSubscription, {}, amina.token);
    assert.equal(code, 'no_subscription');
  });

  it('comes after cancelling at the period’s end, too', async (t) => {
    const { shop, amina } = await start(t);
    await cancel(shop, amina, 'period_end');
    assert.equal(await shop.planOf(amina), 'Pro');
    assert.equal((await cancel(shop, amina, 'now')).subscription, null);
    assert.equal(await shop.planOf(amina), 'Free');
  });

  it('ends every subscription, should there be two', async (t) => {
    const { shop, amina, sale } = await start(t);
    const second = await shop.buy(amina, 'Elite');
    await cancel(shop, amina);
    for (const { subscriptionId } of [sale, second]) {
      const told = await shop.provider.payments.findSubscription(subscriptionId);
      assert.equal(told?.status, 'canceled');
    }
  });
});

describe('cancelling at the end of the period', () => {
  it('keeps the plan until then, tells the day, and bills no more', async (t) => {
    const { shop, amina, sale } = await start(t);
    const { next_billing_date: end } = (await shown(shop, amina)).subscription ?? {};
    const first = await cancel(shop, amina, 'period_end');
    assert.deepEqual(first, {
      success: true,
      status: 'done',
      message:
        'Your Pro subscription ends on 2 April 2026. You keep it until then, and nothing more is billed for it.',
      subscription: {
        plan_name: 'Pro',
        amount: 80,
        currency: 'USD',
        status: 'active',
        billing_cycle: 'monthly',
        ends_at: end,
      },
    });
    assert.deepEqual(await cancel(shop, amina, 'period_end'), first, 'asked twice');
    assert.equal(await shop.planOf(amina), 'Pro');
    await shop.control.moveClock({ advance: '32d' });
    assert.equal(await shop.planOf(amina), 'Free');
    const told = await shop.provider.payments.findSubscription(sale.subscriptionId);
    assert.equal(told?.status, 'canceled');
  });

  it('ends a paused subscription at once: it has no period', async (t) => {
    const { shop, amina, sale } = await start(t);
    await onEmulator(shop, `/subscriptions/${sale.subscriptionId}/pause`, {
      effective_from: 'immediately',
    });
    await shop.settle();
    assert.equal((await shown(shop, amina)).subscription?.status, 'paused');
    assert.equal((await cancel(shop, amina, 'period_end')).subscription, null);
  });

  it('works while a payment is overdue, and keeps the days of grace', async (t) => {
    const { shop, amina, sale } = await start(t);
    await shop.control.changeCard(sale.subscriptionId, { number: '4000000000000002' });
    await shop.control.moveClock({ advance: '32d' });
    await shop.settle();
    const later = await signInAgain(shop.service, amina);
    const before = (await shown(shop, later)).subscription;
    assert.equal(before?.status, 'past_due');
    assert.ok(before?.access_until);
    const { status, subscription } = await cancel(shop, later, 'period_end');
    assert.equal(status, 'done');
    assert.ok(subscription?.ends_at);
    assert.equal(await shop.planOf(amina), 'Pro');
  });
});

describe('a provider that does not answer', () => {
  it('is told later, and access has ended meanwhile', async (t) => {
    const { state, payments } = breakable(unreachable);
    const { shop, amina, sale } = await start(t, { payments });
    const response = await shop.service.app.inject({
      method: 'POST',
      url: '/api/subscription/cancel',
      headers: { authorization: `Bearer ${amina.token}` },
    });
    assert.equal(response.statusCode, 202);
    const { status, message, subscription } = cancelSubscription.reply.parse(response.json());
    assert.equal(status, 'pending');
    assert.equal(
      message,
      'Your Pro subscription is cancelled. The payment provider has not confirmed that yet; it is asked until it does, and a bill made meanwhile is given back. You need not wait for it.',
    );
    assert.equal(subscription?.waiting_for, 'cancel_now');
    assert.equal(subscription?.next_billing_date, undefined);
    assert.equal(await shop.planOf(amina), 'Free');

    state.isDown = false;
    shop.clock.advance(60_000);
    await shop.settle();
    const told = await shop.provider.payments.findSubscription(sale.subscriptionId);
    assert.equal(told?.status, 'canceled');
    assert.equal((await shown(shop, amina)).subscription, null);
  });

  it('lets a second wish win: at once after the period’s end, and not the other way round', async (t) => {
    const { state, payments } = breakable(unreachable);
    const { shop, amina, sale } = await start(t, { payments });
    const waiting = await cancel(shop, amina, 'period_end');
    assert.equal(waiting.subscription?.waiting_for, 'cancel_at_period_end');
    assert.match(waiting.message, /^Your Pro subscription is cancelled for 2 April 2026\. /);
    assert.equal(await shop.planOf(amina), 'Pro');
    for (const effective of ['now', 'period_end'] as const) {
      const { subscription } = await cancel(shop, amina, effective);
      assert.equal(subscription?.waiting_for, 'cancel_now', effective);
      assert.equal(await shop.planOf(amina), 'Free');
    }
    state.isDown = false;
    shop.clock.advance(60_000);
    await shop.settle();
    const told = await shop.provider.payments.findSubscription(sale.subscriptionId);
    assert.equal(told?.status, 'canceled');
  });

  // @promise 1.13
  it('costs 3.5 seconds at most', async (t) => {
    const { payments } = breakable(() => new Promise(() => {}));
    const { shop, amina } = await start(t, { payments });
    const begun = performance.now();
    assert.equal((await cancel(shop, amina)).status, 'pending');
    const ms = performance.now() - begun;
    assert.ok(ms <= LONGEST_MS, `it took ${Math.round(ms)} ms`);
  });
});

it('nobody cancels without a subscription, or somebody else’s', async (t) => {
  const { shop, amina } = await start(t);
  const basil = await shop.user();
  const body = { effective: 'now', user_id: amina.user.id };
  const failure = await shop.service.fail(cancelSubscription, { body }, basil.token);
  assert.deepEqual(
    [failure.status, failure.code, failure.message],
    [409, 'no_subscription', 'There is no subscription to change.'],
  );
  assert.equal(await shop.planOf(amina), 'Pro');
});

async function onEmulator({ emulator }: Shop, path: string, body: object): Promise<void> {
  const response = await fetch(emulator.url + path, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${emulator.apiKey}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify(body),
  });
  assert.equal(response.status, 200, await response.text());
}
