import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { ProviderItem } from '../provider-entities.ts';
import { fakeId, itemOf } from '../testing/fake-payments.ts';
import { startTill } from './testing/till.ts';

const PRO = itemOf('Pro');

describe("somebody else's payment (B7)", () => {
  // @promise 1.7
  it('is refused in the very words of one that nobody knows, before and after its owner claims it', async (t) => {
    const till = await startTill(t);
    const amina = await till.addBuyer();
    const basil = await till.addBuyer();
    const id = till.sell({ customData: amina.customData });
    const nobodys = fakeId('txn');
    const steal = async () => {
      const [stolen, unknown] = [await till.claim(basil, id), await till.claim(basil, nobodys)];
      assert.equal(stolen.code, 'payment_unknown');
      assert.deepEqual(
        { ...stolen, message: stolen.message.replace(id, '#') },
        { ...unknown, message: unknown.message.replace(nobodys, '#') },
      );
      assert.equal(await till.planOf(basil), 'Free');
    };
    await steal();
    assert.equal((await till.claim(amina, id)).code, 'active');
    await steal();
    assert.equal(await till.planOf(amina), 'Pro');
  });

  // @promise 1.7
  it('is not had by forging the data of the checkout', async (t) => {
    const till = await startTill(t);
    const amina = await till.addBuyer();
    const basil = await till.addBuyer();
    const [, mark] = String(amina.customData.checkout_token).split('.');
    const forged: Record<string, unknown>[] = [
      {},
      { user_id: basil.id },
      { checkout_token: basil.id },
      { checkout_token: `${basil.id}.` },
      { checkout_token: `${basil.id}.${mark}` },
      { checkout_token: [basil.customData.checkout_token] },
      { checkout_token: amina.customData.checkout_token },
      { Checkout_Token: basil.customData.checkout_token },
    ];
    for (const customData of forged) {
      const id = till.sell({ customData });
      assert.equal((await till.claim(basil, id)).code, 'payment_unknown');
    }
    assert.equal(await till.planOf(basil), 'Free');
    assert.equal(await till.planOf(amina), 'Free', 'nothing was taken in');
  });
});

describe('a payment for something else (B8)', () => {
  // @promise 1.8
  it('grants what was paid for, and not what is claimed', async (t) => {
    const till = await startTill(t);
    const amina = await till.addBuyer();
    const id = till.sell({ customData: amina.customData, items: [itemOf('Starter')] });
    assert.deepEqual(await till.claim(amina, id, 'Elite'), {
      status: 409,
      code: 'payment_mismatch',
      message: `The payment ${id} is for Starter, not for Elite.`,
    });
    assert.equal(await till.planOf(amina), 'Starter');
    assert.equal((await till.claim(amina, id, 'Starter')).code, 'active');
    assert.equal((await till.claim(amina, id, 'Elite')).code, 'payment_mismatch');
    assert.equal(await till.planOf(amina), 'Starter');
  });

  const wrong: [string, ProviderItem[]][] = [
    ['two of it', [{ ...PRO, quantity: 2 }]],
    ['another currency', [{ ...PRO, unitCurrency: 'JPY' }]],
    ['another amount', [{ ...PRO, unitAmount: 1 }]],
    ['a price of somebody else', [{ ...PRO, priceId: 'pri_foreign' }]],
    ['the year’s price by the month', [{ ...itemOf('Pro', 'yearly'), cycle: PRO.cycle }]],
    ['the month’s price by the year', [{ ...PRO, cycle: itemOf('Pro', 'yearly').cycle }]],
    ['something that is billed once', [{ ...PRO, cycle: null }]],
    ['two plans', [PRO, itemOf('Starter')]],
    ['nothing', []],
  ];
  for (const [what, items] of wrong) {
    // @promise 1.8
    it(`grants nothing for ${what}`, async (t) => {
      const till = await startTill(t);
      const amina = await till.addBuyer();
      const id = till.sell({ customData: amina.customData, items });
      assert.deepEqual(await till.claim(amina, id), {
        status: 409,
        code: 'payment_mismatch',
        message: `The payment ${id} is for something that is not sold here, not for Pro.`,
      });
      assert.equal(await till.planOf(amina), 'Free');
    });
  }
});
