import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  cancelSubscription,
  changePlan,
  getSubscription,
  previewPlanChange,
} from '@quorate/contract/subscription';
import type { TestUser } from '../../../../test/helpers/builders.ts';
import type { PaidPlanName } from '../../../db/billing-tables.ts';
import type { Payments } from '../payments.ts';
import type { Shop } from '../testing/shop.ts';
import { chargedSince, startChanging, wish } from './testing/changing.ts';
import { signInAgain } from './testing/sign-in-again.ts';

const DECLINES = '4000000000000002';

describe('a dearer plan', () => {
  // @spec 9.37
  it('holds at once, and costs at once what the preview said, to the cent', async (t) => {
    const { shop, amina } = await startChanging(t);
    await shop.control.moveClock({ advance: '5d' });
    const preview = await shop.service.call(previewPlanChange, wish('Pro'), amina.token);
    assert.ok(
      preview.due_now > 0 && preview.due_now < 40,
      `${preview.due_now} for part of a month`,
    );
    assert.deepEqual([preview.next_amount, preview.currency], [80, 'USD']);
    assert.equal(await shop.planOf(amina), 'Starter', 'a preview changes nothing');

    const changed = await shop.service.call(changePlan, wish('Pro'), amina.token);
    assert.deepEqual(
      [changed.status, changed.message],
      ['done', 'You are on the Pro plan now, billed monthly.'],
    );
    assert.equal(changed.subscription?.next_billing_date, preview.next_billing_date);
    assert.equal(await shop.planOf(amina), 'Pro');
    assert.deepEqual(await chargedSince(shop, amina), [preview.due_now]);
  });

  it('changes nothing when the card is declined', async (t) => {
    const { shop, amina, sale } = await startChanging(t);
    await shop.control.changeCard(sale.subscriptionId, { number: DECLINES });
    const failure = await shop.service.fail(changePlan, wish('Elite'), amina.token);
    assert.deepEqual([failure.status, failure.code], [409, 'card_declined']);
    assert.equal(await shop.planOf(amina), 'Starter');
    const { subscription } = await shop.service.call(getSubscription, {}, amina.token);
    assert.deepEqual([subscription?.status, subscription?.amount], ['active', 40]);
    await shop.control.changeCard(sale.subscriptionId, { number: '4242424242424242' });
    await shop.service.call(changePlan, wish('Elite'), amina.token);
    assert.equal(await shop.planOf(amina), 'Elite', 'and may be tried again at once');
  });
});

describe('a cheaper plan', () => {
  // @spec 9.37
  it('holds at once and costs nothing now: the difference counts at the next bill', async (t) => {
    const { shop, amina } = await startChanging(t, { plan: 'Elite' });
    const preview = await shop.service.call(previewPlanChange, wish('Starter'), amina.token);
    assert.equal(preview.due_now, 0);
    const { message } = await shop.service.call(changePlan, wish('Starter'), amina.token);
    assert.equal(
      message,
      'You are on the Starter plan now, billed monthly. The difference counts at the next bill, on 2 April 2026.',
    );
    assert.equal(await shop.planOf(amina), 'Starter');
    assert.deepEqual(await chargedSince(shop, amina), []);
  });
});

describe('the cycle', () => {
  it('grows from months to a year at once', async (t) => {
    const { shop, amina } = await startChanging(t);
    const { subscription } = await shop.service.call(
      changePlan,
      wish('Starter', 'yearly'),
      amina.token,
    );
    assert.deepEqual([subscription?.billing_cycle, subscription?.amount], ['yearly', 400]);
    assert.match(subscription?.next_billing_date ?? '', /^2027-03-02/);
    const [charged = 0] = await chargedSince(shop, amina);
    assert.ok(
      charged >= 360 && charged < 400,
      `${charged}: the year, less the month that was paid`,
    );
  });

  it('of a year is not cut short, and its plan can be changed', async (t) => {
    const { shop, amina } = await startChanging(t, { plan: 'Pro', cycle: 'yearly' });
    for (const plan of ['Starter', 'Pro', 'Elite'] as const) {
      const failure = await shop.service.fail(changePlan, wish(plan), amina.token);
      assert.equal(failure.code, 'cycle_not_shortened');
      assert.match(failure.message, /^The year is paid until 2 March 2027\. /);
    }
    await shop.service.call(changePlan, wish('Elite', 'yearly'), amina.token);
    assert.equal(await shop.planOf(amina), 'Elite');
    await shop.service.call(changePlan, wish('Starter', 'yearly'), amina.token);
    assert.equal(await shop.planOf(amina), 'Starter');
  });
});

describe('a change is refused', () => {
  const refusals: {
    when: string;
    code: string;
    words?: RegExp;
    plan?: PaidPlanName | 'Free';
    before: (shop: Shop, amina: TestUser, subscriptionId: string) => Promise<unknown>;
  }[] = [
    {
      when: 'to the plan that it is',
      code: 'plan_unchanged',
      words: /^The subscription is Starter, billed monthly, already\.$/,
      plan: 'Starter',
      before: async () => {},
    },
    {
      when: 'to the Free plan: that is cancelling',
      code: 'invalid_plan',
      plan: 'Free',
      before: async () => {},
    },
    {
      when: 'while it ends',
      code: 'subscription_ending',
      words: /ends on 2 April 2026\. Keep it first/,
      before: ({ service }, { token }) =>
        service.call(cancelSubscription, { body: { effective: 'period_end' } }, token),
    },
    {
      when: 'once it has ended',
      code: 'no_subscription',
      before: ({ service }, { token }) => service.call(cancelSubscription, {}, token),
    },
    {
      when: 'while a payment is overdue',
      code: 'subscription_overdue',
      before: async ({ control }, _, id) => {
        await control.changeCard(id, { number: DECLINES });
        await control.moveClock({ advance: '32d' });
      },
    },
    {
      when: 'in the half hour before a renewal',
      code: 'subscription_locked',
      before: ({ control }) => control.moveClock({ set: '2026-04-02T09:50:00Z' }),
    },
  ];
  for (const { when, code, words, plan = 'Pro', before } of refusals) {
    it(`${when}, and so is its preview`, async (t) => {
      const { shop, amina, sale } = await startChanging(t);
      await before(shop, amina, sale.subscriptionId);
      const { token } = await signInAgain(shop.service, amina);
      for (const call of [changePlan, previewPlanChange]) {
        const failure = await shop.service.fail(call, wish(plan), token);
        assert.equal(failure.code, code, call.path);
        if (words) assert.match(failure.message, words);
      }
    });
  }

  it('without a subscription, whosever one is named', async (t) => {
    const { shop, amina, sale } = await startChanging(t);
    const basil = await shop.user();
    for (const call of [changePlan, previewPlanChange]) {
      const body = { ...wish('Elite').body, subscription_id: sale.subscriptionId };
      const { code } = await shop.service.fail(call, { body }, basil.token);
      assert.equal(code, 'no_subscription');
    }
    assert.equal(await shop.planOf(amina), 'Starter');
  });

  it('at a price that the provider charges otherwise: it would take money and give no plan', async (t) => {
    const payments = (real: Payments): Payments => ({
      ...real,
      findPrice: async (id) => {
        const price = await real.findPrice(id);
        return price && { ...price, unitAmount: price.unitAmount + 1 };
      },
    });
    const { shop, amina } = await startChanging(t, { payments });
    for (const call of [changePlan, previewPlanChange]) {
      const { code } = await shop.service.fail(call, wish('Pro'), amina.token);
      assert.equal(code, 'invalid_plan');
    }
    assert.deepEqual(await chargedSince(shop, amina), []);
  });
});
