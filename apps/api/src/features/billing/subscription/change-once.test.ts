import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { changePlan } from '@quorate/contract/subscription';
import { type Payments, PaymentsError } from '../payments.ts';
import { PATIENCE_MS } from './provider-answer.ts';
import { chargedSince, hearOf, startChanging, wish } from './testing/changing.ts';

/** The wait that people were promised, and what a busy machine may add to it. */
const LONGEST_MS = PATIENCE_MS + 5_000;

describe('nobody is charged twice', () => {
  it('by a double click', async (t) => {
    const { shop, amina } = await startChanging(t);
    const click = () =>
      shop.service.app.inject({
        method: 'POST',
        url: changePlan.path,
        headers: { authorization: `Bearer ${amina.token}` },
        payload: wish('Pro').body,
      });
    const answers = await Promise.all([click(), click(), click()]);
    const done = answers.filter(({ statusCode }) => statusCode === 200);
    assert.equal(done.length, 1, answers.map(({ body }) => body).join());
    for (const answer of answers.filter((each) => !done.includes(each)))
      assert.match(answer.json().code, /^(rate_limited|plan_unchanged)$/);
    assert.equal(await shop.planOf(amina), 'Pro');
    assert.equal((await chargedSince(shop, amina)).length, 1);
  });

  it('by a change that was made elsewhere and is not known here yet', async (t) => {
    const { shop, amina, sale } = await startChanging(t, { webhooks: false });
    await hearOf(shop, sale.transactionId);
    const { payments } = shop.provider;
    const priceId = shop.priceId('Pro');
    await payments.changeSubscription(sale.subscriptionId, { priceId, settle: 'now' });
    assert.equal(await shop.planOf(amina), 'Starter', 'nobody has told');
    const { code } = await shop.service.fail(changePlan, wish('Pro'), amina.token);
    assert.equal(code, 'plan_unchanged');
    assert.equal(await shop.planOf(amina), 'Pro');
  });

  it('when the answer is lost: the outcome is fetched, and nothing is done again', async (t) => {
    let tries = 0;
    const payments = (real: Payments): Payments => ({
      ...real,
      changeSubscription: async (...given) => {
        tries += 1;
        await real.changeSubscription(...given);
        throw new PaymentsError('unreachable', 'the answer was lost');
      },
    });
    const { shop, amina, sale } = await startChanging(t, { payments, webhooks: false });
    await hearOf(shop, sale.transactionId);
    shop.clock.advance(60_000);
    await shop.settle();
    const { status, message } = await shop.service.call(changePlan, wish('Pro'), amina.token);
    assert.equal(status, 'pending');
    assert.match(message, /^Your change is being confirmed by the payment provider\./);
    const again = await shop.service.fail(changePlan, wish('Pro'), amina.token);
    assert.deepEqual([again.status, again.code], [429, 'rate_limited']);
    shop.clock.advance(60_000);
    await shop.settle();
    assert.equal(await shop.planOf(amina), 'Pro');
    const later = await shop.service.fail(changePlan, wish('Pro'), amina.token);
    assert.equal(later.code, 'plan_unchanged');
    assert.equal(tries, 1);
  });

  it('and nobody waits longer than 3.5 seconds', async (t) => {
    const payments = (real: Payments): Payments => ({
      ...real,
      changeSubscription: () => new Promise(() => {}),
    });
    const { shop, amina } = await startChanging(t, { payments });
    const begun = performance.now();
    const { status } = await shop.service.call(changePlan, wish('Pro'), amina.token);
    const ms = performance.now() - begun;
    assert.equal(status, 'pending');
    assert.ok(ms <= LONGEST_MS, `it took ${Math.round(ms)} ms`);
  });

  it('while the provider cannot be asked', async (t) => {
    let isAway = false;
    const payments = (real: Payments): Payments => ({
      ...real,
      findSubscription: async (id) => {
        if (!isAway) return real.findSubscription(id);
        throw new PaymentsError('unreachable', 'no answer');
      },
    });
    const { shop, amina } = await startChanging(t, { payments });
    isAway = true;
    const failure = await shop.service.fail(changePlan, wish('Pro'), amina.token);
    assert.deepEqual([failure.status, failure.code], [503, 'payments_unreachable']);
    assert.deepEqual(await chargedSince(shop, amina), []);
  });
});
