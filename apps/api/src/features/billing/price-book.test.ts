import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createPriceBook, planAmount, planBought } from './price-book.ts';
import type { ProviderItem } from './provider-entities.ts';

const BOOK = createPriceBook({
  Starter: { monthly: ['pri_s'], yearly: [] },
  Pro: { monthly: ['pri_p', 'pri_p_before'], yearly: ['pri_p_year'] },
});

const PRO: ProviderItem = {
  priceId: 'pri_p',
  quantity: 1,
  unitAmount: 8_000,
  unitCurrency: 'USD',
  cycle: { interval: 'month', frequency: 1 },
};

describe('the price book', () => {
  it('sells a plan by the month, and by the year for ten months’ money', () => {
    assert.deepEqual(BOOK.offer('Pro', 'monthly'), {
      plan: 'Pro',
      cycle: 'monthly',
      priceId: 'pri_p',
      amount: 8_000,
      currency: 'USD',
    });
    assert.deepEqual(BOOK.offer('Pro', 'yearly'), {
      plan: 'Pro',
      cycle: 'yearly',
      priceId: 'pri_p_year',
      amount: 80_000,
      currency: 'USD',
    });
    assert.equal(planAmount('Elite', 'yearly'), 380_000);
  });

  // @spec 3.12
  it('says that a plan without a yearly price is billed by the month', () => {
    assert.deepEqual(BOOK.offer('Starter', 'yearly'), BOOK.offer('Starter', 'monthly'));
    assert.deepEqual(BOOK.withoutYearly, ['Starter']);
  });

  it('sells neither the Free plan, nor one without a price, nor one that nobody knows', () => {
    for (const plan of ['Free', 'Elite', 'Gold', ''])
      assert.equal(BOOK.offer(plan, 'monthly'), null);
  });

  it('still knows a price that was sold before', () => {
    assert.deepEqual(BOOK.planOf('pri_p_before'), { plan: 'Pro', cycle: 'monthly' });
    assert.equal(BOOK.planOf('pri_other'), null);
  });
});

describe('the plan that items buy', () => {
  it('is that of the price', () => {
    assert.deepEqual(planBought(BOOK, [PRO]), { plan: 'Pro', cycle: 'monthly', priceId: 'pri_p' });
  });

  const wrong: [string, ProviderItem[]][] = [
    ['nothing', []],
    ['two things', [PRO, PRO]],
    ['two of it', [{ ...PRO, quantity: 2 }]],
    ['half of it', [{ ...PRO, quantity: 0.5 }]],
    ['a price of somebody else', [{ ...PRO, priceId: 'pri_x' }]],
    ['another amount', [{ ...PRO, unitAmount: 1 }]],
    ['another currency', [{ ...PRO, unitCurrency: 'JPY' }]],
    ['another interval', [{ ...PRO, cycle: { interval: 'year', frequency: 1 } }]],
    ['every third month', [{ ...PRO, cycle: { interval: 'month', frequency: 3 } }]],
    ['something that is billed once', [{ ...PRO, cycle: null }]],
  ];
  for (const [what, items] of wrong)
    it(`is none for ${what}`, () => {
      assert.equal(planBought(BOOK, items), null);
    });
});
