import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { startCheckout, upgradePlan } from '@quorate/contract/checkout';
import { getSubscription, listPayments } from '@quorate/contract/subscription';
import { signedInUser } from '../../../../test/helpers/builders.ts';
import { startTestService } from '../../../../test/helpers/test-service.ts';
import type { Provider } from '../billing.deps.ts';
import { PaymentsError } from '../payments.ts';
import type { ProviderTransaction } from '../provider-entities.ts';
import { fakeProvider, saleOf } from '../testing/fake-payments.ts';
import { startShop } from '../testing/shop.ts';
import { signInAgain } from './testing/sign-in-again.ts';

describe('the subscription', () => {
  it('is shown with its price and next bill, to its user alone', async (t) => {
    const shop = await startShop(t);
    const amina = await shop.user();
    const basil = await shop.user();
    await shop.buy(amina, 'Elite', { cycle: 'yearly' });
    const { subscription, ...rest } = await shop.service.call(getSubscription, {}, amina.token);
    const { next_billing_date: next, ...shown } = subscription ?? {};
    assert.deepEqual(shown, {
      plan_name: 'Elite',
      amount: 3_800,
      currency: 'USD',
      status: 'active',
      billing_cycle: 'yearly',
    });
    assert.match(next ?? '', /^2027-03-02T/);
    const about = { success: true, pending_payment: null, test_mode: true };
    assert.deepEqual(rest, { ...about, plan_name: 'Elite', plan_source: 'subscription' });
    assert.deepEqual(await shop.service.call(getSubscription, {}, basil.token), {
      ...about,
      subscription: null,
      plan_name: 'Free',
      plan_source: 'free',
    });
    assert.deepEqual((await shop.service.call(listPayments, {}, basil.token)).payments, []);
  });

  it('tells until when the plan holds while a payment is overdue', async (t) => {
    const shop = await startShop(t);
    const amina = await shop.user();
    const { subscriptionId } = await shop.buy(amina, 'Pro');
    await shop.control.changeCard(subscriptionId, { number: '4000000000000002' });
    await shop.control.moveClock({ set: '2026-04-04T00:00:00Z' });
    await shop.settle();
    const { token } = await signInAgain(shop.service, amina);
    const { subscription, plan_name } = await shop.service.call(getSubscription, {}, token);
    assert.deepEqual([subscription?.status, plan_name], ['past_due', 'Pro']);
    assert.match(subscription?.access_until ?? '', /^2026-04-09T10:0/);
  });

  it('for nothing that is sold gives no plan, and is shown all the same: it can be cancelled', async (t) => {
    const foreign = {
      id: 'pri_foreign',
      product_id: 'pro_starter',
      description: 'Something else',
      unit_price: { amount: '500', currency_code: 'USD' },
      billing_cycle: { interval: 'month', frequency: 1 },
    } as const;
    const shop = await startShop(t, { prices: [foreign] });
    const amina = await shop.user();
    await shop.control.buy({
      items: [{ price_id: foreign.id, quantity: 1 }],
      email: amina.user.email,
      custom_data: shop.customData(amina),
    });
    await shop.control.moveClock({ advance: '1s' });
    await shop.settle();
    const { subscription, plan_name } = await shop.service.call(getSubscription, {}, amina.token);
    assert.deepEqual([subscription?.plan_name, subscription?.amount], ['Free', 5]);
    assert.equal(plan_name, 'Free');
  });
});

describe('a payment that is being confirmed', () => {
  async function begin(t: TestContext) {
    const sales = new Map<string, ProviderTransaction>();
    const state = { isDown: false };
    const provider = fakeProvider({
      findTransaction: async (id) => {
        if (state.isDown) throw new PaymentsError('unreachable', 'no answer');
        return sales.get(id) ?? null;
      },
    });
    const service = await startTestService(t, { provider });
    const { token } = await signedInUser(service);
    const choice = { plan_name: 'Pro', billing_cycle: 'monthly' } as const;
    const { checkout } = await service.call(startCheckout, { body: choice }, token);
    const customData = { checkout_token: checkout.checkout_token };
    const sell = (status: ProviderTransaction['status']) => {
      const sale = saleOf({ id: SALE, customData, status });
      sales.set(SALE, sale);
    };
    const input = { body: { plan_name: 'Pro', transaction_id: SALE } } as const;
    return {
      service,
      state,
      sell,
      claim: () => service.call(upgradePlan, input, token),
      fail: () => service.fail(upgradePlan, input, token),
      pending: async () => (await service.call(getSubscription, {}, token)).pending_payment,
    };
  }

  const SALE = `txn_${'1'.repeat(26)}`;
  const WAITING = { transaction_id: SALE, plan_name: 'Pro' };

  it('is shown while the provider does not answer, and no more once it is paid', async (t) => {
    const { state, sell, claim, pending } = await begin(t);
    state.isDown = true;
    assert.equal((await claim()).status, 'pending');
    assert.deepEqual(await pending(), WAITING);
    state.isDown = false;
    sell('paid');
    assert.equal((await claim()).status, 'active');
    assert.equal(await pending(), null);
  });

  it('is shown to nobody else', async (t) => {
    const { service, sell, claim, pending } = await begin(t);
    const other = await signedInUser(service);
    sell('ready');
    await claim();
    assert.deepEqual(await pending(), WAITING);
    const shown = await service.call(getSubscription, {}, other.token);
    assert.equal(shown.pending_payment, null);
  });

  it('is shown for an hour at most', async (t) => {
    const { service, sell, claim, pending } = await begin(t);
    sell('ready');
    assert.equal((await claim()).status, 'pending');
    assert.deepEqual(await pending(), WAITING);
    service.clock.advance(3_600_000);
    assert.equal(await pending(), null);
  });

  it('is shown no more once it was refused', async (t) => {
    const { service, sell, claim, fail, pending } = await begin(t);
    sell('ready');
    await claim();
    service.clock.advance(120_000);
    assert.equal((await fail()).code, 'payment_unfinished');
    assert.equal(await pending(), null);
  });
});

describe('test mode', () => {
  const environments: [Provider['environment'] | null, boolean][] = [
    ['emulator', true],
    ['sandbox', true],
    ['production', false],
    [null, false],
  ];
  for (const [environment, isTest] of environments)
    it(`is ${isTest ? 'on' : 'off'} with ${environment ?? 'no provider'}`, async (t) => {
      const provider = environment && { ...fakeProvider(), environment };
      const service = await startTestService(t, provider ? { provider } : {});
      const { token } = await signedInUser(service);
      const { test_mode } = await service.call(getSubscription, {}, token);
      assert.equal(test_mode, isTest);
    });
});
