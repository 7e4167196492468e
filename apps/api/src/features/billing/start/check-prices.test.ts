import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PaymentsError } from '../payments.ts';
import { createPriceBook, type PriceIds } from '../price-book.ts';
import type { ProviderPrice } from '../provider-entities.ts';
import { fakeProvider } from '../testing/fake-payments.ts';
import { checkPrices, noteMissingPrices } from './check-prices.ts';

const PRO: ProviderPrice = {
  id: 'pri_pro',
  active: true,
  unitAmount: 8_000,
  currency: 'USD',
  cycle: { interval: 'month', frequency: 1 },
};

const IDS: PriceIds = { Pro: { monthly: ['pri_pro'], yearly: [] } };

/** What is logged when the provider answers with prices, or fails. */
async function logOf(find: (id: string) => ProviderPrice | null, ids = IDS) {
  const lines: string[] = [];
  const details: object[] = [];
  const note = (level: string) => (about: object, message: string) => {
    lines.push(`${level}: ${message}`);
    details.push(about);
  };
  const log = { warn: note('warn'), error: note('error') };
  await checkPrices({ provider: fakeProvider({ findPrice: async (id) => find(id) }), log }, ids);
  return { lines, details };
}

describe('comparing prices with the provider', () => {
  it('says nothing of a price that is as the pages show it', async () => {
    assert.deepEqual((await logOf(() => PRO)).lines, []);
  });

  const differences: [string, ProviderPrice | null, string][] = [
    [
      'another amount',
      { ...PRO, unitAmount: 9_000 },
      'the pages show $80.00 USD every month, and the provider charges $90.00 USD every month',
    ],
    [
      'another currency',
      { ...PRO, currency: 'EUR' },
      'the pages show $80.00 USD every month, and the provider charges €80.00 EUR every month',
    ],
    [
      'another period',
      { ...PRO, cycle: { interval: 'month', frequency: 3 } },
      'the pages show $80.00 USD every month, and the provider charges $80.00 USD every 3 months',
    ],
    [
      'no period',
      { ...PRO, cycle: null },
      'the pages show $80.00 USD every month, and the provider charges $80.00 USD once',
    ],
    [
      'a place in the archive',
      { ...PRO, active: false },
      'the price of $80.00 USD every month is archived: nobody can buy it',
    ],
    ['no place in the catalogue', null, 'the provider knows no such price'],
  ];
  for (const [what, price, words] of differences)
    it(`logs an error for a price with ${what}`, async () => {
      const { lines, details } = await logOf(() => price);
      assert.deepEqual(lines, [`error: Pro, monthly: ${words}`]);
      assert.deepEqual(details, [{ plan: 'Pro', cycle: 'monthly', price_id: 'pri_pro' }]);
    });

  it('lets a price rest in the archive that is no longer sold, at the amount it had', async () => {
    const ids: PriceIds = { Pro: { monthly: ['pri_pro', 'pri_before'], yearly: [] } };
    const archived = (id: string) => ({ ...PRO, id, active: id === 'pri_pro' });
    assert.deepEqual((await logOf(archived, ids)).lines, []);
    const cheaper = (id: string) => ({ ...PRO, unitAmount: id === 'pri_pro' ? 8_000 : 7_000 });
    assert.equal((await logOf(cheaper, ids)).lines.length, 1);
  });

  it('warns once when the provider does not answer, and asks no further', async () => {
    const ids: PriceIds = { Pro: { monthly: ['pri_pro', 'pri_before'], yearly: ['pri_year'] } };
    const { lines } = await logOf(() => {
      throw new PaymentsError('unreachable', 'no answer within 3000 ms');
    }, ids);
    assert.equal(lines.length, 1);
    assert.match(lines[0] ?? '', /^warn: prices could not be compared/);
  });

  it('logs an error when the provider refuses the key', async () => {
    const { lines } = await logOf(() => {
      throw new PaymentsError('refused', 'GET /prices was refused with 403', { code: 'forbidden' });
    });
    assert.match(lines[0] ?? '', /^error: the provider refuses/);
  });
});

// @spec 10.5
it('every plan that is sold by the month alone is named once', () => {
  const warnings: object[] = [];
  const prices = createPriceBook({
    Starter: { monthly: ['pri_s'], yearly: [] },
    Pro: { monthly: ['pri_p'], yearly: ['pri_py'] },
    Elite: { monthly: ['pri_e'], yearly: [] },
  });
  const log = { warn: (about: object) => void warnings.push(about), error: () => assert.fail() };
  noteMissingPrices({ provider: { ...fakeProvider(), prices }, log });
  assert.deepEqual(warnings, [{ plan: 'Starter' }, { plan: 'Elite' }]);
});
