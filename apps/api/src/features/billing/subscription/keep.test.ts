import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import { cancelSubscription, keepSubscription } from '@quorate/contract/subscription';
import { type Payments, PaymentsError } from '../payments.ts';
import { startShop } from '../testing/shop.ts';
import { signInAgain } from './testing/sign-in-again.ts';

type Trouble = (real: Payments) => Partial<Payments>;

/** A shop whose provider has trouble for as long as a test wants it to. */
async function start(t: TestContext, trouble: Trouble = () => ({})) {
  const state = { isDown: false };
  const payments = (real: Payments): Payments => {
    const troubled = { ...real, ...trouble(real) };
    const now = () => (state.isDown ? troubled : real);
    return {
      ...real,
      cancelSubscription: (id, effective) => now().cancelSubscription(id, effective),
      keepSubscription: (id) => now().keepSubscription(id),
    };
  };
  const shop = await startShop(t, { payments });
  const amina = await shop.user();
  const { subscriptionId } = await shop.buy(amina, 'Pro');
  const planned = async () =>
    (await shop.provider.payments.findSubscription(subscriptionId))?.scheduledChange ?? null;
  const cancel = (effective: 'now' | 'period_end') =>
    shop.service.call(cancelSubscription, { body: { effective } }, amina.token);
  const keep = () => shop.service.call(keepSubscription, {}, amina.token);
  const fail = () => shop.service.fail(keepSubscription, {}, amina.token);
  return { shop, state, amina, planned, cancel, keep, fail };
}

const unreachable = () => Promise.reject(new PaymentsError('unreachable', 'no answer'));

it('a cancellation at the period’s end is taken back, and the next period is paid', async (t) => {
  const { shop, amina, planned, cancel, keep } = await start(t);
  await cancel('period_end');
  const { status, message, subscription } = await keep();
  assert.equal(status, 'done');
  assert.equal(message, 'Your Pro subscription goes on. It is billed next on 2 April 2026.');
  assert.equal(subscription?.ends_at, undefined);
  assert.ok(subscription?.next_billing_date);
  assert.equal(await planned(), null);
  await shop.control.moveClock({ advance: '40d' });
  assert.equal(await shop.planOf(amina), 'Pro');
});

it('a subscription that is not cancelled goes on, and the provider is not asked', async (t) => {
  const { state, keep } = await start(t, () => ({ keepSubscription: unreachable }));
  state.isDown = true;
  assert.equal((await keep()).status, 'done');
});

it('a cancellation that the provider has not heard of is taken back, and is never passed on', async (t) => {
  const { shop, state, amina, planned, cancel, keep } = await start(t, () => ({
    cancelSubscription: unreachable,
  }));
  state.isDown = true;
  assert.equal((await cancel('period_end')).status, 'pending');
  const { status, subscription } = await keep();
  assert.deepEqual([status, subscription?.waiting_for], ['done', undefined]);
  state.isDown = false;
  await shop.control.moveClock({ advance: '1h' });
  await shop.settle();
  assert.equal(await planned(), null);
  assert.equal(await shop.planOf(amina), 'Pro');
});

it('a cancellation whose answer was lost is taken back at the provider', async (t) => {
  const { state, planned, cancel, keep } = await start(t, (real) => ({
    cancelSubscription: async (id, effective) => {
      await real.cancelSubscription(id, effective);
      throw new PaymentsError('unreachable', 'the answer was lost');
    },
  }));
  state.isDown = true;
  await cancel('period_end');
  assert.equal((await planned())?.action, 'cancel');
  await keep();
  assert.equal(await planned(), null);
});

it('what was cancelled at once is not brought back', async (t) => {
  const { state, cancel, fail } = await start(t, () => ({ cancelSubscription: unreachable }));
  state.isDown = true;
  assert.equal((await cancel('now')).status, 'pending');
  assert.equal((await fail()).code, 'no_subscription');
  state.isDown = false;
  await cancel('now');
  assert.equal((await fail()).code, 'no_subscription');
});

it('the half hour before the end is too late', async (t) => {
  const { shop, amina, cancel } = await start(t);
  const { subscription } = await cancel('period_end');
  const end = Date.parse(subscription?.ends_at ?? '');
  await shop.control.moveClock({ set: new Date(end - 600_000).toISOString() });
  const { token } = await signInAgain(shop.service, amina);
  const failure = await shop.service.fail(keepSubscription, {}, token);
  assert.deepEqual([failure.status, failure.code], [409, 'subscription_locked']);
});

it('a provider that does not answer leaves it to be tried again', async (t) => {
  const { state, planned, cancel, keep, fail } = await start(t, () => ({
    keepSubscription: unreachable,
  }));
  await cancel('period_end');
  state.isDown = true;
  const failure = await fail();
  assert.deepEqual([failure.status, failure.code], [503, 'payments_unreachable']);
  state.isDown = false;
  await keep();
  assert.equal(await planned(), null);
});
